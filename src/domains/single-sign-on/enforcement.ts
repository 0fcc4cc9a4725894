import type { Queryable } from '../../platform/database/tables.ts';
import { domainOf } from '../users/required-sign-on.ts';

/** How many users' sessions are ended by one statement. */
const batch = 500;

/** Ends the sessions that began by single sign-on of an account, in every process; returns how many. */
export async function endSignOnSessions(transaction: Queryable, accountId: string): Promise<number> {
  const own = transaction.selectFrom('sso_identities').select('id').where('account_id', '=', accountId);
  const { numDeletedRows } = await transaction
    .deleteFrom('sessions')
    .where('identity_id', 'in', own)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Where an account requires single sign-on, ends the sessions that its people began by their own means, in every process;
 * returns how many. The domains are locked, so that none begins meanwhile.
 */
export async function endOtherSessions(transaction: Queryable, accountId: string): Promise<number> {
  const required = await transaction
    .selectFrom('sso_providers')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('mode', '=', 'required')
    .executeTakeFirst();
  const ids = required ? (await listBound(transaction, accountId)).map(({ id }) => id) : [];
  let ended = 0;
  for (let from = 0; from < ids.length; from += batch) {
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where('user_id', 'in', ids.slice(from, from + batch))
      .where('identity_id', 'is', null)
      .executeTakeFirst();
    ended += Number(numDeletedRows);
  }
  return ended;
}

/** How many of those whom a requirement would bind could not come in by the provider yet. */
export async function countUnlinked(db: Queryable, accountId: string): Promise<number> {
  const linked = await db.selectFrom('sso_identities').select('user_id').where('account_id', '=', accountId).execute();
  const known = new Set(linked.map(({ user_id }) => user_id));
  return (await listBound(db, accountId)).filter(({ id }) => !known.has(id)).length;
}

/** The members with addresses of the account's domains who are no owners and no operators. */
async function listBound(db: Queryable, accountId: string): Promise<{ readonly id: string }[]> {
  const domains = await db.selectFrom('sso_domains').select('domain').where('account_id', '=', accountId).execute();
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email'])
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', '!=', 'owner')
    .where('users.operator', '=', 0)
    .execute();
  const own = new Set(domains.map(({ domain }) => domain));
  return members.filter(({ email }) => own.has(domainOf(email)));
}
