import { sql } from 'kysely';
import { databaseTime } from '../src/platform/database/engine.ts';
import type { Database } from '../src/platform/database/tables.ts';

const jobsPerStatement = 20_000;

/** The accounts, each with a project, whose jobs `enqueueMany` enters. */
export async function givenOwners(db: Database, accounts: number): Promise<void> {
  await sql`insert into accounts (id, name, plan, add_ons, created_at, updated_at)
    ${numbers(1, accounts)} select 'acc_' || n, 'Bench', 'agency', '[]', '', '' from numbers`.execute(db);
  await sql`insert into projects (id, account_id, name, status, time_zone, currency, locale, settings, created_at, updated_at)
    ${numbers(1, accounts)}
    select 'prj_' || n, 'acc_' || n, 'Bench', 'active', 'UTC', 'EUR', 'en', '{}', '', '' from numbers`.execute(db);
}

/** Inserts as many jobs as starts would have, alternating between the accounts, in statements of limited size. */
export async function enqueueMany(db: Database, jobs: number, accounts: number): Promise<void> {
  for (let from = 1; from <= jobs; from += jobsPerStatement) {
    const owner = sql`(1 + n % ${sql.lit(accounts)})`;
    await sql`insert into jobs (id, type, status, account_id, project_id, source, request, attempt, max_attempts, due_at,
        stage, progress_completed, progress_total, live, created_at, updated_at)
      ${numbers(from, Math.min(from + jobsPerStatement - 1, jobs))}
      select 'gen_' || n, 'generation', 'queued', 'acc_' || ${owner}, 'prj_' || ${owner}, 'api', '{}', 1, 3,
        ${databaseTime(db)}, 'queued', 0, 0, 0, '', '' from numbers`.execute(db);
  }
  await sql`insert into job_queues (account_id, running, head_due_at)
    select id, 0, (select min(due_at) from jobs where account_id = accounts.id and status = 'queued')
    from accounts`.execute(db);
}

function numbers(from: number, to: number) {
  return sql`with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})`;
}
