import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, TokensTable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { type AccessToken, type Caller, type Scope, scopes } from '../../platform/http/caller.ts';
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

/** The `source` of what the caller starts. */
export function sourceOf({ token }: Caller): 'api' | 'try_it' {
  return token.kind === 'try_it' ? 'try_it' : 'api';
}

function toToken(row: Selectable<TokensTable>): Token {
  return {
    publicId: row.public_id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    scopes: JSON.parse(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** Creates a token and returns its text, which is stored nowhere and cannot be shown again. */
export async function createToken(
  db: Queryable,
  accountId: string,
  fields: {
    readonly name: string;
    readonly kind: TokenKind;
    readonly scopes: readonly string[];
    readonly expiresInMs: number | null;
  },
): Promise<{ token: string; record: Token }> {
  await getAccount(db, accountId);
  checkName('a token', fields.name);
  const unknown = fields.scopes.find((scope) => !scopes.includes(scope as Scope));
  if (unknown !== undefined || fields.scopes.length === 0) {
    throw new OperatorError(`There is no scope "${unknown ?? ''}"; choose from ${scopes.join(', ')}.`);
  }
  const lifetimeMs =
    fields.kind === 'try_it' ? Math.min(fields.expiresInMs ?? Infinity, tryItLifetimeMs) : fields.expiresInMs;
  const { token, publicId, secretHash } = makeToken(fields.kind);
  const now = Date.now();
  const row: Selectable<TokensTable> = {
    public_id: publicId,
    account_id: accountId,
    name: fields.name.trim(),
    kind: fields.kind,
    scopes: JSON.stringify([...new Set(fields.scopes)]),
    secret_hash: secretHash,
    created_at: new Date(now).toISOString(),
    last_used_at: null,
    expires_at: lifetimeMs === null ? null : new Date(now + lifetimeMs).toISOString(),
    revoked_at: null,
  };
  await db.insertInto('tokens').values(row).execute();
  return { token, record: toToken(row) };
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

/** Revokes a token at once and in every process; a second time changes nothing. */
export async function revokeToken(db: Queryable, publicId: string): Promise<Token> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: new Date().toISOString() })
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .execute();
  const row = await db.selectFrom('tokens').selectAll().where('public_id', '=', publicId).executeTakeFirst();
  if (!row) throw new OperatorError(`There is no token ${publicId}; "tokens list --account ID" shows them.`);
  return toToken(row);
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

/** A caller, and the `auth_version` at which they were what they are. */
export interface FoundCaller {
  readonly caller: Caller;
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
  if (!row || !matches || row.revoked_at !== null) return undefined;
  const token = toToken(row);
  if (isExpired(token, now)) return undefined;
  const account = {
    id: row.account_id,
    name: row.account_name,
    addOns: JSON.parse(row.add_ons),
    perMinute: row.per_minute,
    perDay: row.per_day,
  };
  return { caller: { token, account, plan: toPlan(row) }, version: row.auth_version ?? '' };
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
