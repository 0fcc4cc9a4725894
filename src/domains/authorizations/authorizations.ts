import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { ConnectionMaker, OAuthAuthorizationsTable, Queryable } from '../../platform/database/tables.ts';
import { missing } from '../../platform/faults.ts';
import type { SignIn } from '../../reporting/connectors/hosted/grant.ts';
import { makeSecret } from '../accounts/secrets.ts';
import type { Vault } from '../connections/vault.ts';

export type AuthorizationRow = Omit<Selectable<OAuthAuthorizationsTable>, 'sign_in'> & { readonly sign_in: SignIn };

/** How long a link can be answered. */
export const authorizationMs = 30 * 60_000;
const sweepLimit = 1_000;
/** How long what came of a link is kept for the command that waits for it. */
const keptMs = 24 * 60 * 60_000;

/** What came of a link. `denied` and `incomplete` are a person's no, to all or to a part of what is needed. */
export type Outcome =
  | { readonly status: 'granted'; readonly connection_id: string; readonly grant_id: string }
  | { readonly status: 'denied' | 'incomplete'; readonly message: string }
  | { readonly status: 'failed'; readonly message: string; readonly reason?: FailureReason };

/** Why a sign-in failed, for pages that say so in their own words; absent for what a vendor answered. */
export const failureReasons = ['refused', 'no_client', 'connection_removed'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** What a person is asked for, and for which connection. */
export interface NewAuthorization {
  readonly accountId: string;
  readonly projectId: string;
  /** The connection that gets the grant; null for one that is made then. */
  readonly connectionId: string | null;
  readonly system: string;
  readonly name: string;
  /** Null for none yet. */
  readonly config: unknown;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  /** Who asks, such as `operator:ann`. */
  readonly madeBy: string;
  /** For the log of changes, and where somebody waits for what comes of it; absent for a command. */
  readonly door?: string;
  readonly address?: string | null;
}

/** Stores a link. Returns its token, which is stored nowhere. */
export async function insertAuthorization(
  db: Queryable,
  fields: NewAuthorization,
): Promise<{ readonly token: string; readonly row: AuthorizationRow }> {
  const token = makeSecret();
  const now = Date.now();
  const row: AuthorizationRow = {
    id: hash('sha256', token),
    account_id: fields.accountId,
    project_id: fields.projectId,
    connection_id: fields.connectionId,
    system: fields.system,
    name: fields.name.trim(),
    config: JSON.stringify(fields.config),
    sign_in: fields.signIn,
    scopes: JSON.stringify(fields.scopes),
    made_by: fields.madeBy,
    public_id: newIdentifier('ath'),
    ...{ door: fields.door ?? null, address: fields.address ?? null },
    ...{ state_hash: null, browser_hash: null, secret: null, taken_at: null, outcome: null },
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + authorizationMs).toISOString(),
  };
  await db.insertInto('oauth_authorizations').values(row).execute();
  return { token, row };
}

/** The link of that id, whatever has become of it. */
export async function findAuthorization(db: Queryable, id: string): Promise<AuthorizationRow | undefined> {
  const row = await db.selectFrom('oauth_authorizations').selectAll().where('id', '=', id).executeTakeFirst();
  return row as AuthorizationRow | undefined;
}

/** The link that an account was given under this name; throws `not_found`. */
export async function getAuthorization(db: Queryable, accountId: string, name: string): Promise<AuthorizationRow> {
  const row = await db
    .selectFrom('oauth_authorizations')
    .selectAll()
    .where('public_id', '=', name)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw missing('authorization', name);
  return row as AuthorizationRow;
}

/** Who asked for a link decides what its connection may reach. */
export function makerOf({ made_by }: Pick<AuthorizationRow, 'made_by'>): ConnectionMaker {
  return made_by.startsWith('operator:') ? 'operator' : 'customer';
}

/** The id of the link that a token belongs to. */
export function authorizationId(token: string): string {
  return hash('sha256', token);
}

/** Why nobody can answer a link any more; undefined while somebody can. */
export function endOfLink(
  { taken_at, expires_at }: AuthorizationRow,
  now = Date.now(),
): 'used' | 'expired' | undefined {
  if (taken_at !== null) return 'used';
  return Date.parse(expires_at) <= now ? 'expired' : undefined;
}

/**
 * Binds a link to the browser with this cookie, from which the vendor's answer has to come. Returns the state and PKCE
 * verifier to go to the vendor with, or undefined if somebody was faster. Those of an earlier try are worth nothing then.
 */
export async function bindAuthorization(
  db: Queryable,
  vault: Vault,
  { id }: AuthorizationRow,
  browser: string,
): Promise<{ readonly state: string; readonly verifier: string } | undefined> {
  const state = makeSecret();
  const verifier = randomBytes(48).toString('base64url');
  const bound = {
    state_hash: hash('sha256', state),
    browser_hash: hash('sha256', browser),
    secret: vault.seal(id, verifier),
  };
  const { numUpdatedRows } = await db
    .updateTable('oauth_authorizations')
    .set(bound)
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { state, verifier } : undefined;
}

/** The link that a vendor's answer with this state belongs to. */
export async function findAuthorizationOfState(db: Queryable, state: string): Promise<AuthorizationRow | undefined> {
  const row = await db
    .selectFrom('oauth_authorizations')
    .selectAll()
    .where('state_hash', '=', hash('sha256', state))
    .executeTakeFirst();
  return row as AuthorizationRow | undefined;
}

/** Whether a link was bound to the browser with this cookie. */
export function isBoundTo({ browser_hash }: AuthorizationRow, browser: string): boolean {
  return browser_hash !== null && timingSafeEqual(Buffer.from(browser_hash), Buffer.from(hash('sha256', browser)));
}

/** Takes the one answer to a link; false when it was taken before. */
export async function takeAuthorization(db: Queryable, { id, state_hash }: AuthorizationRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_authorizations')
    .set({ taken_at: new Date().toISOString(), secret: null })
    .where('id', '=', id)
    .where('state_hash', '=', state_hash)
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function recordOutcome(db: Queryable, id: string, outcome: Outcome): Promise<void> {
  const changed = { outcome: JSON.stringify(outcome) };
  await db.updateTable('oauth_authorizations').set(changed).where('id', '=', id).execute();
}

export function readOutcome({ outcome }: AuthorizationRow): Outcome | null {
  return outcome === null ? null : JSON.parse(outcome);
}

/** Removes links a day after their end, a limited number per call; returns how many. */
export async function sweepAuthorizations(db: Queryable): Promise<number> {
  const before = new Date(Date.now() - keptMs).toISOString();
  const old = db.selectFrom('oauth_authorizations').select('id').where('expires_at', '<', before).limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('oauth_authorizations').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
