import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Plan } from '../../platform/http/caller.ts';

/** The plan's columns under their own aliases, for queries that join them. */
export const planColumns = [
  'plans.name as plan_name',
  'plans.api_access',
  'plans.max_projects',
  'plans.max_connections_per_project',
  'plans.max_generations_per_month',
  'plans.max_members',
  'plans.max_upload_mb',
] as const;

export interface PlanRow {
  plan_name: string;
  api_access: number;
  max_projects: number | null;
  max_connections_per_project: number | null;
  max_generations_per_month: number | null;
  max_members: number | null;
  max_upload_mb: number | null;
}

export function toPlan(row: PlanRow): Plan {
  return {
    name: row.plan_name,
    apiAccess: row.api_access === 1,
    maxProjects: row.max_projects,
    maxConnectionsPerProject: row.max_connections_per_project,
    maxGenerationsPerMonth: row.max_generations_per_month,
    maxMembers: row.max_members,
    maxUploadBytes: row.max_upload_mb === null ? null : row.max_upload_mb * 1_000_000,
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

/** All plans, by name. */
export async function listPlans(db: Queryable): Promise<Plan[]> {
  return (await db.selectFrom('plans').select(planColumns).orderBy('name').execute()).map(toPlan);
}

/** Throws a fault of the field `plan` that lists the plans when `name` is not one of them. */
export async function requirePlan(db: Queryable, name: string): Promise<void> {
  const plans = await db.selectFrom('plans').select('name').orderBy('name').execute();
  const names = plans.map((plan) => plan.name);
  if (names.includes(name)) return;
  throw fieldFault('plan', 'exists', `There is no plan "${name}"; choose one of ${names.join(', ')}.`);
}
