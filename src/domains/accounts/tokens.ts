import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, TokensTable } from '../../platform/database/tables.ts';
import { tokenRoles } from '../../platform/database/words.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import {
  type AccessToken,
  type Caller,
  type CallerAccount,
  type Plan,
  type Scope,
  scopes,
} from '../../platform/http/caller.ts';
import { scopesOf } from '../../platform/http/roles.ts';
import { checkName } from '../../platform/names.ts';
import { getAccount } from './accounts.ts';
import { type PlanRow, planColumns, toPlan } from './plans.ts';
import { makeToken, type ParsedToken } from './secrets.ts';

export type TokenKind = TokensTable['kind'];

/** `try_it` tokens serve the interactive documentation and live no longer than this. */
const tryItLifetimeMs = 24 * 60 * 60 * 1000;

export interface Token extends AccessToken {
  readonly accountId: string;
  readonly revokedAt: string | null;
}

function toToken(row: Selectable<TokensTable>): Token {
  return {
    publicId: row.public_id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    scopes: JSON.parse(row.scopes),
    role: row.role,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** What the log of changes says of a token. */
export function toldOfToken({ name, kind, scopes, role }: Token) {
  return { name, kind, scopes, ...(role && { role }) };
}

/** Creates a token and returns its text, which is stored nowhere and cannot be shown again. */
export async function createToken(
  db: Queryable,
  accountId: string,
  fields: {
    readonly name: string;
    readonly kind: TokenKind;
    /** Of a token of the public API. */
    readonly scopes?: readonly string[];
    /** Of a token of the management API. */
    readonly role?: string | undefined;
    readonly expiresInMs: number | null;
  },
): Promise<{ token: string; record: Token }> {
  await getAccount(db, accountId);
  checkName('a token', fields.name);
  const role = readRole(fields);
  const granted = role === null ? readScopes(fields) : [];
  const lifetimeMs =
    fields.kind === 'try_it' ? Math.min(fields.expiresInMs ?? Infinity, tryItLifetimeMs) : fields.expiresInMs;
  const { token, publicId, secretHash } = makeToken(fields.kind);
  const now = Date.now();
  const row: Selectable<TokensTable> = {
    public_id: publicId,
    account_id: accountId,
    name: fields.name.trim(),
    kind: fields.kind,
    scopes: JSON.stringify(granted),
    role,
    secret_hash: secretHash,
    created_at: new Date(now).toISOString(),
    last_used_at: null,
    expires_at: lifetimeMs === null ? null : new Date(now + lifetimeMs).toISOString(),
    revoked_at: null,
  };
  await db.insertInto('tokens').values(row).execute();
  return { token, record: toToken(row) };
}

interface Rights {
  readonly kind: TokenKind;
  readonly scopes?: readonly string[];
  readonly role?: string | undefined;
}

/** The role of a token of the management API, which has one in place of scopes; null for others. */
function readRole({ kind, scopes, role }: Rights): (typeof tokenRoles)[number] | null {
  if (role === undefined && kind !== 'manage') return null;
  if (kind !== 'manage') throw fieldFault('role', 'kind', 'Only a token of kind manage has a role.');
  if (scopes && scopes.length > 0) {
    throw fieldFault('scopes', 'kind', 'A token of kind manage has a role in place of scopes, never both.');
  }
  const known = tokenRoles.find((each) => each === role);
  if (known) return known;
  throw fieldFault('role', 'enum', `A token of kind manage has the role ${tokenRoles.join(', ')}.`);
}

function readScopes({ scopes: given = [] }: Rights): Scope[] {
  const unknown = given.find((scope) => !scopes.includes(scope as Scope));
  if (unknown === undefined && given.length > 0) return [...new Set(given as Scope[])];
  throw fieldFault('scopes', 'enum', `There is no scope "${unknown ?? ''}"; choose from ${scopes.join(', ')}.`);
}

export async function listTokens(db: Queryable, accountId: string): Promise<Token[]> {
  await getAccount(db, accountId);
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('public_id')
    .execute();
  return rows.map(toToken);
}

/** One page of the tokens of an account. */
export async function pageOfTokens(
  db: Queryable,
  accountId: string,
  { page, per_page, direction }: Page,
): Promise<PageOf<Token>> {
  const own = db.selectFrom('tokens').where('account_id', '=', accountId);
  const rows = await own
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('public_id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await own.select((select) => select.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { items: rows.map(toToken), total: Number(total) };
}

/**
 * Revokes a token, of this account where one is given, at once and in every process; a second time changes nothing.
 * Throws `not_found`.
 */
export async function revokeToken(db: Queryable, publicId: string, accountId?: string): Promise<Token> {
  const named = db.selectFrom('tokens').selectAll().where('public_id', '=', publicId);
  const found = await (accountId === undefined ? named : named.where('account_id', '=', accountId)).executeTakeFirst();
  if (!found) throw missing('token', publicId);
  await db
    .updateTable('tokens')
    .set({ revoked_at: new Date().toISOString() })
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .execute();
  return toToken(await named.executeTakeFirstOrThrow());
}

type CallerRow = Selectable<TokensTable> &
  PlanRow & {
    account_name: string;
    add_ons: string;
    per_minute: number | null;
    per_day: number | null;
    auth_version: string | null;
  };

const selectCaller = prepared<CallerRow, [string]>(1, (db, publicId) =>
  db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .innerJoin('plans', 'plans.name', 'accounts.plan')
    .selectAll('tokens')
    .select(planColumns)
    .select(['accounts.name as account_name', 'accounts.add_ons', 'accounts.per_minute', 'accounts.per_day'])
    .select((select) => select.selectFrom('auth_version').select('version').as('auth_version'))
    .where('tokens.public_id', '=', publicId),
);

export type TokenCaller = Caller & { readonly token: AccessToken };

/** A caller, whose address nobody has said yet, and the `auth_version` at which they were what they are. */
export interface FoundCaller {
  readonly caller: TokenCaller;
  readonly version: string;
}

const dummyHash = Buffer.alloc(32);

/**
 * The caller that a bearer token stands for; undefined when it is unknown, revoked or expired. The secret is compared
 * in constant time, against a dummy for an unknown public id.
 */
export async function findCaller(
  db: Queryable,
  { publicId, secretHash }: ParsedToken,
  now: number,
): Promise<FoundCaller | undefined> {
  const [row] = await selectCaller(db, publicId);
  const expected = row ? Buffer.from(row.secret_hash, 'hex') : dummyHash;
  const matches = timingSafeEqual(expected, Buffer.from(secretHash, 'hex'));
  const caller = row && matches ? callerOf(row, now) : undefined;
  return caller && { caller, version: row?.auth_version ?? '' };
}

/** The caller of a token that was used before, for work that it asked for; undefined when it is unknown, revoked or expired. */
export async function findCallerById(db: Queryable, publicId: string, now: number): Promise<TokenCaller | undefined> {
  const [row] = await selectCaller(db, publicId);
  return row && callerOf(row, now);
}

function callerOf(row: CallerRow, now: number): TokenCaller | undefined {
  const token = toToken(row);
  if (row.revoked_at !== null || isExpired(token, now)) return undefined;
  const account = {
    id: row.account_id,
    name: row.account_name,
    addOns: JSON.parse(row.add_ons),
    perMinute: row.per_minute,
    perDay: row.per_day,
  };
  return toCaller(token, account, toPlan(row));
}

function toCaller(token: Token, account: CallerAccount, plan: Plan): TokenCaller {
  const isManaging = token.kind === 'manage';
  return {
    ...{ token, account, plan, role: token.role, projectIds: null, person: null, address: '' },
    scopes: isManaging ? scopesOf(token.role) : token.scopes,
    source: isManaging ? 'console' : token.kind === 'try_it' ? 'try_it' : 'api',
    actor: `token:${token.publicId}`,
    door: isManaging ? 'manage' : 'api',
  };
}

/** `now` in epoch milliseconds, here and below. */
export function isExpired({ expiresAt }: AccessToken, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

/** Whether the token's use in the present minute is recorded. */
export function isUseNoted({ lastUsedAt }: AccessToken, now: number): boolean {
  return lastUsedAt !== null && lastUsedAt >= startOfMinute(now);
}

/** Records that a token was used, to the minute; undefined when already recorded. */
export function noteUse(db: Queryable, token: AccessToken, now: number): Promise<unknown> | undefined {
  if (isUseNoted(token, now)) return undefined;
  const minute = startOfMinute(now);
  return (
    db
      .updateTable('tokens')
      .set({ last_used_at: minute })
      .where('public_id', '=', token.publicId)
      // The first of many parallel requests writes; the others change no row and so cost no commit to disk.
      .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', minute)]))
      .execute()
  );
}

let latestMinute = { startsAt: 0, text: '' };

/** As a stored time, computed once a minute. */
function startOfMinute(now: number): string {
  const startsAt = now - (now % 60_000);
  if (startsAt !== latestMinute.startsAt) latestMinute = { startsAt, text: new Date(startsAt).toISOString() };
  return latestMinute.text;
}
