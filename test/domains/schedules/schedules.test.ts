import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { getPlanOfAccount } from '../../../src/domains/accounts/plans.ts';
import { enqueueGeneration } from '../../../src/domains/generation-jobs/generation-jobs.ts';
import { archiveProject, restoreProject } from '../../../src/domains/projects/projects.ts';
import { advanceRuns } from '../../../src/domains/schedules/advance-runs.ts';
import { fireDueSchedules } from '../../../src/domains/schedules/fire-schedules.ts';
import { listRuns } from '../../../src/domains/schedules/listed-runs.ts';
import { withStoppedJobs } from '../../../src/domains/schedules/managed-schedules.ts';
import { removeSchedule, setScheduleEnabled } from '../../../src/domains/schedules/schedules.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase, untilLocked } from '../../support/databases.ts';
import { givenSchedule, makeDue } from '../../support/schedules.ts';

const run = promisify(execFile);

for (const engine of engines) {
  describe(`${engine}: schedules`, () => {
    let database: TestDatabase;
    let account: Account;
    before(async () => {
      database = await createTestDatabase(engine);
      account = await givenAccount(database.db);
    });
    after(async () => await database[Symbol.asyncDispose]());

    const unexpected = (error: unknown) => assert.fail(String(error));
    const fire = () => fireDueSchedules(database.db, unexpected);
    const jobsOf = (projectId: string) =>
      database.db.selectFrom('jobs').selectAll().where('project_id', '=', projectId).execute();
    const scheduleOf = (id: string) =>
      database.db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

    test('a due schedule starts one generation of its periods, in the time zone of the project, and waits for its next time', async () => {
      const project = await givenProject(database.db, account, { time_zone: 'Pacific/Kiritimati' });
      const schedule = await givenSchedule(database.db, project.id, { at: '11:00', period: 'previous-day' });
      await makeDue(database.db, schedule.id);
      await fire();
      const [job, ...more] = await jobsOf(project.id);
      assert.deepEqual(more, []);
      assert.equal(job?.source, 'schedule');
      const [run] = await listRuns(database.db, schedule.id);
      assert.equal(run?.generation_job_id, job?.id);
      // At 11:00 UTC it is already the next day on Kiritimati, so the day before is the occurrence's own day.
      const { current, compare } = JSON.parse(job?.request ?? '').period;
      assert.deepEqual(current, { from: run?.occurrence, to: run?.occurrence });
      assert.equal(Temporal.PlainDate.from(compare.to).add({ days: 1 }).toString(), run?.occurrence);
      const { next_run_at: next } = await scheduleOf(schedule.id);
      assert.ok(Date.parse(next ?? '') > Date.now() && Date.parse(next ?? '') <= Date.now() + 86_400_000);
    });

    test('of several missed occurrences only the latest is made up for', async () => {
      const project = await givenProject(database.db, account);
      const schedule = await givenSchedule(database.db, project.id);
      await makeDue(database.db, schedule.id, '2020-01-01T06:00:00.000Z');
      await fire();
      await fire();
      const runs = await listRuns(database.db, schedule.id);
      assert.equal(runs.length, 1);
      assert.ok(Date.now() - Date.parse(runs[0]?.due_at ?? '') < 86_400_000);
    });

    test('several processes fire an occurrence only once', async () => {
      const project = await givenProject(database.db, account);
      const schedules = [];
      for (let index = 0; index < 5; index++) schedules.push(await givenSchedule(database.db, project.id));
      for (const { id } of schedules) await makeDue(database.db, id);
      const script = fileURLToPath(new URL('../../support/fire-schedules-process.ts', import.meta.url));
      const outputs = await Promise.all(
        Array.from({ length: 4 }, () => run(process.execPath, [script, JSON.stringify(database.location)])),
      );
      assert.equal(
        outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0),
        5,
      );
      assert.equal((await jobsOf(project.id)).length, 5);
    });

    test('an occurrence does not fire again when the clock reaches it a second time', async () => {
      const project = await givenProject(database.db, account);
      const schedule = await givenSchedule(database.db, project.id);
      await makeDue(database.db, schedule.id);
      await fire();
      await makeDue(database.db, schedule.id);
      assert.equal(await fire(), 0);
      assert.equal((await jobsOf(project.id)).length, 1);
      assert.ok(Date.parse((await scheduleOf(schedule.id)).next_run_at ?? '') > Date.now());
    });

    test('a schedule that cannot be fired does not hold up the others', async () => {
      const project = await givenProject(database.db, account);
      const broken = await givenSchedule(database.db, project.id);
      const sound = await givenSchedule(database.db, project.id);
      await database.db.updateTable('schedules').set({ time_zone: 'Nowhere' }).where('id', '=', broken.id).execute();
      await makeDue(database.db, broken.id);
      await makeDue(database.db, sound.id);
      const faults: string[] = [];
      assert.equal(await fireDueSchedules(database.db, (_, id) => void faults.push(id)), 1);
      assert.deepEqual(faults, [broken.id]);
      await setScheduleEnabled(database.db, sound.id, false);
      await database.db.deleteFrom('schedules').where('id', '=', broken.id).execute();
    });

    test('archive switches schedules off, restore leaves them off, enable lets them fire from now on', async () => {
      const project = await givenProject(database.db, account);
      const schedule = await givenSchedule(database.db, project.id);
      await makeDue(database.db, schedule.id);
      await database.db
        .transaction()
        .execute((transaction) => archiveProject(transaction, account.id, project.id, 'token:test'));
      assert.equal(await fire(), 0);
      await assert.rejects(setScheduleEnabled(database.db, schedule.id, true), { code: 'project_archived' });
      await database.db.transaction().execute((transaction) => restoreProject(transaction, account.id, project.id));
      assert.equal((await scheduleOf(schedule.id)).enabled, 0);
      assert.equal(await fire(), 0);
      const enabled = await setScheduleEnabled(database.db, schedule.id, true);
      assert.ok(Date.parse(enabled.next_run_at ?? '') > Date.now());
    });

    test('a schedule that is disabled while it is about to fire does not fire', {
      skip: engine === 'sqlite',
    }, async () => {
      const project = await givenProject(database.db, account);
      const schedule = await givenSchedule(database.db, project.id);
      await makeDue(database.db, schedule.id);
      const { fired } = await database.db.transaction().execute(async (transaction) => {
        await setScheduleEnabled(transaction, schedule.id, false);
        const fired = fire();
        await untilLocked(database.db);
        return { fired };
      });
      assert.equal(await fired, 0);
      assert.deepEqual(await jobsOf(project.id), []);
      assert.equal((await scheduleOf(schedule.id)).next_run_at, null);
    });

    test('a schedule is removed with its runs even while one of them moves on or a new one starts', {
      skip: engine === 'sqlite',
    }, async () => {
      const { db } = database;
      const project = await givenProject(db, account);
      const schedule = await givenSchedule(db, project.id);
      await makeDue(db, schedule.id);
      await fire();
      const [run] = await listRuns(db, schedule.id);
      assert.ok(run);
      const { sent, deliveries, wait, generation_job_id, ...row } = run;
      const { account_id, id: run_id, created_at, updated_at } = row;
      const mail = {
        account_id,
        run_id,
        recipient: 'a@b.c',
        status: 'pending',
        attempt: 0,
        created_at,
        updated_at,
      } as const;
      const { removed } = await db.transaction().execute(async (transaction) => {
        for (const [table, id] of [
          ['schedules', schedule.id],
          ['schedule_runs', run_id],
        ] as const) {
          await transaction.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
        }
        const removed = db.transaction().execute((other) => removeSchedule(other, schedule.id));
        await untilLocked(db);
        await transaction
          .insertInto('deliveries')
          .values({ ...mail, id: `dlv_${run_id}` })
          .execute();
        const job = await enqueueGeneration(transaction, {
          project,
          plan: await getPlanOfAccount(transaction, account.id),
          periods: { current: { from: '2026-01-01', to: '2026-01-01' }, compare: null },
          source: 'schedule',
        });
        const next = { id: 'run_next', occurrence: '2999-01-01', generation_job_id: job.id };
        await transaction
          .insertInto('schedule_runs')
          .values({ ...row, ...next })
          .execute();
        return { removed };
      });
      assert.equal((await removed).id, schedule.id);
      await assert.rejects(listRuns(db, schedule.id), { code: 'not_found' });
    });

    test('a generation that is refused ends the run with the reason', async () => {
      const project = await givenProject(database.db, account);
      const schedule = await givenSchedule(database.db, project.id, { formats: ['pdf'] });
      await makeDue(database.db, schedule.id);
      await fire();
      await advanceRuns(database.db, {} as ObjectStore, unexpected);
      const [run] = await listRuns(database.db, schedule.id);
      assert.equal(run?.state, 'failed');
      assert.match(run?.failure ?? '', /ended blocked, no_connected_systems: /);
      const [told] = await withStoppedJobs(database.db, run ? [run] : []);
      assert.deepEqual(told?.stopped, { reason: 'no_connected_systems', details: {} });
    });
  });
}
