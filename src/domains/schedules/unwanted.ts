import { hash } from 'node:crypto';
import { databaseTime } from '../../platform/database/engine.ts';
import type { Page } from '../../platform/database/pages.ts';
import type { Queryable, UnwantedAddressesTable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { missing } from '../../platform/faults.ts';
import { deriveSecret } from '../accounts/secrets.ts';

type UnwantedReason = UnwantedAddressesTable['reason'];

/** Why an account sends nothing to an address; undefined where it does. */
export async function findUnwanted(
  db: Queryable,
  accountId: string,
  address: string,
): Promise<UnwantedReason | undefined> {
  const row = await db
    .selectFrom('unwanted_addresses')
    .select('reason')
    .where('account_id', '=', accountId)
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return row?.reason;
}

/** From now on an account sends nothing to an address, whatever its schedules say; a first reason stays. */
export async function addUnwanted(
  db: Queryable,
  accountId: string,
  address: string,
  reason: UnwantedReason,
): Promise<void> {
  await db
    .insertInto('unwanted_addresses')
    .values({ account_id: accountId, address: address.toLowerCase(), reason, created_at: databaseTime(db) })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doNothing())
    .execute();
}

/** Lets an account send to an address again; throws `not_found` for one that is not on its list. */
export async function removeUnwanted(db: Queryable, accountId: string, address: string) {
  const [row] = await db
    .deleteFrom('unwanted_addresses')
    .where('account_id', '=', accountId)
    .where('address', '=', address.toLowerCase())
    .returningAll()
    .execute();
  if (!row) throw missing('address', address);
  return toUnwanted(row);
}

export async function listUnwanted(db: Queryable, accountId: string, { page, per_page, direction }: Page) {
  const own = db.selectFrom('unwanted_addresses').where('account_id', '=', accountId);
  const { total } = await own.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('address', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { items: rows.map(toUnwanted), total: Number(total) };
}

function toUnwanted({ address, reason, created_at }: UnwantedAddressesTable) {
  return { address, reason, created_at: toTimestamp(created_at) };
}

/** The token of the link by which an address is taken off; the same in every e-mail to it while the key is the same. */
export async function unsubscribeToken(
  db: Queryable,
  linkKey: Buffer,
  accountId: string,
  recipient: string,
): Promise<string> {
  const address = recipient.toLowerCase();
  const token = deriveSecret(linkKey, `unsubscribe ${accountId} ${address}`);
  await db
    .insertInto('unsubscribe_links')
    .values({ token_hash: hash('sha256', token), account_id: accountId, address })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
  return token;
}

/** Whom a link stands for; undefined for one that leads nowhere. */
export async function findUnsubscribeLink(db: Queryable, token: string) {
  return db
    .selectFrom('unsubscribe_links')
    .innerJoin('accounts', 'accounts.id', 'unsubscribe_links.account_id')
    .select(['unsubscribe_links.account_id', 'address', 'accounts.name as account_name'])
    .where('token_hash', '=', hash('sha256', token))
    .executeTakeFirst();
}
