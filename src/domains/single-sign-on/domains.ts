import { domainToASCII } from 'node:url';
import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { lockDomains } from '../users/required-sign-on.ts';
import { endOtherSessions } from './enforcement.ts';

/** A name of DNS with at least two labels (RFC 1035, section 2.3.1). */
const form = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** What a fault of a domain names: that of a list, by its place. */
const field = (index: number) => `sso_domains.${index}`;

/** The domain as it is stored and compared: in lower case, ASCII. Throws a fault of its place. */
export function checkDomain(text: string, index = 0): string {
  const domain = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  if (form.test(domain)) return domain;
  throw fieldFault(field(index), 'format', `A domain is written such as example.com, not "${text}".`);
}

/** The domains of an account, by name. */
export async function listDomains(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sso_domains')
    .select('domain')
    .where('account_id', '=', accountId)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** The domains by account and name, of the accounts that have some: of all, or of those named. */
export async function domainsByAccount(
  db: Queryable,
  accountIds?: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  let found = db.selectFrom('sso_domains').select(['account_id', 'domain']).orderBy('domain');
  if (accountIds) found = found.where('account_id', 'in', accountIds);
  const rows = accountIds?.length === 0 ? [] : await found.execute();
  const domains = new Map<string, string[]>();
  for (const { account_id, domain } of rows) domains.set(account_id, [...(domains.get(account_id) ?? []), domain]);
  return domains;
}

export interface DomainChanges {
  readonly granted?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
}

/**
 * Gives an account domains of e-mail addresses, and takes some away. Where it requires single sign-on, sessions that their
 * people began otherwise end at once. Throws a fault of the domain, also for one that another account has.
 */
export async function changeDomains(
  transaction: Queryable,
  accountId: string,
  { granted = [], removed = [] }: DomainChanges,
): Promise<void> {
  const [adding, leaving] = [granted.map(checkDomain), removed.map(checkDomain)];
  await lockAccount(transaction, accountId);
  await lockDomains(transaction, [...new Set([...adding, ...leaving])]);
  if (leaving.length > 0) {
    await transaction
      .deleteFrom('sso_domains')
      .where('account_id', '=', accountId)
      .where('domain', 'in', leaving)
      .execute();
  }
  for (const [index, domain] of adding.entries()) await grantDomain(transaction, accountId, domain, index);
  await endOtherSessions(transaction, accountId);
}

/** Gives an account these domains and no others, as `changeDomains` does. */
export async function replaceDomains(
  transaction: Queryable,
  accountId: string,
  domains: readonly string[],
): Promise<void> {
  await lockAccount(transaction, accountId);
  const next = new Set(domains.map(checkDomain));
  const removed = (await listDomains(transaction, accountId)).filter((domain) => !next.has(domain));
  await changeDomains(transaction, accountId, { granted: domains, removed });
}

async function grantDomain(transaction: Queryable, accountId: string, domain: string, index: number): Promise<void> {
  const values = { domain, account_id: accountId, created_at: new Date().toISOString() };
  await transaction
    .insertInto('sso_domains')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { account_id } = await transaction
    .selectFrom('sso_domains')
    .select('account_id')
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  if (account_id === accountId) return;
  throw fieldFault(field(index), 'unique', `The account ${account_id} has the domain ${domain}; take it away there.`);
}
