import type { Selectable } from 'kysely';
import type { AccountSecurityTable, Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import { clientLiesWithin, readNetwork } from '../../platform/networks.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { endLapsedSessions } from '../users/sessions.ts';

/** What an account asks of the people who work in it. Tokens are asked for none of it. */
export interface AccountSecurity {
  readonly requireSecondFactor: boolean;
  /** Networks (CIDR) that people may come from; empty for everywhere. */
  readonly allowedNetworks: readonly string[];
  /** Null for the times of the service. */
  readonly sessionIdleMinutes: number | null;
  readonly sessionLongestMinutes: number | null;
  /** Grows with each change; 0 before the first. */
  readonly revision: number;
}

type SecurityChanges = {
  readonly [Field in keyof Omit<AccountSecurity, 'revision'>]?: AccountSecurity[Field] | undefined;
};

const untouched: AccountSecurity = {
  requireSecondFactor: false,
  allowedNetworks: [],
  sessionIdleMinutes: null,
  sessionLongestMinutes: null,
  revision: 0,
};

function toSecurity(row: Selectable<AccountSecurityTable> | undefined): AccountSecurity {
  if (!row) return untouched;
  return {
    requireSecondFactor: row.require_second_factor === 1,
    allowedNetworks: readNetworks(row.allowed_networks),
    sessionIdleMinutes: row.session_idle_minutes,
    sessionLongestMinutes: row.session_longest_minutes,
    revision: row.revision,
  };
}

/** The networks of a stored row; none where there is no row. */
export function readNetworks(stored: string | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}

/** What an account asks, as of now: of one that never chose, nothing. */
export async function getAccountSecurity(db: Queryable, accountId: string): Promise<AccountSecurity> {
  const own = db.selectFrom('account_security').selectAll().where('account_id', '=', accountId);
  return toSecurity(await own.executeTakeFirst());
}

/** Those of the accounts that let people in from an address. */
export async function accountsOpenTo(db: Queryable, accountIds: readonly string[], address: string): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('account_security')
    .select(['account_id', 'allowed_networks'])
    .where('account_id', 'in', accountIds)
    .execute();
  const isClosed = (id: string) =>
    rows.some((row) => row.account_id === id && !clientLiesWithin(address, readNetworks(row.allowed_networks)));
  return accountIds.filter((id) => !isClosed(id));
}

interface SecurityTerms {
  /** Where whoever makes the change calls from, which the networks have to contain; null for a command. */
  readonly address: string | null;
  readonly checkRevision?: CheckRevision;
}

/**
 * Changes what is given of it; takes effect at once in every process, since each request reads it. Throws a fault of
 * `allowed_networks` for what is no network, and for a list that would keep out whoever sends it; throws `edit_conflict`.
 */
export async function saveAccountSecurity(
  transaction: Queryable,
  accountId: string,
  changes: SecurityChanges,
  { address, checkRevision = () => {} }: SecurityTerms,
): Promise<AccountSecurity> {
  await lockAccount(transaction, accountId);
  const before = await getAccountSecurity(transaction, accountId);
  checkRevision(before.revision);
  const { allowedNetworks = before.allowedNetworks, ...given } = changes;
  const networks = [...new Set(allowedNetworks.map(checkNetwork))];
  if (address !== null && !clientLiesWithin(address, networks)) throw lockedOut(address);
  // By the times so far, so that longer ones bring none of them back.
  await endLapsedSessions(transaction, accountId);
  const pick = <Value>(value: Value | undefined, stored: Value) => (value === undefined ? stored : value);
  const values = {
    require_second_factor: pick(given.requireSecondFactor, before.requireSecondFactor) ? 1 : 0,
    allowed_networks: JSON.stringify(networks),
    session_idle_minutes: pick(given.sessionIdleMinutes, before.sessionIdleMinutes),
    session_longest_minutes: pick(given.sessionLongestMinutes, before.sessionLongestMinutes),
    revision: before.revision + 1,
    updated_at: new Date().toISOString(),
  };
  await transaction
    .insertInto('account_security')
    .values({ account_id: accountId, created_at: values.updated_at, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
  return getAccountSecurity(transaction, accountId);
}

function checkNetwork(text: string): string {
  try {
    return readNetwork(text.trim());
  } catch (error) {
    const message = `A network is such as 203.0.113.0/24 or 2001:db8::/32: ${(error as RangeError).message}.`;
    throw fieldFault('allowed_networks', 'network', message);
  }
}

function lockedOut(address: string) {
  const message = `You call from ${address}, which none of these networks contains; this would lock you out.`;
  return fieldFault('allowed_networks', 'own_address', message);
}
