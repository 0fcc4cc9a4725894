import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { connectDatabase, type DatabaseLocation } from '../src/platform/database/connect.ts';
import { migrate, runBackfills } from '../src/platform/database/migrate.ts';
import type { Migration } from '../src/platform/database/migration.ts';
import { migrations } from '../src/platform/database/migrations/index.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { completeJob } from '../src/platform/jobs/held-job.ts';
import { claim, givenCustomer, nothing, start } from '../test/platform/jobs/queued-jobs.ts';
import { createFreshDatabase, engines } from '../test/support/databases.ts';
import { jobsOfTenYears } from './rows.ts';

/** Of the last one named: 10^7 takes some 12 GB and a quarter of an hour. */
const rows = Number((process.env.BENCH_ROWS ?? '1000000').split(',').at(-1));

const measured: Migration = {
  name: '9000-measured',
  kind: 'expand',
  steps: [
    'alter table jobs add column measured integer',
    'create index jobs_measured on jobs (account_id, measured)',
    { backfill: 'jobs', key: 'id', set: 'measured = length(request)', where: 'measured is null' },
  ],
};
const known = [...migrations, measured];

interface MigrationFigures {
  readonly rows: number;
  /** Of the column and the index, and of the backfill, in seconds. */
  readonly migrateS: number;
  readonly backfillS: number;
  readonly writes: number;
  /** Of one write, in milliseconds, while nothing was migrated and meanwhile. */
  readonly longestBeforeMs: number;
  readonly longestMs: number;
}

/** The steps of an expand migration over many jobs, as processes run them, beside a worker that starts, claims and completes jobs. */
export async function benchMigrations(): Promise<Record<string, MigrationFigures>> {
  if (!engines.includes('postgres')) return {};
  await using database = await createFreshDatabase('postgres');
  const { db, location } = database;
  if (location.engine !== 'postgres') return {};
  await fill(db, location.url);
  const idle = startWriting(db, location);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const before = await idle.stop();
  const writing = startWriting(db, location);
  // Like the command, which waits for the statements of its migrations.
  const migrator = connectDatabase({ ...location, poolSize: 2, isPatient: true });
  const began = performance.now();
  await migrate(migrator, { known });
  const migrated = performance.now();
  await runBackfills(migrator, { known });
  const filled = performance.now();
  const { writes, longestMs } = await writing.stop();
  await migrator.destroy();
  return {
    'column, index and backfill': {
      ...{ rows, migrateS: (migrated - began) / 1_000, backfillS: (filled - migrated) / 1_000 },
      ...{ writes, longestBeforeMs: before.longestMs, longestMs },
    },
  };
}

/** Rows first and indexes afterwards, which is faster, without triggers and foreign keys. */
async function fill(db: Database, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await using _ = { [Symbol.asyncDispose]: () => client.end() };
  const run = (query: RawBuilder<unknown>) => {
    const { sql: text, parameters } = query.compile(db);
    return client.query(text, [...parameters]);
  };
  await run(sql`set session_replication_role = 'replica'`);
  await run(sql`set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await run(sql`select indexname as name, indexdef as made from pg_indexes
    where tablename = 'jobs' and indexname <> 'jobs_pkey'`);
  for (const { name } of indexes) await run(sql`drop index ${sql.ref(name)}`);
  await run(jobsOfTenYears(sql.table('jobs'), rows));
  for (const { made } of indexes) await run(sql.raw(made));
  await run(sql`vacuum (analyze) jobs`);
}

/** One worker with a connection of its own, and the longest that it waited for one write. */
function startWriting(db: Database, location: DatabaseLocation) {
  const own = connectDatabase({ ...location, ...(location.engine === 'postgres' && { poolSize: 1 }) });
  let isStopped = false;
  let [writes, longestMs] = [0, 0];
  const timed = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await write();
    writes++;
    longestMs = Math.max(longestMs, performance.now() - began);
    return result;
  };
  const work = async () => {
    const customer = await givenCustomer(db);
    while (!isStopped) {
      await timed(() => start(own, customer));
      const job = await timed(() => claim(own));
      await timed(() => completeJob(own, job, nothing));
    }
    await own.destroy();
  };
  const ended = work();
  return {
    async stop() {
      isStopped = true;
      await ended;
      return { writes, longestMs };
    },
  };
}

if (import.meta.main) console.table(await benchMigrations());
