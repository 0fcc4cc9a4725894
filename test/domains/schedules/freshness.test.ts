import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { archiveProject } from '../../../src/domains/projects/projects.ts';
import { afterAsking, checkFreshBy, isFresh, waitsUntil } from '../../../src/domains/schedules/freshness.ts';
import { toFreshness } from '../../../src/domains/schedules/listed-runs.ts';
import { removeSchedule } from '../../../src/domains/schedules/schedules.ts';
import { claimWait, settleWait } from '../../../src/domains/schedules/waits.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { makeConfig } from '../../support/file-connection.ts';
import { openWaiting } from '../../support/waiting-schedules.ts';

const instant = (text: string) => Temporal.Instant.from(text);

test('a source is fresh when the day is over in its zone, has data, and was over when the source last changed', () => {
  const berlin = { day: '2026-01-24', timeZone: 'Europe/Berlin', now: instant('2026-01-25T05:00:00Z') };
  assert.equal(isFresh({ hasData: true, freshAt: null }, berlin), true);
  assert.equal(isFresh({ hasData: false, freshAt: null }, berlin), false);
  assert.equal(isFresh({ hasData: true, freshAt: '2026-01-24T22:59:59Z' }, berlin), false);
  assert.equal(isFresh({ hasData: true, freshAt: '2026-01-24T23:00:00Z' }, berlin), true);
  assert.equal(isFresh({ hasData: true, freshAt: null }, { ...berlin, timeZone: 'America/Los_Angeles' }), false);
});

test('sources are asked again after 10, 20 and then every 40 minutes, and for the last time at the hour itself', () => {
  const now = instant('2026-01-25T05:00:00Z');
  const until = instant('2026-01-25T05:50:00Z');
  const asked = { isMissing: true, otherwise: 'send' as const };
  const minutes = (asks: number) => {
    const next = afterAsking({ ...asked, asks }, now, until);
    return next.ended === null ? now.until(next.askAt).total('minutes') : next.ended;
  };
  assert.deepEqual([1, 2, 3, 4].map(minutes), [10, 20, 40, 40]);
  const soon = afterAsking({ ...asked, asks: 9 }, instant('2026-01-25T05:20:00Z'), until);
  assert.deepEqual(soon.ended === null && soon.askAt.toString(), '2026-01-25T05:50:00Z');
  assert.deepEqual(minutes(60), 'without', 'what kills each process that asks is not asked for ever');
});

test('at the hour a report goes out without what is missing, or is not made, as its owner chose', () => {
  const now = instant('2026-01-25T10:00:00Z');
  const ended = (otherwise: 'send' | 'skip', isMissing = true) =>
    afterAsking({ isMissing, asks: 3, otherwise }, now, now).ended;
  assert.deepEqual([ended('send'), ended('skip'), ended('skip', false)], ['without', 'skipped', 'fresh']);
});

test('the hour is that of the local day, in winter, in summer, and where clocks skip it', () => {
  const until = (date: string, hour: string) =>
    waitsUntil({ hour, otherwise: 'send' }, date, 'Europe/Berlin').toString();
  assert.equal(until('2026-01-25', '11:00'), '2026-01-25T10:00:00Z');
  assert.equal(until('2026-07-25', '11:00'), '2026-07-25T09:00:00Z');
  assert.equal(until('2026-03-29', '02:30'), '2026-03-29T01:30:00Z');
  assert.equal(until('2026-10-25', '02:30'), '2026-10-25T00:30:00Z');
});

test('an hour that is none, or not later than the time at which the schedule fires, is refused at its field', () => {
  const fault = (hour: string) => {
    try {
      checkFreshBy({ hour, otherwise: 'send' }, '06:00');
      return null;
    } catch (error) {
      return error instanceof ServiceError && error.details?.map(({ field, rule }) => [field, rule]);
    }
  };
  assert.deepEqual(fault('25:00'), [['fresh_by.hour', 'pattern']]);
  assert.deepEqual(fault('06:00'), [['fresh_by.hour', 'order']]);
  assert.deepEqual(fault('05:00'), [['fresh_by.hour', 'order']]);
  assert.equal(fault('06:01'), null);
});

for (const engine of engines) {
  describe(`${engine}: schedules that wait for their sources`, () => {
    let database: TestDatabase;
    let account: Account;
    let waiting: Awaited<ReturnType<typeof openWaiting>>;
    before(async () => {
      database = await createTestDatabase(engine);
      account = await givenAccount(database.db);
      waiting = await openWaiting(database.db, account);
    });
    after(async () => {
      await waiting[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    const jobsOf = (projectId: string) =>
      database.db.selectFrom('jobs').selectAll().where('project_id', '=', projectId).execute();
    const names = (run: Awaited<ReturnType<typeof waiting.latest>>) =>
      toFreshness(run?.wait ?? null)?.missing.map(({ connection_name }) => connection_name);

    test('where all sources have the last day, the run begins at once, of the periods of its day', async () => {
      const { yesterday, today } = waiting;
      await waiting.write('whole.csv', [yesterday]);
      const { project, schedule } = await waiting.given(['whole.csv']);
      const woken = waiting.woken();
      await waiting.fire();
      await waiting.ask();
      const [job, ...more] = await jobsOf(project.id);
      assert.deepEqual([JSON.parse(job?.request ?? '').period.current, more], [{ from: yesterday, to: yesterday }, []]);
      assert.equal(JSON.parse(job?.request ?? '').not_there_yet, undefined);
      const run = await waiting.latest(schedule.id);
      assert.deepEqual([run?.state, run?.generation_job_id, run?.occurrence], ['generating', job?.id, today]);
      assert.deepEqual([run?.wait?.ended, names(run)], ['fresh', []]);
      assert.equal(waiting.woken() - woken, 1, 'a worker is told of the job');
    });

    test('it waits for those that have nothing of the last day, and asks those alone again, until they have it', async () => {
      const { yesterday, today } = waiting;
      await waiting.write('shop.csv', [yesterday]);
      await waiting.write('ads.csv', ['2026-01-01']);
      const { project, schedule, connections } = await waiting.given(['shop.csv', 'ads.csv']);
      await waiting.fire();
      assert.deepEqual(names(await waiting.latest(schedule.id)), ['shop.csv', 'ads.csv'], 'none has been asked yet');
      await waiting.ask();
      const run = await waiting.latest(schedule.id);
      assert.deepEqual([run?.state, run?.generation_job_id, await jobsOf(project.id)], ['waiting', null, []]);
      const shown = toFreshness(run?.wait ?? null);
      assert.deepEqual(shown?.missing, [{ connection_id: connections[1]?.id, connection_name: 'ads.csv' }]);
      const until = waitsUntil({ hour: '23:00', otherwise: 'send' }, today, waiting.timeZone);
      assert.deepEqual([shown?.day, shown?.ended, shown?.otherwise], [yesterday, null, 'send']);
      assert.equal(Temporal.Instant.from(shown?.until ?? '').epochMilliseconds, until.epochMilliseconds);
      const wait = Date.parse(shown?.next_ask_at ?? '') - Date.now();
      assert.ok(wait > 9 * 60_000 && wait <= 10 * 60_000, `${wait} ms`);
      // What was there stays there: a source that answered is not asked again.
      await waiting.write('shop.csv', []);
      await waiting.write('ads.csv', ['2026-01-01', yesterday]);
      await waiting.ask();
      assert.equal((await waiting.latest(schedule.id))?.state, 'waiting', 'not before its time');
      await waiting.elapse(schedule.id);
      await waiting.ask();
      assert.equal((await waiting.latest(schedule.id))?.state, 'generating');
      assert.equal((await waiting.latest(schedule.id))?.id, run?.id, 'the run keeps its id');
    });

    test('a file with rows of the last day that was written before the day was over is waited for', async () => {
      const { yesterday } = waiting;
      await waiting.write('early.csv', [yesterday], yesterday);
      const { schedule } = await waiting.given(['early.csv']);
      await waiting.fire();
      await waiting.ask();
      assert.equal((await waiting.latest(schedule.id))?.state, 'waiting');
    });

    test('at the hour the report is made without what is missing, which its job and its e-mails name', async () => {
      const { yesterday } = waiting;
      await waiting.write('empty.csv', ['2026-01-01']);
      const { project, schedule, connections } = await waiting.given(['empty.csv']);
      await waiting.fire();
      await waiting.elapse(schedule.id, { isLast: true });
      await waiting.ask();
      const run = await waiting.latest(schedule.id);
      assert.deepEqual([run?.state, run?.wait?.ended], ['generating', 'without']);
      const [job] = await jobsOf(project.id);
      const missing = [{ connection_id: connections[0]?.id, day: yesterday }];
      assert.deepEqual(JSON.parse(job?.request ?? '').not_there_yet, missing);
    });

    test('or it is not made at all, and its run says so', async () => {
      await waiting.write('empty.csv', ['2026-01-01']);
      const { project, schedule } = await waiting.given(['empty.csv'], { hour: '23:00', otherwise: 'skip' });
      await waiting.fire();
      await waiting.elapse(schedule.id, { isLast: true });
      await waiting.ask();
      const run = await waiting.latest(schedule.id);
      assert.deepEqual([run?.state, run?.wait?.ended], ['not_sent', 'skipped']);
      assert.deepEqual(JSON.parse(run?.not_sent ?? ''), { code: 'not_fresh' });
      assert.deepEqual(await jobsOf(project.id), []);
    });

    test('an occurrence that is made up for after its hour asks once and does not wait', async () => {
      await waiting.write('empty.csv', ['2026-01-01']);
      const { schedule } = await waiting.given(['empty.csv'], { hour: '00:30', otherwise: 'send' });
      await waiting.fire();
      await waiting.ask();
      const run = await waiting.latest(schedule.id);
      assert.deepEqual([run?.state, run?.wait?.asks, run?.wait?.ended], ['generating', 1, 'without']);
    });

    test('a source that fails is not waited for: its report deals with the fault', async () => {
      const { project, schedule } = await waiting.given([]);
      await waiting.connect(project.id, 'Gone', makeConfig(`${waiting.folder}/gone.csv`, 'Day', { n: 'count(*)' }));
      await waiting.connect(project.id, 'Wrong', {});
      await waiting.fire();
      await waiting.ask();
      const run = await waiting.latest(schedule.id);
      assert.deepEqual([run?.state, run?.wait?.ended], ['generating', 'fresh']);
    });

    test('a connection that is removed meanwhile is not waited for', async () => {
      await waiting.write('empty.csv', ['2026-01-01']);
      const { schedule, connections } = await waiting.given(['empty.csv']);
      await waiting.fire();
      await waiting.ask();
      await database.db
        .deleteFrom('connections')
        .where('id', '=', connections[0]?.id ?? '')
        .execute();
      await waiting.elapse(schedule.id);
      await waiting.ask();
      assert.equal((await waiting.latest(schedule.id))?.wait?.ended, 'fresh');
    });

    test('an occurrence that waits does not fire again, and does not hold up the next one', async () => {
      await waiting.write('empty.csv', ['2026-01-01']);
      const { schedule } = await waiting.given(['empty.csv']);
      await waiting.fire();
      await database.db
        .updateTable('schedules')
        .set({ next_run_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', schedule.id)
        .execute();
      assert.equal(await waiting.fire(), 0);
      const { next_run_at: next } = await database.db
        .selectFrom('schedules')
        .select('next_run_at')
        .where('id', '=', schedule.id)
        .executeTakeFirstOrThrow();
      assert.ok(Date.parse(next ?? '') > Date.now());
    });

    test('of two processes that have asked, one begins the run', async () => {
      // So that no other occurrence is due to be asked.
      await waiting.ask();
      const { project, schedule } = await waiting.given(['whole.csv']);
      await waiting.fire();
      const first = await claimWait(database.db);
      await waiting.elapse(schedule.id);
      const second = await claimWait(database.db);
      assert.ok(first && second && first.id === second.id);
      const settled = await Promise.all([settleWait(database.db, first, []), settleWait(database.db, second, [])]);
      assert.deepEqual(
        settled.map((each) => each?.ended),
        [undefined, 'fresh'],
      );
      assert.equal((await jobsOf(project.id)).length, 1);
    });

    test('a schedule that is removed while it waits takes its wait along; of an archived project the run says why it failed', async () => {
      await waiting.write('empty.csv', ['2026-01-01']);
      const removed = await waiting.given(['empty.csv']);
      await waiting.fire();
      const wait = await claimWait(database.db);
      await database.db.transaction().execute((transaction) => removeSchedule(transaction, removed.schedule.id));
      assert.equal(wait && (await settleWait(database.db, wait, [])), undefined);
      const { project, schedule } = await waiting.given(['empty.csv']);
      await waiting.fire();
      await archiveProject(database.db, account.id, project.id, 'operator:test');
      await waiting.elapse(schedule.id, { isLast: true });
      await waiting.ask();
      const [job] = await jobsOf(project.id);
      assert.deepEqual([job?.status, JSON.parse(job?.outcome ?? '').reason], ['blocked', 'project_archived']);
    });
  });
}
