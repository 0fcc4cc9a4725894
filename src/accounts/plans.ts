import type { Queryable } from '../database/tables.ts';
import { OperatorError } from '../errors.ts';

/** What an account may do. Null is unlimited (contract section 4). */
export interface Plan {
  readonly name: string;
  readonly apiAccess: boolean;
  readonly maxProjects: number | null;
  readonly maxConnectionsPerProject: number | null;
  /** Within a calendar month in UTC. */
  readonly maxGenerationsPerMonth: number | null;
}

/** The plan's columns under an alias of their own, for queries that join them. */
export const planColumns = [
  'plans.name as plan_name',
  'plans.api_access',
  'plans.max_projects',
  'plans.max_connections_per_project',
  'plans.max_generations_per_month',
] as const;

export interface PlanRow {
  plan_name: string;
  api_access: number;
  max_projects: number | null;
  max_connections_per_project: number | null;
  max_generations_per_month: number | null;
}

export function toPlan(row: PlanRow): Plan {
  return {
    name: row.plan_name,
    apiAccess: row.api_access === 1,
    maxProjects: row.max_projects,
    maxConnectionsPerProject: row.max_connections_per_project,
    maxGenerationsPerMonth: row.max_generations_per_month,
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

/** Throws an OperatorError that names the plans there are when `name` is none of them. */
export async function requirePlan(db: Queryable, name: string): Promise<void> {
  const plans = await db.selectFrom('plans').select('name').orderBy('name').execute();
  const names = plans.map((plan) => plan.name);
  if (!names.includes(name)) throw new OperatorError(`There is no plan "${name}"; choose one of ${names.join(', ')}.`);
}
