import { sql } from 'kysely';
import { databaseTime } from '../src/platform/database/engine.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { claimJob } from '../src/platform/jobs/claims.ts';
import { completeJob } from '../src/platform/jobs/held-job.ts';
import { createTestDatabase, type Engine, engines } from '../test/support/databases.ts';

/** Milliseconds of one claim, including its commit to disk. */
export interface ClaimFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const claims = 400;
const jobsPerStatement = 20_000;
const maxRunningPerAccount = 4;
const backlogs = [
  { jobs: 1_000, accounts: 10 },
  { jobs: 100_000, accounts: 10 },
  { jobs: 1_000_000, accounts: 10 },
  { jobs: 100_000, accounts: 10_000 },
];

/** Measures claims from backlogs of growing size, and of many accounts, on each engine. */
export async function benchClaim(): Promise<Record<string, ClaimFigures>> {
  const figures: Record<string, ClaimFigures> = {};
  for (const engine of engines) {
    for (const backlog of backlogs) {
      figures[`${engine}: ${backlog.jobs} jobs of ${backlog.accounts} accounts`] = await measure(engine, backlog);
    }
  }
  return figures;
}

async function measure(engine: Engine, { jobs, accounts }: (typeof backlogs)[number]): Promise<ClaimFigures> {
  await using database = await createTestDatabase(engine);
  const { db } = database;
  await enqueueMany(db, jobs, accounts);
  if (engine === 'postgres') await sql`vacuum analyze`.execute(db);
  const times: number[] = [];
  for (let index = 0; index < claims; index++) {
    const started = performance.now();
    const job = await claimJob(db, 'bench', maxRunningPerAccount);
    times.push(performance.now() - started);
    if (!job || !(await completeJob(db, job, {}))) throw new Error('no job could be claimed');
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50Ms: sorted[claims * 0.5] ?? Number.NaN, p99Ms: sorted[claims * 0.99] ?? Number.NaN };
}

/** Inserts as many jobs as starts would have, alternating between accounts, in statements of limited size. */
async function enqueueMany(db: Database, jobs: number, accounts: number): Promise<void> {
  const numbers = (from: number, to: number) =>
    sql`with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})`;
  await sql`insert into accounts (id, name, plan, add_ons, created_at, updated_at)
    ${numbers(1, accounts)} select 'acc_' || n, 'Bench', 'agency', '[]', '', '' from numbers`.execute(db);
  await sql`insert into projects (id, account_id, name, status, time_zone, currency, locale, settings, created_at, updated_at)
    ${numbers(1, accounts)}
    select 'prj_' || n, 'acc_' || n, 'Bench', 'active', 'UTC', 'EUR', 'en', '{}', '', '' from numbers`.execute(db);
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

if (import.meta.main) console.table(await benchClaim());
