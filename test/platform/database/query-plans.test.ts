import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import pg from 'pg';
import { runNextItem } from '../../../src/domains/bulk-jobs/run-item.ts';
import { listJobs } from '../../../src/domains/job-summaries/job-summaries.ts';
import { seenProjects } from '../../../src/domains/labels/seen-projects.ts';
import { findProjectIds, listProjects } from '../../../src/domains/projects/project-lists.ts';
import { listReports } from '../../../src/domains/reports/reports.ts';
import { advanceRuns } from '../../../src/domains/schedules/advance-runs.ts';
import { claimDelivery } from '../../../src/domains/schedules/deliveries.ts';
import { fireDueSchedules } from '../../../src/domains/schedules/fire-schedules.ts';
import { listDeliveries } from '../../../src/domains/schedules/listed-deliveries.ts';
import { listDeliveries as listWebhookDeliveries } from '../../../src/domains/webhooks/deliveries.ts';
import { isAnyToTell } from '../../../src/domains/webhooks/endpoints.ts';
import { routeEvents } from '../../../src/domains/webhooks/route-events.ts';
import { leaseEndpoints } from '../../../src/domains/webhooks/turns.ts';
import { isPostgres } from '../../../src/platform/database/engine.ts';
import { EmbeddedAdapter } from '../../../src/platform/database/sqlite.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { ClockWatch } from '../../../src/platform/jobs/clock-jumps.ts';
import { endGivenUp, holdUpQueued, renewLeases } from '../../../src/platform/jobs/held-up-jobs.ts';
import { findJobsHeldBy, findLapsedJobs, timeToNextJob } from '../../../src/platform/jobs/queue.ts';
import { createMetrics, measureQueue } from '../../../src/platform/monitoring/metrics.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createFreshDatabase, engines, withoutPostgres } from '../../support/databases.ts';
import { removeFolder } from '../../support/folders.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { silentLog } from '../../support/silent-log.ts';
import { givenCustomer, start } from '../jobs/queued-jobs.ts';

/** The queries that every process runs every few seconds, whether anything has happened or not. */
const looks: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  'jobs whose lease has lapsed': findLapsedJobs,
  'jobs of a worker': (db) => findJobsHeldBy(db, 'host:1:'),
  // On PostgreSQL a function of the database, of which the next test looks at each query.
  'the job that is next': async (db) => isPostgres(db) || claimJob(db, 'worker', 4),
  'the time until one is due': timeToNextJob,
  'jobs that an outage holds up': (db) => holdUpQueued(db, 1_000),
  'jobs that outages held up for too long': endGivenUp,
  'leases that lapsed in an outage': (db) => renewLeases(db, 1_000),
  'times that no clock explains': (db) => new ClockWatch(db).look(),
  'schedules that are due': (db) => fireDueSchedules(db, assert.ifError),
  'runs that can go on': (db) => advanceRuns(db, {} as ObjectStore, assert.ifError),
  'an e-mail that is due': claimDelivery,
  'webhooks that were switched off': isAnyToTell,
  'bulk jobs that something can be done of': (db) => runNextItem({ db, actions: [], log: silentLog, wakeWorkers() {} }),
  'events that nobody was told of': (db) => routeEvents({ db, baseUrl: '', log: silentLog }),
  'webhooks that something is due for': (db) => leaseEndpoints(db, () => 'lease', 10),
  'the figures of the queue': async (db) => {
    const metrics = createMetrics();
    measureQueue(metrics, db);
    await metrics.registry.metrics();
  },
};

/** The queries that `look` runs; on SQLite with those that were built once, maybe by an earlier test. */
async function recorded(
  { mock }: TestContext,
  db: Database,
  look: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = [];
  const executor = db.getExecutor();
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(executor.compileQuery(node, { queryId: '' }));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  if (executor.adapter instanceof EmbeddedAdapter) {
    const runNow = executor.adapter.runNow.bind(executor.adapter);
    mock.method(executor.adapter, 'runNow', (text: string, parameters: readonly unknown[], isPart: boolean) => {
      asked.push(CompiledQuery.raw(text, [...parameters]));
      return runNow(text, parameters, isPart);
    });
  }
  await look(db.withPlugin(recorder));
  mock.restoreAll();
  return asked;
}

/** The plans of the queries that `look` runs, one line per step. */
async function plansOf(
  context: TestContext,
  db: Database,
  look: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  const asked = await recorded(context, db, look);
  const explain = isPostgres(db) ? 'explain' : 'explain query plan';
  const plans = asked.map(async ({ sql, parameters }) => {
    const query = CompiledQuery.raw(`${explain} ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<Record<string, string>>(query);
    return rows.map((row) => row['QUERY PLAN'] ?? row.detail ?? '');
  });
  return (await Promise.all(plans)).flat();
}

/** A scan of all rows that ever existed: a whole table, or its ids one after the other. */
const longWay =
  /SCAN (jobs|job_queues|schedules|schedule_runs|deliveries|webhook_endpoints|bulk_\w+)$|sqlite_autoindex_\w+( \(id>\?\))?$|Seq Scan/;

for (const engine of engines) {
  test(`${engine}: frequent look-ups use an index, however many jobs, accounts and schedules there are`, async (context) => {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    for (const [name, look] of Object.entries(looks)) {
      const plans = await plansOf(context, db, look);
      assert.ok(plans.length > 0 || isPostgres(db), name);
      for (const step of plans) assert.doesNotMatch(step, longWay, `${name}:\n${plans.join('\n')}`);
    }
  });
}

for (const engine of engines) {
  test(`${engine}: projects are found by tags and folder, and those of a limited member, in indexes`, async (context) => {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    await givenProject(db, account, { tags: ['Retail', 'Monthly'], folder: 'Northwind' });
    const [{ id = '' } = {}] = await db.selectFrom('labels').select('id').where('kind', '=', 'tag').execute();
    if (isPostgres(db)) await sql`set enable_seqscan = off`.execute(db);
    const whole = { account, projectIds: null };
    const plans = await plansOf(context, db, async (looked) => {
      await findProjectIds(looked, whole, { tag: ['retail', 'monthly'], folder: 'northwind' });
      await seenProjects(looked, [], [id]);
    });
    assert.match(plans.join('\n'), /project_tags_by_tag/);
    for (const step of plans) assert.doesNotMatch(step, /SCAN \w+$|Seq Scan/, plans.join('\n'));
  });
}

test('postgres: the functions that claim and complete jobs use an index in each of their queries', {
  skip: withoutPostgres,
}, async () => {
  await using database = await createFreshDatabase('postgres');
  assert.ok(database.location.engine === 'postgres');
  const customer = await givenCustomer(database.db);
  const { id, account_id } = await start(database.db, customer);
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(new pg.Client(database.location.url), (opened) => opened.end());
  await client.connect();
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query(`load 'auto_explain'; set client_min_messages = 'notice'; set auto_explain.log_level = 'notice';
      set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on`);
  await client.query(`select * from claim_job('w', 4, 30000, 1, 1, 1)`);
  await client.query(`select * from complete_and_take_job($1, 1, 'w', $2, null, null, null, 'w', 4, 30000, 1, 1, 1)`, [
    id,
    account_id,
  ]);
  assert.match(plans.join(), /job_queues_by_turn[\s\S]*jobs_queued/);
  for (const plan of plans) assert.doesNotMatch(plan, longWay);
});

/** Of which there are no more than workers. */
const countOfRunning =
  /\(select count\(\*\) from jobs where project_id = \S+ and type (= \S+|in \([^)]*\)) and status = 'running'\)/;

/** Past the end of an empty list, where the page has no row with the total. */
const secondPage = { page: 2, per_page: 20, direction: 'desc' } as const;

/** Every list in each of its orders, with each of its filters and without. */
async function askForLists(db: Database): Promise<void> {
  for (const sort of ['created_at', 'updated_at', 'name'] as const) {
    for (const status of [undefined, 'active'] as const) {
      await listProjects(db, { account: { id: 'acc' }, projectIds: null }, { ...secondPage, sort, status });
    }
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
        await listJobs({ db, base: '/manage/v1' }, 'prj', { ...secondPage, sort, type, status });
      }
    }
  }
  for (const type of [undefined, 'share.viewed'] as const) {
    for (const status of [undefined, 'failed'] as const) {
      await listWebhookDeliveries(db, 'whk', { ...secondPage, sort: 'created_at', type, status });
    }
  }
}

/** Every list of e-mails, so that it asks for a page: whoever sees all, and who is limited to a project. */
async function askForMails(db: Database, accountId: string, projectId: string, scheduleId: string): Promise<void> {
  const page = { page: 1, per_page: 20, direction: 'desc' } as const;
  for (const projectIds of [null, [projectId]]) {
    for (const [recipient, schedule_id, state, sort] of combinations(scheduleId)) {
      const asked = { ...page, sort, recipient, schedule_id, state };
      await listDeliveries(db, { account: { id: accountId }, projectIds }, asked);
    }
  }
}

function combinations(scheduleId: string) {
  return [undefined, 'ann@example.com'].flatMap((recipient) =>
    [undefined, scheduleId].flatMap((schedule) =>
      ([undefined, 'pending'] as const).flatMap((state) =>
        (['created_at', 'updated_at'] as const).map((sort) => [recipient, schedule, state, sort] as const),
      ),
    ),
  );
}

/** The queries, including prepared ones, which on SQLite bypass Kysely. */
async function queriesOf(
  { mock }: TestContext,
  db: Database,
  ask: (db: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof EmbeddedAdapter) mock.method(adapter, 'runNow', () => undefined);
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
  test(`${engine}: no list is sorted or counted at run time, and each filter is part of an index`, async (context) => {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    const queries = await queriesOf(context, db, askForLists);
    assert.equal(queries.length, 2 * (3 * 2 + 2 * 4 + 2 * 4 + 4));
    for (const query of queries) {
      const plan = await planOfMany(db, query);
      const told = `${query.sql}:\n${plan.join('\n')}`;
      assert.doesNotMatch(query.sql.replace(countOfRunning, ''), /count\(/);
      for (const [index, step] of plan.entries()) {
        if (/Filter/.test(step) && /jobs_(leased|running)/.test(plan[index - 1] ?? '')) continue;
        assert.doesNotMatch(step, /Sort(?! Key)|TEMP B-TREE|Seq Scan|SCAN (?!page)|Filter/, told);
      }
      // A single part of an index needs no late look at the rows on SQLite, which skips before it looks.
      const pages = plan.filter((step) => /(projects|reports|jobs)_by_/.test(step));
      if (engine === 'sqlite' && !plan.join().includes('MERGE')) continue;
      for (const step of pages) assert.match(step, /COVERING INDEX|Index Only Scan/, told);
    }
  });

  test(`${engine}: no list of e-mails is counted or reads rows that it does not show, whatever it is filtered by`, async (context) => {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const schedule = await givenSchedule(db, project.id, { recipients: ['ann@example.com'] });
    using disposed = new DisposableStack();
    const folder = disposed.adopt(mkdtempSync(join(tmpdir(), 'report-service-test-')), removeFolder);
    await givenDueDelivery(db, await openFileStore(folder), account, schedule);
    const queries = await recorded(context, db, (asked) => askForMails(asked, account.id, project.id, schedule.id));
    const pages = queries.filter(({ sql: text }) => text.includes('limit'));
    assert.ok(pages.length >= 2 * 16);
    for (const query of pages) {
      const plan = await planOfMany(db, query);
      const told = `${query.sql}:\n${plan.join('\n')}`;
      assert.doesNotMatch(query.sql, /count\(/);
      for (const step of plan) assert.doesNotMatch(step, /Seq Scan|SCAN (?!page|\d)/, told);
      // PostgreSQL reads the rows of an index on an expression.
      const found = plan.filter((step) => /deliveries_(listed|by_)/.test(step) && !/webhook|_address_/.test(step));
      for (const step of found) assert.match(step, /COVERING INDEX|Index Only Scan/, told);
    }
  });

  test(`${engine}: rows that refer to a deleted row are found by an index`, async () => {
    await using database = await createFreshDatabase(engine);
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
