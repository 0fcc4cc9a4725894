import { type Selectable, sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { AccountsTable, Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Plan } from '../../platform/http/caller.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import { checkName } from '../../platform/names.ts';
import { readNetwork } from '../../platform/networks.ts';
import { requirePlan } from './plans.ts';

/** The add-on that gives API access to a plan without it. */
const apiAddOn = 'api';
export const knownAddOns: readonly string[] = [apiAddOn];

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
  /** Grows with each change. */
  readonly revision: number;
}

export interface AccountFields {
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly addOns?: readonly string[] | undefined;
  /** Null for the service's defaults. */
  readonly perMinute?: number | null | undefined;
  readonly perDay?: number | null | undefined;
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
    revision: row.revision,
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

/** One page of all accounts, or of those whose names, or domains of single sign-on, contain a text, in any case. */
export async function pageOfAccounts(
  db: Queryable,
  { search = '' }: { readonly search?: string | undefined },
  { page, per_page, sort, direction }: Page & { readonly sort: 'created_at' | 'name' },
): Promise<PageOf<Account>> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const found = db.selectFrom('accounts').where(sql<boolean>`(lower(name) like ${pattern} escape '\\'
    or exists (select 1 from sso_domains where account_id = accounts.id and domain like ${pattern} escape '\\'))`);
  const rows = await found
    .selectAll()
    .orderBy(sort, direction)
    .orderBy('id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await found.select((select) => select.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { items: rows.map(toAccount), total: Number(total) };
}

/** Throws `not_found` when there is no such account. */
export async function getAccount(db: Queryable, id: string): Promise<Account> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('account', id);
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
export async function updateAccount(
  db: Queryable,
  id: string,
  fields: AccountChanges,
  checkRevision: CheckRevision = () => {},
): Promise<Account> {
  await lockAccount(db, id);
  const account = await getAccount(db, id);
  checkRevision(account.revision);
  await checkFields(db, fields);
  const addOns = changed(account.addOns, fields.addOns, fields.removeAddOns);
  const limit = (given: number | null | undefined, before: number | null) => (given === undefined ? before : given);
  const [allowed, removed] = [fields.allowNetworks, fields.removeNetworks].map((each) => each?.map(checkNetwork));
  await db
    .updateTable('accounts')
    .set({
      name: fields.name?.trim() ?? account.name,
      plan: fields.plan ?? account.plan,
      add_ons: JSON.stringify(addOns),
      allowed_networks: JSON.stringify(changed(account.allowedNetworks, allowed, removed)),
      data_roots: JSON.stringify(changed(account.dataRoots, fields.grantDataRoots, fields.removeDataRoots)),
      per_minute: limit(fields.perMinute, account.perMinute),
      per_day: limit(fields.perDay, account.perDay),
      revision: account.revision + 1,
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
    const message = `A network is written such as 10.0.0.0/8; ${(error as RangeError).message}.`;
    throw fieldFault('allowed_networks', 'format', message);
  }
}

async function checkFields(db: Queryable, fields: AccountFields): Promise<void> {
  if (fields.name !== undefined) checkName('an account', fields.name);
  const unknown = fields.addOns?.find((addOn) => !knownAddOns.includes(addOn));
  if (unknown) {
    throw fieldFault('add_ons', 'enum', `There is no add-on "${unknown}"; choose ${knownAddOns.join(', ')}.`);
  }
  if (fields.plan !== undefined) await requirePlan(db, fields.plan);
}
