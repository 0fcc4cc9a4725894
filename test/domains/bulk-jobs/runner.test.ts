import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AnyBulkAction, ItemFault } from '../../../src/domains/bulk-jobs/bulk-action.ts';
import { createBulkJob, sweepBulkJobs } from '../../../src/domains/bulk-jobs/bulk-jobs.ts';
import { runNextItem } from '../../../src/domains/bulk-jobs/run-item.ts';
import { startBulkRunner } from '../../../src/domains/bulk-jobs/runner.ts';
import { prepareAction } from '../../../src/domains/bulk-jobs/start-bulk-job.ts';
import { findAsker } from '../../../src/domains/management/callers.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { elapse, runBulkJobs } from '../../support/bulk-jobs.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenMember } from '../../support/people.ts';
import { silentLog } from '../../support/silent-log.ts';

const operator = { actor: 'operator:ann', door: 'cli', address: null } as const;

/** An action that writes one row of the log for each item, which is undone with it, and then does what `then` does. */
function noting(then: (item: string | null) => void | Promise<void> = () => {}, more: Partial<AnyBulkAction> = {}) {
  const action: AnyBulkAction = {
    ...{ action: 'note', access: { role: 'editor' } },
    async runItem(_transaction, _context, { id, projectId }) {
      await then(projectId);
      return { recorded: [{ action: 'test.note', subject: projectId ?? id }] };
    },
    ...more,
  };
  return action;
}

async function givenBulkJob(db: Database, action: AnyBulkAction, projects: number) {
  const account = await givenAccount(db);
  const items = [];
  for (let made = 0; made < projects; made++) {
    const { id, name } = await givenProject(db, account);
    items.push({ projectId: id, label: name });
  }
  const made = { accountId: account.id, action, parameters: {}, askedBy: operator, items };
  const job = await db.transaction().execute((transaction) => createBulkJob(transaction, made));
  return { account, job, projectIds: items.map(({ projectId }) => projectId) };
}

const itemsOf = (db: Database, id: string) =>
  db.selectFrom('bulk_job_items').selectAll().where('bulk_job_id', '=', id).orderBy('id').execute();
const notesOf = async (db: Database, accountId: string) => {
  const rows = await db
    .selectFrom('audit_log')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('action', '=', 'test.note')
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject);
};

for (const engine of engines) {
  describe(`${engine}: items of bulk jobs`, () => {
    test('what an item has done is undone with its fault, and the others go on', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      let bad = '';
      const action = noting((project) => {
        if (project === bad) throw new ItemFault('no_report', 'There is none.', 'Make one.');
      });
      const { account, job, projectIds } = await givenBulkJob(db, action, 3);
      bad = projectIds[1] ?? '';
      await runBulkJobs(db, [action]);
      const items = await itemsOf(db, job.id);
      assert.deepEqual(
        items.map(({ state }) => state),
        ['done', 'failed', 'done'],
      );
      const fault = { reason: 'no_report', message: 'There is none.', action: 'Make one.', details: {} };
      assert.deepEqual(JSON.parse(items[1]?.fault ?? ''), fault);
      assert.deepEqual(await notesOf(db, account.id), [projectIds[0], projectIds[2]]);
    });

    test('an unexpected fault is tried again twice, and then told without what it was', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      let tries = 0;
      const action = noting(() => {
        tries++;
        throw new Error('secret detail');
      });
      const { account, job } = await givenBulkJob(db, action, 1);
      for (const expected of [1, 2, 3, 3]) {
        await runBulkJobs(db, [action]);
        assert.equal(tries, expected);
        await elapse(db);
      }
      const [item] = await itemsOf(db, job.id);
      assert.deepEqual([item?.state, JSON.parse(item?.fault ?? '').reason], ['failed', 'unexpected']);
      assert.doesNotMatch(item?.fault ?? '', /secret/);
      assert.deepEqual(await notesOf(db, account.id), []);
    });

    test('one that fails and is then done leaves no fault', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      let tries = 0;
      const action = noting(() => {
        if (++tries === 1) throw new Error('once');
      });
      const { account, job, projectIds } = await givenBulkJob(db, action, 1);
      await runBulkJobs(db, [action]);
      await elapse(db);
      await runBulkJobs(db, [action]);
      const [item] = await itemsOf(db, job.id);
      assert.deepEqual([item?.state, item?.fault], ['done', null]);
      assert.deepEqual(await notesOf(db, account.id), projectIds);
    });

    test('accounts take turns, however many items one of them has', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const order: string[] = [];
      const action = noting((project) => void order.push(project ?? ''));
      const large = await givenBulkJob(db, action, 12);
      const small = await givenBulkJob(db, action, 3);
      await runBulkJobs(db, [action]);
      const places = small.projectIds.map((id) => order.indexOf(id));
      assert.deepEqual([order.length, Math.max(...places) <= 6], [15, true], `places ${places} of ${order.length}`);
      assert.deepEqual(
        order.filter((id) => large.projectIds.includes(id)),
        large.projectIds,
      );
    });

    test('two runners at once do each item once, and none waits for a third', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const action = noting();
      const given = [await givenBulkJob(db, action, 25), await givenBulkJob(db, action, 25)];
      const runner = { db, actions: [action], log: silentLog, wakeWorkers() {} };
      {
        await using one = startBulkRunner(runner);
        await using other = startBulkRunner(runner);
        for (const { job } of given) {
          await eventually(async () => (await itemsOf(db, job.id)).every(({ state }) => state === 'done'));
        }
        one.wake();
        other.wake();
      }
      for (const { account, projectIds } of given) {
        assert.deepEqual((await notesOf(db, account.id)).toSorted(), projectIds.toSorted());
      }
    });

    test('what asks a system first is done outside of a transaction, and once all the same', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const asked: (string | null)[] = [];
      const action = noting(undefined, {
        async prepareItem(_context, { projectId }) {
          // Others write meanwhile, which on SQLite no transaction of this one may keep them from.
          await db.updateTable('plans').set({ revision: 7 }).execute();
          asked.push(projectId);
          return `answer for ${projectId}`;
        },
        async runItem(_transaction, _context, { projectId }, prepared) {
          assert.equal(prepared, `answer for ${projectId}`);
          return { recorded: [{ action: 'test.note', subject: projectId ?? '' }] };
        },
      });
      const { account, projectIds } = await givenBulkJob(db, action, 2);
      await runBulkJobs(db, [action]);
      assert.deepEqual([asked, await notesOf(db, account.id)], [projectIds, projectIds]);
    });

    test('an item that was stopped while a system was asked is not done', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const action = noting(undefined, {
        prepareItem: () => db.updateTable('bulk_job_items').set({ state: 'stopped' }).execute(),
      });
      const { account, job } = await givenBulkJob(db, action, 1);
      await runBulkJobs(db, [action]);
      assert.deepEqual(
        (await itemsOf(db, job.id)).map(({ state }) => state),
        ['stopped'],
      );
      assert.deepEqual(await notesOf(db, account.id), []);
    });

    test('an item whose action a process does not know is left to one that does', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const action = noting();
      const { job } = await givenBulkJob(db, action, 1);
      await runBulkJobs(db, []);
      assert.deepEqual(
        (await itemsOf(db, job.id)).map(({ state }) => state),
        ['waiting'],
      );
      await elapse(db);
      await runBulkJobs(db, [action]);
      assert.deepEqual(
        (await itemsOf(db, job.id)).map(({ state }) => state),
        ['done'],
      );
    });

    test('an item without a project gets the one that it has made', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const account = await givenAccount(db);
      const action: AnyBulkAction = {
        ...{ action: 'make', access: { role: 'editor' } },
        async runItem(_transaction, _context, { input }) {
          return { projectId: (input as { project: string }).project };
        },
      };
      const { id } = await givenProject(db, account);
      const items = [{ projectId: null, label: 'Row 2', input: { project: id } }];
      const made = { accountId: account.id, action, parameters: {}, askedBy: operator, items };
      const job = await db.transaction().execute((transaction) => createBulkJob(transaction, made));
      await runBulkJobs(db, [action]);
      const [item] = await itemsOf(db, job.id);
      assert.deepEqual([item?.state, item?.project_id, item?.label], ['done', id, 'Row 2']);
    });

    test('whoever lacks the role of the action does nothing', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const action = noting(undefined, { access: { role: 'operator' } });
      const { job } = await givenBulkJob(db, action, 1);
      await runBulkJobs(db, [action]);
      const [item] = await itemsOf(db, job.id);
      assert.equal(JSON.parse(item?.fault ?? '{}').reason, 'insufficient_role');
    });

    test('a runner finds what it was not woken for, and is done with it when it stops', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const action = noting();
      await using _ = startBulkRunner({ db, actions: [action], log: silentLog, wakeWorkers() {} });
      const { job } = await givenBulkJob(db, action, 2);
      await eventually(async () => (await itemsOf(db, job.id)).every(({ state }) => state === 'done'));
    });

    test('a runner that is woken does not wait until it would look again', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const action = noting();
      const tenMinutesMs = 600_000;
      await using runner = startBulkRunner({ db, actions: [action], log: silentLog, wakeWorkers() {} }, tenMinutesMs);
      for (let round = 0; round < 3; round++) {
        const { job } = await givenBulkJob(db, action, 2);
        runner.wake();
        await eventually(async () => (await itemsOf(db, job.id)).every(({ state }) => state === 'done'));
      }
    });

    test('whoever asks needs the role of the action, and not only that of bulk jobs', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const { id } = await givenAccount(db);
      const action = noting(undefined, { access: { role: 'admin' } });
      const asked = async (role: 'editor' | 'admin') => {
        const member = await givenMember(db, id, { role });
        const caller = await findAsker(db, { actor: `user:${member.id}`, door: 'console', address: null }, id);
        return prepareAction([action], { type: 'note' }, caller ?? assert.fail('nobody'));
      };
      await assert.rejects(asked('editor'), { code: 'insufficient_role' });
      assert.equal((await asked('admin')).action, action);
    });

    test('bulk jobs that nobody has touched for 90 days are removed with their items', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const [old, young] = [await givenBulkJob(db, noting(), 2), await givenBulkJob(db, noting(), 1)];
      const past = new Date(Date.now() - 91 * 86_400_000).toISOString();
      await db.updateTable('bulk_jobs').set({ updated_at: past }).where('id', '=', old.job.id).execute();
      assert.deepEqual([await sweepBulkJobs(db), await sweepBulkJobs(db)], [1, 0]);
      assert.deepEqual([(await itemsOf(db, old.job.id)).length, (await itemsOf(db, young.job.id)).length], [0, 1]);
    });

    test('nothing is done where nothing waits', async () => {
      await using database = await createTestDatabase(engine);
      const runner = { db: database.db, actions: [], log: silentLog, wakeWorkers() {} };
      assert.equal(await runNextItem(runner), false);
    });
  });
}
