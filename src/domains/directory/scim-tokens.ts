import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, ScimTokensTable } from '../../platform/database/tables.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { checkName } from '../../platform/names.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { makeToken, type ParsedToken } from '../accounts/secrets.ts';

export type ScimTokenRow = Selectable<ScimTokensTable>;

/** Enough to change one while another is used. */
const mostTokens = 10;

/** The tokens of an account's directory that are not revoked, the oldest first. */
export async function listScimTokens(db: Queryable, accountId: string): Promise<ScimTokenRow[]> {
  return db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('public_id')
    .execute();
}

/** Creates a token and returns its text, which is stored nowhere. Throws a fault of `name`. */
export async function createScimToken(
  transaction: Queryable,
  accountId: string,
  { name, madeBy }: { readonly name: string; readonly madeBy: string },
): Promise<{ readonly token: string; readonly record: ScimTokenRow }> {
  checkName('a token', name);
  await lockAccount(transaction, accountId);
  if ((await listScimTokens(transaction, accountId)).length >= mostTokens) {
    throw fieldFault('name', 'most', `A directory has at most ${mostTokens} tokens; remove one first.`);
  }
  const { token, publicId, secretHash } = makeToken('scim');
  const record: ScimTokenRow = {
    public_id: publicId,
    account_id: accountId,
    name: name.trim(),
    secret_hash: secretHash,
    made_by: madeBy,
    created_at: new Date().toISOString(),
    last_used_at: null,
    revoked_at: null,
  };
  await transaction.insertInto('scim_tokens').values(record).execute();
  return { token, record };
}

/** Revokes a token, at once and in every process. Throws `not_found`. */
export async function revokeScimToken(
  transaction: Queryable,
  accountId: string,
  publicId: string,
): Promise<ScimTokenRow> {
  const revoked = await transaction
    .updateTable('scim_tokens')
    .set({ revoked_at: new Date().toISOString() })
    .where('public_id', '=', publicId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!revoked) throw missing('token', publicId);
  return revoked;
}

const selectToken = prepared<ScimTokenRow, [string]>(1, (db, publicId) =>
  db.selectFrom('scim_tokens').selectAll().where('public_id', '=', publicId).where('revoked_at', 'is', null),
);

const dummyHash = Buffer.alloc(32);

/** The token that a directory sends; undefined when it is unknown or revoked. Asks the database each time. */
export async function findScimToken(
  db: Queryable,
  { publicId, secretHash }: ParsedToken,
): Promise<ScimTokenRow | undefined> {
  const [row] = await selectToken(db, publicId);
  const expected = row ? Buffer.from(row.secret_hash, 'hex') : dummyHash;
  return timingSafeEqual(expected, Buffer.from(secretHash, 'hex')) ? row : undefined;
}

/** Notes that a token was used, to the minute; the first of many requests writes. */
export async function noteScimUse(db: Queryable, { public_id, last_used_at }: ScimTokenRow, now = Date.now()) {
  const minute = new Date(now - (now % 60_000)).toISOString();
  if (last_used_at !== null && last_used_at >= minute) return;
  await db
    .updateTable('scim_tokens')
    .set({ last_used_at: minute })
    .where('public_id', '=', public_id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', minute)]))
    .execute();
}

/** When the directory of an account called last, to the minute, with whichever token; null for never. */
export async function lastCall(db: Queryable, accountId: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('scim_tokens')
    .select((select) => select.fn.max('last_used_at').as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return last;
}
