import { domainToASCII } from 'node:url';
import { lockName, shareName } from '../../platform/database/name-lock.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { emailKey } from './emails.ts';
import type { UserRow } from './users.ts';

/** The domain of an e-mail address as domains are stored: in lower case, ASCII; empty for none. */
export function domainOf(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  return at < 0 ? '' : domainToASCII(key.slice(at + 1));
}

function selectRequired(db: Queryable, email: string) {
  return db
    .selectFrom('sso_domains')
    .innerJoin('sso_providers', 'sso_providers.account_id', 'sso_domains.account_id')
    .where('sso_domains.domain', '=', domainOf(email))
    .where('sso_providers.mode', '=', 'required');
}

/** Whether people with addresses of this domain have to come by single sign-on; says nothing of who exists. */
export async function isRequiredAt(db: Queryable, email: string): Promise<boolean> {
  return (await selectRequired(db, email).select('sso_domains.domain').executeTakeFirst()) !== undefined;
}

/**
 * Whether a user comes by single sign-on and by nothing else: a member of the account that has the domain of their
 * address, where it is required. Owners of that account keep their own way in, and so do operators.
 */
export async function comesBySingleSignOn(
  db: Queryable,
  { id, email, operator }: Pick<UserRow, 'id' | 'email' | 'operator'>,
): Promise<boolean> {
  if (operator === 1) return false;
  const bound = await selectRequired(db, email)
    .innerJoin('memberships', 'memberships.account_id', 'sso_domains.account_id')
    .select('memberships.user_id')
    .where('memberships.user_id', '=', id)
    .where('memberships.role', '!=', 'owner')
    .executeTakeFirst();
  return bound !== undefined;
}

/** Throws `sso_required` unless a user may begin a session by their own means, now and until the transaction ends. */
export async function requireOwnWay(transaction: Queryable, userId: string): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'operator'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  await shareName(transaction, nameOf(domainOf(user.email)));
  if (await comesBySingleSignOn(transaction, user)) throw new ServiceError('sso_required');
}

/** Makes sessions that begin by people's own means at these domains wait until the transaction ends, and it for them. */
export async function lockDomains(transaction: Queryable, domains: readonly string[]): Promise<void> {
  for (const domain of [...domains].sort()) await lockName(transaction, nameOf(domain));
}

function nameOf(domain: string): string {
  return `sign-on at ${domain}`;
}
