import type { Queryable } from '../../platform/database/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import { SignOnFault } from './faults.ts';
import { KeptAnswers } from './kept-answers.ts';
import { useOnce } from './once.ts';
import { openProviderNetwork } from './provider-network.ts';
import type { ProviderRow } from './providers.ts';
import type { SignOnEnvironment } from './sign-on.ts';
import { isSignedBy, type ProviderKey, type ReadToken, readToken } from './signatures.ts';

/** How far clocks may be apart, and how old a logout token may be that says no end. */
const skewMs = 60_000;
const oldestMs = 5 * 60_000;
/** Accounts of one issuer whose client a token may be for. */
const mostProviders = 20;
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
  /** Null where the provider has not proved for whose client it speaks. */
  readonly accountId: string | null;
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
  const row = token && (await findSigner(environment, token));
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
      ...{ issuer: row.issuer, accountId: row.account_id },
      subject: typeof sub === 'string' ? sub : null,
      providerSession: typeof sid === 'string' ? sid : null,
    };
    return endSessions(transaction, ended, address);
  });
}

/** The provider whose key has signed a token for its client here. Unknown issuers are not asked for anything. */
async function findSigner(environment: SignOnEnvironment, token: ReadToken): Promise<ProviderRow | undefined> {
  const { iss, aud } = token.claims;
  const audience = Array.isArray(aud) ? aud : [aud];
  if (
    typeof iss !== 'string' ||
    (token.header.typ ?? 'logout+jwt').toLowerCase().replace(/^jwt$/, 'logout+jwt') !== 'logout+jwt'
  ) {
    return undefined;
  }
  const rows = await environment.db
    .selectFrom('sso_providers')
    .selectAll()
    .where('issuer', '=', iss)
    .orderBy('account_id')
    .limit(mostProviders)
    .execute();
  for (const row of rows.filter(({ client_id }) => audience.includes(client_id))) {
    if (isSignedBy(token, await keysFor(environment, row, token.header.kid))) return row;
  }
  return undefined;
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
  await using network = await openProviderNetwork(environment.db, environment, row.account_id);
  const { readMetadata } = await import('./provider-client.ts');
  const { jwks_uri = '' } = await readMetadata(row, network.fetch);
  try {
    const answer = await network.fetch(jwks_uri, { headers: { accept: 'application/json' } });
    const { keys } = (await answer.json()) as { readonly keys?: unknown };
    if (!answer.ok || !Array.isArray(keys)) throw new SignOnFault('unreachable');
    keySets.keep(name, { keys, readAt: now }, now);
    return keys;
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
  const ended = { issuer, accountId: null, subject: null, providerSession };
  return environment.db.transaction().execute((transaction) => endSessions(transaction, ended, address));
}

async function endSessions(
  transaction: Queryable,
  { issuer, accountId, subject, providerSession }: Ended,
  address: string,
): Promise<number> {
  let identities = transaction.selectFrom('sso_identities').select('id').where('issuer', '=', issuer);
  if (subject !== null) identities = identities.where('subject', '=', subject);
  if (accountId !== null) identities = identities.where('account_id', '=', accountId);
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
