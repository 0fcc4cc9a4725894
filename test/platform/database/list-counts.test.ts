import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { deleteAccount } from '../../../src/domains/accounts/delete-account.ts';
import { sweepExpiredArtifacts } from '../../../src/domains/export-jobs/export-jobs.ts';
import { listAllJobs } from '../../../src/domains/job-summaries/all-jobs.ts';
import { countGenerationsThisMonth, listJobs } from '../../../src/domains/job-summaries/job-summaries.ts';
import { listProjects } from '../../../src/domains/projects/project-lists.ts';
import { archiveProject, countProjects, restoreProject } from '../../../src/domains/projects/projects.ts';
import { listReports, markReportUnavailable } from '../../../src/domains/reports/reports.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { migrations } from '../../../src/platform/database/migrations/index.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { jobSources, jobStatuses, jobTypes } from '../../../src/platform/database/words.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { endJob } from '../../../src/platform/jobs/held-job.ts';
import { blocked } from '../../../src/platform/jobs/outcomes.ts';
import { requeueUnfinishedJobs } from '../../../src/platform/jobs/requeue.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { pick, seed, seededRandom } from '../../faults/support/random.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createEmptyDatabase, createTestDatabase, engines } from '../../support/databases.ts';
import { assertCountsExact } from '../../support/list-counts.ts';
import { givenExport, givenJob, givenReport, setStatus } from '../../support/outcomes.ts';
import { test } from '../../support/suite.ts';

const steps = 300;
/** So many walks at once: on PostgreSQL their transactions overlap. */
const walks = 5;

/** What the counts are not about. */
const objects = {
  put: async () => ({ size: 1, sha256: '' }),
  remove: async () => {},
  list: async function* () {},
} as unknown as ObjectStore;

interface World {
  readonly db: Database;
  readonly random: () => number;
  readonly account: Account;
}

/** One of the account's rows, or undefined. */
async function some(
  { db, random, account }: World,
  table: 'projects' | 'reports' | 'jobs',
): Promise<string | undefined> {
  const rows = await db.selectFrom(table).select('id').where('account_id', '=', account.id).execute();
  return rows.length === 0 ? undefined : pick(random, rows).id;
}

type Operation = (world: World, projectId: string) => Promise<unknown>;
const operations: readonly Operation[] = [
  ({ db, account }) => givenProject(db, account),
  ({ db, account }, id) =>
    db.transaction().execute((transaction) => archiveProject(transaction, account.id, id, 'test')),
  ({ db, account }, id) => db.transaction().execute((transaction) => restoreProject(transaction, account.id, id)),
  ({ db, account, random }, id) => givenJob(db, account, id, { type: 'generation', source: pick(random, jobSources) }),
  ({ db, account, random }, id) => givenReport(db, objects, account, id, { source: pick(random, jobSources) }),
  async (world, id) => {
    const reportId = await some(world, 'reports');
    const expired = { bytes: Buffer.from('x'), expiresAt: '2026-01-01T00:00:00.000Z' };
    if (reportId) await givenExport(world.db, objects, world.account, id, { ...expired, reportId }).catch(() => {});
  },
  async (world) => {
    const reportId = await some(world, 'reports');
    if (reportId) await markReportUnavailable(world.db, reportId);
  },
  async ({ db, random }) => {
    const job = await claimJob(db, 'worker', 4);
    if (job && random() < 0.7) await endJob(db, job, blocked('project_archived', 'Archived.', 'Restore it.'));
  },
  async (world) => {
    const job = await some(world, 'jobs');
    if (job) await setStatus(world.db, job, pick(world.random, jobStatuses));
  },
  ({ db }) => sweepExpiredArtifacts(db, objects),
  async ({ db, account }, id) => {
    const undone = db.transaction().execute(async (transaction) => {
      await archiveProject(transaction, account.id, id, 'test');
      throw new Error('rolled back');
    });
    await assert.rejects(undone, /rolled back/);
  },
];

async function walk(world: World): Promise<void> {
  for (let step = 0; step < steps / walks; step++) {
    const project = (await some(world, 'projects')) ?? (await givenProject(world.db, world.account)).id;
    await pick(world.random, operations)(world, project);
  }
}

for (const engine of engines) {
  test(`${engine}: after any operations the kept counts are those of the rows`, async (context: TestContext) => {
    context.diagnostic(`FAULT_SEED=${seed}`);
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const random = seededRandom(seed);
    const accounts = [await givenAccount(db), await givenAccount(db)] as const;
    await Promise.all(
      Array.from({ length: walks }, (_, index) => walk({ db, random, account: accounts[index % 2] as Account })),
    );
    assert.ok((await assertCountsExact(db)) > 5);
    // As a restore does, when nothing else runs.
    await db.transaction().execute(requeueUnfinishedJobs);
    await assertCountsExact(db);
    const { id } = accounts[0];
    await assertLists(db, id);
    const jobs = await db.selectFrom('jobs').select(['type', 'status']).where('account_id', '=', id).execute();
    const used = jobs.filter(({ type, status }) => type === 'generation' && !/blocked|failed/.test(status));
    assert.equal(await countGenerationsThisMonth(db, id), used.length);
    const projects = await db.selectFrom('projects').select('id').where('account_id', '=', id).execute();
    assert.equal(await countProjects(db, id), projects.length);
    await deleteAccount(db, objects, id, 'test');
    await assertCountsExact(db);
    const { rows } = await sql`select 1 from list_counts where account_id = ${id}`.execute(db);
    assert.deepEqual(rows, []);
  });

  test(`${engine}: the migration counts the rows that there are`, async () => {
    await using database = await createEmptyDatabase(engine);
    const { db } = database;
    await migrateWithout(db, [
      ...['0015-list-counts', '0028-lists-of-accounts', '0034-running-jobs-are-not-counted'],
      '0040-lists-of-deliveries',
    ]);
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    for (const type of jobTypes) await givenJob(db, account, project.id, { type });
    const { reportId } = await givenReport(db, objects, account, project.id);
    await markReportUnavailable(db, reportId);
    await migrate(db);
    assert.equal(await assertCountsExact(db), 6);
  });

  test(`${engine}: running jobs that were counted by themselves are counted as queued`, async () => {
    await using database = await createEmptyDatabase(engine);
    const { db } = database;
    await migrateWithout(db, ['0034-running-jobs-are-not-counted']);
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    for (const status of [...jobStatuses, 'running'] as const) {
      const { id } = await givenJob(db, account, project.id, { type: 'generation' });
      await setStatus(db, id, status);
    }
    await migrate(db);
    await assertCountsExact(db);
    await assertLists(db, account.id);
    for (const status of jobStatuses) {
      const { total } = await listAllJobs(
        db,
        { account, projectIds: null },
        { page: 1, per_page: 1, direction: 'asc', status },
      );
      assert.equal(total, status === 'running' ? 2 : 1, status);
    }
  });
}

if (engines.includes('postgres')) {
  test('postgres: a list that an open transaction changes can be changed by others at once, and is counted as committed', async () => {
    await using database = await createTestDatabase('postgres');
    const { db } = database;
    const account = await givenAccount(db);
    await givenProject(db, account);
    await db.transaction().execute(async (first) => {
      await givenProject(first as Database, account);
      await db.transaction().execute(async (second) => {
        await sql`set local lock_timeout = '2s'`.execute(second);
        await givenProject(second as Database, account);
      });
      assert.equal(await countProjects(first, account.id), 3);
      assert.equal(await countProjects(db, account.id), 2);
    });
    assert.equal(await countProjects(db, account.id), 3);
    await givenProject(db, account);
    const { rows } = await sql`select number from list_counts where list = 'projects'`.execute(db);
    assert.equal(rows.length, 2, 'a count has as many rows as there were transactions at once');
  });
}

/** Applies all migrations but some, the second of which replaces indexes of the first: what the tests write has the columns of later ones too. */
async function migrateWithout(db: Database, left: readonly string[]): Promise<void> {
  await migrate(db, { wanted: migrations.filter((each) => !left.includes(each.name)) });
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Query = Parameters<typeof listJobs>[2] & Parameters<typeof listReports>[2] & Parameters<typeof listProjects>[2];

/** Each list with its rows, sorts and filters: the filter as it is asked for, and the rows that it leaves. */
async function* listsOf(db: Database, accountId: string) {
  const rowsOf = (table: 'projects' | 'reports' | 'jobs'): Promise<Row[]> =>
    db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute() as never;
  const every = (column: string, values: readonly string[]) =>
    [undefined, ...values].map((value) => ({
      asked: { [column]: value },
      keeps: (row: Row) => !value || row[column] === value,
    }));
  const projects = await rowsOf('projects');
  yield {
    list: (query: Query) => listProjects(db, { account: { id: accountId }, projectIds: null }, query),
    rows: projects,
    sorts: ['created_at', 'updated_at', 'name'],
    filters: [every('status', ['active', 'archived'])],
  };
  const ready = [undefined, true, false].map((value) => ({
    asked: { ready_for_export: value },
    keeps: ({ status }: Row) => value === undefined || (status === 'ready') === value,
  }));
  const [reports, jobs] = [await rowsOf('reports'), await rowsOf('jobs')];
  for (const { id } of projects.slice(0, 2)) {
    const ownRows = (rows: readonly Row[]) => rows.filter((row) => row.project_id === id);
    yield {
      list: (query: Query) => listReports(db, id, query),
      rows: ownRows(reports),
      sorts: ['created_at', 'period_from'],
      filters: [every('source', jobSources), ready],
    };
    yield {
      list: (query: Query) => listJobs({ db, base: '/manage/v1' }, id, query),
      rows: ownRows(jobs),
      sorts: ['created_at', 'updated_at'],
      filters: [every('type', jobTypes), every('status', jobStatuses)],
    };
  }
}

/** Every list in every order, with every filter: two pages and one past the end. */
async function assertLists(db: Database, accountId: string): Promise<void> {
  for await (const { list, rows, sorts, filters } of listsOf(db, accountId)) {
    const [first = [], second = [{ asked: {}, keeps: () => true }]] = filters;
    for (const [sort, one, other] of sorts.flatMap((sort) =>
      first.flatMap((one) => second.map((other) => [sort, one, other] as const)),
    )) {
      for (const direction of ['asc', 'desc'] as const) {
        const key = (row: Row) => `${row[sort]} ${row.id}`;
        const sorted = rows
          .filter((row) => one.keeps(row) && other.keeps(row))
          .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
        const ids = (direction === 'asc' ? sorted : sorted.toReversed()).map(({ id }) => id);
        for (const page of [1, 2, 1_000]) {
          const query = { page, per_page: 3, sort, direction, ...one.asked, ...other.asked };
          const { items, total } = await list(query as unknown as Query);
          const found = (items as readonly Row[]).map(({ id }) => id);
          assert.deepEqual([found, total], [ids.slice((page - 1) * 3, page * 3), ids.length], JSON.stringify(query));
        }
      }
    }
  }
}
