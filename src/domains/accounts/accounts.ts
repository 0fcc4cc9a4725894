import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { AccountsTable, Queryable } from '../../platform/database/tables.ts';
import { OperatorError, ServiceError } from '../../platform/errors.ts';
import type { Plan } from '../../platform/http/caller.ts';
import { checkName } from '../../platform/names.ts';
import { readNetwork } from '../../platform/networks.ts';
import { requirePlan } from './plans.ts';

/** The add-on that gives API access to a plan without it. */
const apiAddOn = 'api';
const knownAddOns: readonly string[] = [apiAddOn];

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly addOns: readonly string[];
  /** The account's own request limits; null for the service's defaults. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** The private networks that the customer's own connections may reach, where the installation allows them. */
  readonly allowedNetworks: readonly string[];
  /** The folders that the customer's own connections may read, where they lie within the installation's data roots. */
  readonly dataRoots: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AccountFields {
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly addOns?: readonly string[] | undefined;
  readonly perMinute?: number | undefined;
  readonly perDay?: number | undefined;
}

function toAccount(row: Selectable<AccountsTable>): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    addOns: JSON.parse(row.add_ons),
    perMinute: row.per_minute,
    perDay: row.per_day,
    allowedNetworks: JSON.parse(row.allowed_networks),
    dataRoots: JSON.parse(row.data_roots),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What gives the account API access (C-PLAN-1); throws `api_access_required` if nothing does. */
export function getApiAccess(addOns: readonly string[], plan: Plan): 'plan' | 'add_on' {
  if (plan.apiAccess) return 'plan';
  if (addOns.includes(apiAddOn)) return 'add_on';
  throw new ServiceError('api_access_required');
}

export async function createAccount(
  db: Queryable,
  fields: AccountFields & { readonly name: string; readonly plan: string },
): Promise<Account> {
  await checkFields(db, fields);
  const now = new Date().toISOString();
  const row: Selectable<AccountsTable> = {
    id: newIdentifier('acc'),
    name: fields.name.trim(),
    plan: fields.plan,
    add_ons: JSON.stringify([...new Set(fields.addOns)]),
    per_minute: fields.perMinute ?? null,
    per_day: fields.perDay ?? null,
    allowed_networks: '[]',
    brand: null,
    data_roots: '[]',
    created_at: now,
    updated_at: now,
    revision: 1,
  };
  await db.insertInto('accounts').values(row).execute();
  return toAccount(row);
}

export async function listAccounts(db: Queryable): Promise<Account[]> {
  return (await db.selectFrom('accounts').selectAll().orderBy('id').execute()).map(toAccount);
}

/** Throws an OperatorError when there is no such account. */
export async function getAccount(db: Queryable, id: string): Promise<Account> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new OperatorError(`There is no account ${id}; "accounts list" shows them.`);
  return toAccount(row);
}

/** What is changed of an account; `allowNetworks` are CIDRs, `grantDataRoots` real absolute paths. */
export interface AccountChanges extends AccountFields {
  readonly removeAddOns?: readonly string[] | undefined;
  readonly allowNetworks?: readonly string[] | undefined;
  readonly removeNetworks?: readonly string[] | undefined;
  readonly grantDataRoots?: readonly string[] | undefined;
  readonly removeDataRoots?: readonly string[] | undefined;
}

/** Changes the given fields; takes effect at once, since every request reads them. */
export async function updateAccount(db: Queryable, id: string, fields: AccountChanges): Promise<Account> {
  if (Object.values(fields).every((value) => value === undefined)) {
    throw new OperatorError('There is nothing to change; "accounts update --help" lists what can be.');
  }
  await lockAccount(db, id);
  const account = await getAccount(db, id);
  await checkFields(db, fields);
  const addOns = changed(account.addOns, fields.addOns, fields.removeAddOns);
  const [allowed, removed] = [fields.allowNetworks, fields.removeNetworks].map((each) => each?.map(checkNetwork));
  await db
    .updateTable('accounts')
    .set({
      name: fields.name?.trim() ?? account.name,
      plan: fields.plan ?? account.plan,
      add_ons: JSON.stringify(addOns),
      allowed_networks: JSON.stringify(changed(account.allowedNetworks, allowed, removed)),
      data_roots: JSON.stringify(changed(account.dataRoots, fields.grantDataRoots, fields.removeDataRoots)),
      per_minute: fields.perMinute ?? account.perMinute,
      per_day: fields.perDay ?? account.perDay,
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute();
  return getAccount(db, id);
}

/** Makes concurrent changes and counts wait for each other; on SQLite the transaction alone does that. */
export async function lockAccount(transaction: Queryable, id: string): Promise<void> {
  if (isPostgres(transaction)) await selectLocked(transaction, id);
}

const selectLocked = prepared<{ id: string }, [string]>(1, (db, id) =>
  db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate(),
);

function changed(before: readonly string[], added: readonly string[] = [], removed: readonly string[] = []): string[] {
  return [...new Set([...before, ...added])].filter((each) => !removed.includes(each));
}

function checkNetwork(text: string): string {
  try {
    return readNetwork(text);
  } catch (error) {
    throw new OperatorError(`A network is written such as 10.0.0.0/8; ${(error as RangeError).message}.`);
  }
}

async function checkFields(db: Queryable, fields: AccountFields): Promise<void> {
  if (fields.name !== undefined) checkName('an account', fields.name);
  const unknown = fields.addOns?.find((addOn) => !knownAddOns.includes(addOn));
  if (unknown) throw new OperatorError(`There is no add-on "${unknown}"; choose ${knownAddOns.join(', ')}.`);
  if (fields.plan !== undefined) await requirePlan(db, fields.plan);
}
