import { sql } from 'kysely';
import { claimJob } from '../src/platform/jobs/claims.ts';
import { completeJob } from '../src/platform/jobs/held-job.ts';
import { createTestDatabase, type Engine, engines } from '../test/support/databases.ts';
import { enqueueMany, givenOwners } from './backlog.ts';

/** Milliseconds of one claim, including its commit to disk. */
export interface ClaimFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const claims = 400;
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
  await givenOwners(db, accounts);
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

if (import.meta.main) console.table(await benchClaim());
