import { sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { lockName } from '../../platform/database/name-lock.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Plan } from '../../platform/http/caller.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import { isPlainName } from '../../platform/names.ts';

/** The plan's columns under their own aliases, for queries that join them. */
export const planColumns = [
  'plans.name as plan_name',
  'plans.api_access',
  'plans.max_projects',
  'plans.max_connections_per_project',
  'plans.max_generations_per_month',
  'plans.max_members',
  'plans.max_watches',
  'plans.max_upload_mb',
  'plans.min_keep_months',
] as const;

export interface PlanRow {
  plan_name: string;
  api_access: number;
  max_projects: number | null;
  max_connections_per_project: number | null;
  max_generations_per_month: number | null;
  max_members: number | null;
  max_watches: number | null;
  max_upload_mb: number | null;
  min_keep_months: number | null;
}

/** A plan as operators see it. */
export interface PlanRecord extends Plan {
  /** How many accounts have it. */
  readonly accounts: number;
  /** Grows with each change. */
  readonly revision: number;
}

/** What an operator decides about a plan; a bound that is null is none. */
export type PlanFields = { readonly [Field in keyof Plan]?: Plan[Field] | undefined };

const bytesPerMb = 1_000_000;
/** The most months that reports can be kept for, unless it is for ever. */
export const mostKeepMonths = 600;

export function toPlan(row: PlanRow): Plan {
  return {
    name: row.plan_name,
    apiAccess: row.api_access === 1,
    maxProjects: row.max_projects,
    maxConnectionsPerProject: row.max_connections_per_project,
    maxGenerationsPerMonth: row.max_generations_per_month,
    maxMembers: row.max_members,
    maxWatches: row.max_watches,
    maxUploadBytes: row.max_upload_mb === null ? null : row.max_upload_mb * bytesPerMb,
    minKeepMonths: row.min_keep_months,
  };
}

function toRow(plan: Plan) {
  return {
    name: plan.name,
    api_access: plan.apiAccess ? 1 : 0,
    max_projects: plan.maxProjects,
    max_connections_per_project: plan.maxConnectionsPerProject,
    max_generations_per_month: plan.maxGenerationsPerMonth,
    max_members: plan.maxMembers,
    max_watches: plan.maxWatches,
    max_upload_mb: plan.maxUploadBytes === null ? null : plan.maxUploadBytes / bytesPerMb,
    min_keep_months: plan.minKeepMonths,
  };
}

/** The plan of an account. Throws when the account is gone. */
export async function getPlanOfAccount(db: Queryable, accountId: string): Promise<Plan> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('plans', 'plans.name', 'accounts.plan')
    .select(planColumns)
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return toPlan(row);
}

const selectPlans = (db: Queryable) =>
  db
    .selectFrom('plans')
    .select(planColumns)
    .select('plans.revision')
    .select((select) =>
      select
        .selectFrom('accounts')
        .whereRef('accounts.plan', '=', 'plans.name')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('accounts'),
    );

const toRecord = ({ revision, accounts, ...row }: PlanRow & { revision: number; accounts: unknown }): PlanRecord => ({
  ...{ ...toPlan(row), revision, accounts: Number(accounts) },
});

/** All plans, by name. */
export async function listPlans(db: Queryable): Promise<PlanRecord[]> {
  return (await selectPlans(db).orderBy('name').execute()).map(toRecord);
}

/** Throws `not_found` when there is no such plan. */
export async function getPlan(db: Queryable, name: string): Promise<PlanRecord> {
  const row = await selectPlans(db).where('plans.name', '=', name).executeTakeFirst();
  if (!row) throw missing('plan', name);
  return toRecord(row);
}

/** Adds a plan; bounds that are not given are none. Throws a fault of the field at fault. */
export async function createPlan(db: Queryable, fields: PlanFields & { readonly name: string }): Promise<PlanRecord> {
  await lockPlans(db);
  await checkFields(db, fields);
  const unbounded = { maxProjects: null, maxConnectionsPerProject: null, maxGenerationsPerMonth: null };
  const plan = {
    apiAccess: false,
    ...unbounded,
    maxMembers: null,
    maxWatches: null,
    maxUploadBytes: null,
    minKeepMonths: null,
    ...given(fields),
  };
  await db.insertInto('plans').values(toRow(plan)).execute();
  return getPlan(db, plan.name);
}

/**
 * Changes the given fields for all accounts of the plan, at once: whoever has more than a new bound keeps it and gets no more.
 * Throws `not_found`, `edit_conflict`, or a fault of the field at fault.
 */
export async function updatePlan(
  db: Queryable,
  name: string,
  fields: PlanFields,
  checkRevision: CheckRevision = () => {},
): Promise<PlanRecord> {
  await lockPlans(db);
  const { accounts: _, revision, ...before } = await getPlan(db, name);
  checkRevision(revision);
  await checkFields(db, fields, name);
  const after = { ...before, ...given(fields) };
  const row = { ...toRow(after), revision: revision + 1 };
  if (after.name === name) await db.updateTable('plans').set(row).where('name', '=', name).execute();
  else await rename(db, name, row);
  return getPlan(db, after.name);
}

/** Accounts name their plan, so that it gets its new name beside the old one, which goes when nobody has it any more. */
async function rename(db: Queryable, name: string, row: ReturnType<typeof toRow> & { readonly revision: number }) {
  await db.insertInto('plans').values(row).execute();
  await lockPlan(db, name);
  const moved = { plan: row.name, revision: sql<number>`revision + 1`, updated_at: new Date().toISOString() };
  await db.updateTable('accounts').set(moved).where('plan', '=', name).execute();
  await db.deleteFrom('plans').where('name', '=', name).execute();
}

/** Throws `not_found`, or `plan_in_use` for one that accounts have and for the last one. */
export async function removePlan(db: Queryable, name: string): Promise<PlanRecord> {
  await lockPlans(db);
  await lockPlan(db, name);
  const plan = await getPlan(db, name);
  if (plan.accounts > 0) throw new ServiceError('plan_in_use');
  if ((await listPlans(db)).length === 1) {
    throw new ServiceError('plan_in_use', { message: 'This is the only plan, and accounts need one.' });
  }
  await db.deleteFrom('plans').where('name', '=', name).execute();
  return plan;
}

/** Throws a fault of the field `plan` that lists the plans when `name` is not one of them. */
export async function requirePlan(db: Queryable, name: string): Promise<void> {
  const named = db.selectFrom('plans').select('name').where('name', '=', name);
  // Until the account has it, nobody removes or renames it.
  if (await (isPostgres(db) ? named.forKeyShare() : named).executeTakeFirst()) return;
  const names = (await listPlans(db)).map((plan) => plan.name);
  throw fieldFault('plan', 'exists', `There is no plan "${name}"; choose one of ${names.join(', ')}.`);
}

const lockPlans = (db: Queryable) => lockName(db, 'plans');

async function lockPlan(db: Queryable, name: string): Promise<void> {
  if (isPostgres(db)) await db.selectFrom('plans').select('name').where('name', '=', name).forUpdate().execute();
}

function given<Fields extends PlanFields>(fields: Fields) {
  const told = Object.entries({ ...fields, name: fields.name?.trim() }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told) as { readonly [Field in keyof Fields]: Exclude<Fields[Field], undefined> };
}

async function checkFields(db: Queryable, { name, maxUploadBytes }: PlanFields, before?: string): Promise<void> {
  if ((maxUploadBytes ?? 0) % bytesPerMb !== 0) {
    throw fieldFault('max_upload_bytes', 'multiple', `max_upload_bytes takes whole MB: multiples of ${bytesPerMb}.`);
  }
  const wanted = name?.trim();
  if (wanted === undefined || wanted === before) return;
  if (!isPlainName(wanted)) {
    const message =
      'The name of a plan begins with a letter or digit and has at most 60 letters, digits, spaces and . _ + -';
    throw fieldFault('name', 'pattern', message);
  }
  const isTaken = (await listPlans(db)).some(
    (plan) => plan.name !== before && plan.name.toLowerCase() === wanted.toLowerCase(),
  );
  if (isTaken) throw fieldFault('name', 'unique', `There is a plan "${wanted}" already.`);
}
