import { sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { countGenerationsThisMonth } from '../job-summaries/job-summaries.ts';
import { countMembers } from '../members/members.ts';
import { countProjects } from '../projects/projects.ts';

const dayMs = 86_400_000;
const day = sql<string>`substr(created_at, 1, 10)`;
/** Before today. */
const daysShown = 30;

/** How much of what the plan allows is used. */
export async function readPlanUsage(db: Database, { account, plan }: Pick<Caller, 'account' | 'plan'>) {
  const [projects, generations, members] = await Promise.all([
    countProjects(db, account.id),
    countGenerationsThisMonth(db, account.id),
    countMembers(db, account.id),
  ]);
  return {
    projects: { used: projects, limit: plan.maxProjects },
    generations_this_month: { used: generations, limit: plan.maxGenerationsPerMonth },
    members: { used: members, limit: plan.maxMembers },
  };
}

export interface UsageDay {
  readonly date: string;
  readonly generations: number;
  readonly completed: number;
  readonly exports: number;
}

/** What the account has started on each of the last 30 days (UTC) and today, the oldest first. */
export async function listUsageDays(db: Queryable, accountId: string, now = Date.now()): Promise<UsageDay[]> {
  const dates = Array.from({ length: daysShown + 1 }, (_, index) => dayOf(now - (daysShown - index) * dayMs));
  // By project, since that is what the jobs of a time are found by.
  const projects = db.selectFrom('projects').select('id').where('account_id', '=', accountId);
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => [day.as('date'), 'type', 'status', fn.countAll().as('number')])
    .where('project_id', 'in', projects)
    .where('created_at', '>=', dates[0] ?? '')
    .groupBy([day, 'type', 'status'])
    .execute();
  return dates.map((date) => {
    const own = rows.filter((row) => row.date === date);
    const count = (type: string, status?: string) =>
      own
        .filter((row) => row.type === type && (status === undefined || row.status === status))
        .reduce((sum, { number }) => sum + Number(number), 0);
    const generations = count('generation');
    return { date, generations, completed: count('generation', 'completed'), exports: count('export') };
  });
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
