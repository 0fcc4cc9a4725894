import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { isPostgres } from '../../src/database/engine.ts';
import type { Database } from '../../src/database/tables.ts';
import { createMetrics, measureQueue } from '../../src/http/metrics.ts';
import { ClockWatch } from '../../src/jobs/clock-jumps.ts';
import { claimJob, findJobsHeldBy, findLapsedJobs, timeToNextJob } from '../../src/jobs/queue.ts';
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
