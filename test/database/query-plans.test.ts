import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { isPostgres } from '../../src/database/engine.ts';
import { EmbeddedAdapter } from '../../src/database/sqlite.ts';
import type { Database } from '../../src/database/tables.ts';
import { createMetrics, measureQueue } from '../../src/http/metrics.ts';
import { ClockWatch } from '../../src/jobs/clock-jumps.ts';
import { countGenerationsThisMonth, listJobs } from '../../src/jobs/jobs.ts';
import { claimJob, findJobsHeldBy, findLapsedJobs, timeToNextJob } from '../../src/jobs/queue.ts';
import { listProjects } from '../../src/projects/projects.ts';
import { listReports } from '../../src/reports/reports.ts';
import { advanceRuns } from '../../src/schedules/advance-runs.ts';
import { claimDelivery } from '../../src/schedules/deliveries.ts';
import { fireDueSchedules } from '../../src/schedules/fire-schedules.ts';
import { createTestDatabase, engines } from '../support/databases.ts';

/** What every process asks every few seconds, whether anything has happened or not. */
const looks: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  'jobs whose lease has lapsed': findLapsedJobs,
  'jobs of a worker': (db) => findJobsHeldBy(db, 'host:1:'),
  'the job that is next': (db) => claimJob(db, 'worker', 4),
  'the time until one is due': timeToNextJob,
  'times that no clock explains': (db) => new ClockWatch(db).look(),
  'schedules that are due': (db) => fireDueSchedules(db, assert.ifError),
  'runs that can go on': (db) => advanceRuns(db, assert.ifError),
  'an e-mail that is due': claimDelivery,
  'the figures of the queue': async (db) => {
    const metrics = createMetrics();
    measureQueue(metrics, db);
    await metrics.registry.metrics();
  },
};

/** The plans of the queries that `look` asks, a line a step. */
async function plansOf(db: Database, look: (db: Database) => Promise<unknown>): Promise<string[]> {
  const asked: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await look(db.withPlugin(recorder));
  const plans = asked.map(async (node) => {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: '' });
    const explain = isPostgres(db) ? 'explain' : 'explain query plan';
    const { rows } = await db.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
    );
    return rows.map((row) => row['QUERY PLAN'] ?? row.detail ?? '');
  });
  return (await Promise.all(plans)).flat();
}

/** A way through all rows that there ever were: a whole table, or its ids one after the other. */
const longWay =
  /SCAN (jobs|job_queues|schedules|schedule_runs|deliveries)$|sqlite_autoindex_\w+( \(id>\?\))?$|Seq Scan/;

for (const engine of engines) {
  test(`${engine}: what is looked for every few seconds is found by an index, however many jobs, accounts and schedules there are`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    for (const [name, look] of Object.entries(looks)) {
      const plans = await plansOf(db, look);
      assert.ok(plans.length > 0, name);
      for (const step of plans) assert.doesNotMatch(step, longWay, `${name}:\n${plans.join('\n')}`);
    }
  });
}

/** Past the end of an empty list, where the page has no row that says how many there are. */
const secondPage = { page: 2, per_page: 20, direction: 'desc' } as const;

/** Every list in each of its orders, with each of its filters and without. */
async function askForLists(db: Database): Promise<void> {
  for (const sort of ['created_at', 'updated_at', 'name'] as const) {
    for (const status of [undefined, 'active'] as const) await listProjects(db, 'acc', { ...secondPage, sort, status });
  }
  for (const sort of ['created_at', 'period_from'] as const) {
    for (const source of [undefined, 'api'] as const) {
      for (const ready_for_export of [undefined, true]) {
        await listReports(db, 'prj', { ...secondPage, sort, source, ready_for_export });
      }
    }
  }
  for (const sort of ['created_at', 'updated_at'] as const) {
    for (const type of [undefined, 'export'] as const) {
      for (const status of [undefined, 'failed'] as const) {
        await listJobs(db, 'prj', { ...secondPage, sort, type, status });
      }
    }
  }
}

/** What is asked, also by prepared queries, which on SQLite take a way past Kysely. */
async function queriesOf(
  { mock }: TestContext,
  db: Database,
  ask: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof EmbeddedAdapter) mock.method(adapter, 'readNow', () => undefined);
  const execute = mock.method(db, 'executeQuery');
  await ask(db);
  const asked = execute.mock.calls.map(({ arguments: [query] }) => query as CompiledQuery);
  mock.restoreAll();
  return asked;
}

/** The plan that a query has when there are many rows, which makes reading all of them or sorting them the last choice. */
async function planOfMany(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const postgres = isPostgres(db);
    for (const way of postgres ? ['seqscan', 'bitmapscan', 'sort'] : []) {
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(transaction);
    }
    const explain = postgres ? 'explain' : 'explain query plan';
    const query = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
    const { rows } = await transaction.executeQuery<Record<string, string>>(query);
    return rows.map((row) => row['QUERY PLAN'] ?? row.detail ?? '');
  });
}

for (const engine of engines) {
  test(`${engine}: no list is sorted, and none but that of projects is counted by its rows`, async (context) => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const queries = await queriesOf(context, db, askForLists);
    assert.equal(queries.length, 2 * (3 * 2 + 2 * 4 + 2 * 4));
    for (const query of queries) {
      const plan = await planOfMany(db, query);
      const told = `${query.sql}:\n${plan.join('\n')}`;
      for (const step of plan) assert.doesNotMatch(step, /Sort|TEMP B-TREE|Seq Scan|SCAN/, told);
      const isCounted = query.sql.startsWith('select count') && !query.sql.includes('projects');
      if (isCounted) assert.match(plan.join(), /COVERING INDEX|Index Only Scan/, told);
    }
  });

  test(`${engine}: the generations of an account are counted by an index alone`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const plans = await plansOf(db, (recorded) => countGenerationsThisMonth(recorded, 'acc'));
    assert.match(plans.join(), /COVERING INDEX jobs_by_account|Index Only Scan using jobs_by_account/);
  });

  test(`${engine}: what is deleted is found by an index in each table that refers to it`, async () => {
    await using database = await createTestDatabase(engine);
    const { rows } = await sql<{ reference: string }>`${sql.raw(unindexedReferences[engine])}`.execute(database.db);
    // A plan is never deleted.
    assert.deepEqual(
      rows.map(({ reference }) => reference),
      ['accounts.plan'],
    );
  });
}

/** The columns that refer to another table and are not the first of an index on all rows. */
const unindexedReferences = {
  sqlite: `select tables.name || '.' || reference."from" as reference
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as reference
    where tables.type = 'table' and not exists (
      select 1 from pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as columns
      where indexes.partial = 0 and columns.seqno = 0 and columns.name = reference."from")`,
  postgres: `select conrelid::regclass || '.' || attname as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)`,
} as const;
