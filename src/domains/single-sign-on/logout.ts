import type { Queryable } from '../../platform/database/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import { SignOnFault } from './faults.ts';
import { KeptAnswers } from './kept-answers.ts';
import { useOnce } from './once.ts';
import type { ProviderRow } from './providers.ts';
import type { SignOnEnvironment } from './sign-on.ts';
import { isSignedBy, type ProviderKey, type ReadToken, readToken } from './signatures.ts';

/** How far clocks may be apart, and how old a logout token may be that says no end. */
const skewMs = 60_000;
const oldestMs = 5 * 60_000;
/** Accounts of one issuer whose client a token may be for. */
const mostProviders = 20;
const mostAudiences = 20;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

interface KeySet {
  readonly keys: readonly ProviderKey[];
  readonly readAt: number;
}
const keySets = new KeptAnswers<KeySet>(5 * 60_000);
/** A provider is asked again for a key that is not among those known, but not more often than this. */
const refetchMs = 60_000;

/** Whose sessions a provider says have ended. */
interface Ended {
  readonly issuer: string;
  /** Those whose client the provider has proved to speak to; null where it has proved nothing. */
  readonly accountIds: readonly string[] | null;
  /** Null for all sessions of the provider's session. */
  readonly subject: string | null;
  /** Null for all sessions of the subject. */
  readonly providerSession: string | null;
}

/**
 * Ends the sessions that a logout token names, in every process; returns how many (OpenID Connect Back-Channel Logout 1.0,
 * section 2.6). Throws a SignOnFault for a token that is not one of a provider here, for our client, of now, and new.
 */
export async function takeLogoutToken(
  environment: SignOnEnvironment,
  text: string,
  address: string,
  now = Date.now(),
): Promise<number> {
  const { db } = environment;
  const token = readToken(text);
  const [row, ...others] = token ? await findClients(environment, token) : [];
  if (!token || !row) throw new SignOnFault('invalid_answer');
  const { claims } = token;
  checkTimes(claims, now);
  const { sub, sid, jti } = claims;
  const isNamed = typeof sub === 'string' || typeof sid === 'string';
  if (!isNamed || 'nonce' in claims || !isLogout(claims) || typeof jti !== 'string') {
    throw new SignOnFault('invalid_answer');
  }
  const untilMs = now + 2 * oldestMs;
  return db.transaction().execute(async (transaction) => {
    if (!(await useOnce(transaction, `logout ${row.issuer} ${jti}`, untilMs))) throw new SignOnFault('used');
    const ended = {
      ...{ issuer: row.issuer, accountIds: [row, ...others].map(({ account_id }) => account_id) },
      subject: typeof sub === 'string' ? sub : null,
      providerSession: typeof sid === 'string' ? sid : null,
    };
    return endSessions(transaction, ended, address);
  });
}

/** Those whose client a token is for, if their provider has signed it. Unknown issuers are not asked for anything. */
async function findClients(environment: SignOnEnvironment, token: ReadToken): Promise<readonly ProviderRow[]> {
  const { iss, aud } = token.claims;
  const audience = [aud].flat().filter((each) => typeof each === 'string');
  if (typeof iss !== 'string' || audience.length === 0 || !isLogoutType(token)) return [];
  const rows = await environment.db
    .selectFrom('sso_providers')
    .selectAll()
    .where('issuer', 'in', spellingsOf(iss))
    .where('client_id', 'in', audience.slice(0, mostAudiences))
    .where('saml', 'is', null)
    .orderBy('account_id')
    .limit(mostProviders)
    .execute();
  for (const row of rows) {
    if (isSignedBy(token, await keysFor(environment, row, token.header.kid))) return rows;
  }
  return [];
}

/** As the provider and as an owner may have written the same issuer. */
function spellingsOf(issuer: string): string[] {
  const bare = issuer.replace(/\/$/, '');
  return [bare, `${bare}/`];
}

/** The type that OpenID Connect Back-Channel Logout recommends, that of any token, or none. */
function isLogoutType({ header: { typ = 'JWT' } }: ReadToken): boolean {
  return ['jwt', 'logout+jwt'].includes(typ.toLowerCase());
}

async function keysFor(
  environment: SignOnEnvironment,
  row: ProviderRow,
  kid: string | undefined,
  now = Date.now(),
): Promise<readonly ProviderKey[]> {
  const name = `${row.account_id} ${row.issuer}`;
  const kept = keySets.find(name, now);
  const isKnown = kept?.keys.some((key) => kid === undefined || key.kid === kid);
  if (kept && (isKnown || kept.readAt + refetchMs > now)) return kept.keys;
  return (await keySets.ask(name, () => askKeys(environment, row, now))).keys;
}

async function askKeys(environment: SignOnEnvironment, row: ProviderRow, now: number): Promise<KeySet> {
  // They bring TLS and an OpenID client, which a process that nobody tells of a logout does not need.
  const { openProviderNetwork } = await import('./provider-network.ts');
  await using network = await openProviderNetwork(environment.db, environment, row.account_id);
  const { readMetadata } = await import('./provider-client.ts');
  const { jwks_uri = '' } = await readMetadata(row, network.fetch);
  try {
    const answer = await network.fetch(jwks_uri, { headers: { accept: 'application/json' } });
    const { keys } = (await answer.json()) as { readonly keys?: unknown };
    if (!answer.ok || !Array.isArray(keys)) throw new SignOnFault('unreachable');
    return { keys, readAt: now };
  } catch (error) {
    throw error instanceof SignOnFault ? error : new SignOnFault('unreachable', error);
  }
}

function checkTimes({ iat, exp }: ReadToken['claims'], now: number): void {
  const issued = typeof iat === 'number' ? iat * 1000 : Number.NaN;
  const ends = typeof exp === 'number' ? exp * 1000 : issued + oldestMs;
  const isOfNow = issued <= now + skewMs && issued + 2 * oldestMs > now && ends + skewMs > now;
  if (!isOfNow) throw new SignOnFault('expired');
}

function isLogout({ events }: ReadToken['claims']): boolean {
  return typeof events === 'object' && events !== null && logoutEvent in events;
}

/**
 * Ends the sessions of a provider's session that a browser names; returns how many (OpenID Connect Front-Channel Logout 1.0).
 * The name is the provider's secret for one session: who does not know it ends nothing.
 */
export async function endProviderSession(
  environment: SignOnEnvironment,
  issuer: string,
  providerSession: string,
  address: string,
): Promise<number> {
  const ended = { issuer, accountIds: null, subject: null, providerSession };
  return environment.db.transaction().execute((transaction) => endSessions(transaction, ended, address));
}

async function endSessions(
  transaction: Queryable,
  { issuer, accountIds, subject, providerSession }: Ended,
  address: string,
): Promise<number> {
  let identities = transaction.selectFrom('sso_identities').select('id').where('issuer', 'in', spellingsOf(issuer));
  if (subject !== null) identities = identities.where('subject', '=', subject);
  if (accountIds !== null) identities = identities.where('account_id', 'in', accountIds);
  let sessions = transaction.deleteFrom('sessions').where('identity_id', 'in', identities);
  if (providerSession !== null) sessions = sessions.where('provider_session', '=', providerSession);
  const gone = await sessions.returning(['id', 'user_id', 'identity_id']).execute();
  for (const { id, user_id } of gone) {
    const details = { ended: 1, user: user_id, by: 'provider' };
    const event = { action: 'session.end', accountId: null, subject: id, details };
    await recordAudit(transaction, { actor: 'provider', door: 'console', address }, event);
  }
  return gone.length;
}
