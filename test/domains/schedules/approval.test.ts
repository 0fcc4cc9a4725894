import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { setComment } from '../../../src/domains/reports/comments.ts';
import { rejectRun, releaseRun } from '../../../src/domains/schedules/release-run.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { givenMember } from '../../support/people.ts';
import { openSchedules } from '../../support/schedule-runs.ts';
import { test, usually } from '../../support/suite.ts';
import { givenEndpoint } from '../../support/webhooks.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../support/release-run-process.ts', import.meta.url));

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: reports that wait to be released`, () => {
    let database: TestDatabase;
    let account: Account;
    let mail: MailServer;
    let schedules: Awaited<ReturnType<typeof openSchedules>>;
    before(async () => {
      database = await createTestDatabase(engine);
      account = await givenAccount(database.db);
      mail = await startMailServer();
      schedules = await openSchedules(database.db, account, mail.url);
    });
    after(async () => {
      await mail[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      schedules.close();
    });

    const receivedBy = (recipient: string) => mail.received.filter(({ to }) => to.includes(recipient));
    const release = (id: string) =>
      database.db.transaction().execute((transaction) => releaseRun(transaction, id, 'operator:test'));
    const reject = (id: string, reason: string) =>
      database.db.transaction().execute((transaction) => rejectRun(transaction, id, { by: 'operator:test', reason }));
    const exportsOf = (projectId: string) =>
      database.db
        .selectFrom('jobs')
        .select('id')
        .where('project_id', '=', projectId)
        .where('type', '=', 'export')
        .execute();

    test('the report is made and goes to nobody before it is released; then its files are made, and it goes out once', async () => {
      const recipients = ['client@example.com', 'other@example.com'];
      const { schedule, run: waiting } = await schedules.givenMadeReport({ approve: true, recipients });
      assert.equal(waiting.state, 'awaiting_approval');
      await schedules.round();
      assert.deepEqual(await exportsOf(schedule.project_id), []);
      assert.deepEqual(await schedules.deliveriesOf(waiting), []);
      const released = await release(waiting.id);
      assert.equal(released.state, 'exporting');
      const deliveries = await schedules.deliveriesOf(waiting);
      assert.deepEqual(
        deliveries.map(({ recipient, next_attempt_at }) => [recipient, next_attempt_at]),
        [
          ['client@example.com', null],
          ['other@example.com', null],
        ],
      );
      await schedules.round();
      assert.deepEqual(
        mail.received.filter(({ to }) => recipients.some((each) => to.includes(each))),
        [],
      );
      await schedules.completeNext(schedule.project_id);
      for (let rounds = 0; rounds < 3; rounds++) await schedules.round();
      for (const recipient of recipients) assert.equal(receivedBy(recipient).length, 1);
      const { state, decision } = await schedules.latestRun(schedule);
      assert.equal(state, 'completed');
      const { by, reason } = JSON.parse(decision ?? '');
      assert.deepEqual([by, reason], ['operator:test', null]);
    });

    test('what goes out is the report with the comments that it has when it is released', async () => {
      const {
        schedule,
        run: waiting,
        document,
      } = await schedules.givenMadeReport({
        ...{ approve: true, recipients: ['commented@example.com'] },
      });
      const place = { accountId: account.id, document, section: 1 };
      await setComment(database.db, place, { markdown: 'A record month.', author: 'operator:test' });
      await release(waiting.id);
      const job = await schedules.completeNext(schedule.project_id);
      assert.equal(job.revision, 2);
      for (let rounds = 0; rounds < 2; rounds++) await schedules.round();
      const file = Buffer.from('The report in revision 2.').toString('base64');
      assert.ok(receivedBy('commented@example.com')[0]?.raw.includes(file));
    });

    test('a rejected report goes to nobody, with its reason; and neither is decided again', async () => {
      const { schedule, run: waiting } = await schedules.givenMadeReport({ approve: true });
      await assert.rejects(reject(waiting.id, ' '), { code: 'invalid_request' });
      await reject(waiting.id, 'October is missing.');
      await assert.rejects(release(waiting.id), { code: 'run_decided' });
      await assert.rejects(reject(waiting.id, 'Again.'), { code: 'run_decided' });
      await schedules.round();
      const { state, decision } = await schedules.latestRun(schedule);
      assert.deepEqual([state, JSON.parse(decision ?? '').reason], ['rejected', 'October is missing.']);
      assert.deepEqual(await schedules.deliveriesOf(waiting), []);
    });

    test('a file that cannot be made after the release ends the e-mails that waited for it', async () => {
      const { schedule, run: waiting } = await schedules.givenMadeReport({ approve: true });
      await release(waiting.id);
      const outcome = JSON.stringify({ status: 'failed', reason: 'export_failed', message: 'Broken.' });
      const ended = { status: 'failed', outcome } as const;
      await database.db
        .updateTable('jobs')
        .set(ended)
        .where('project_id', '=', schedule.project_id)
        .where('type', '=', 'export')
        .execute();
      await schedules.round();
      const [delivery] = await schedules.deliveriesOf(waiting);
      assert.deepEqual([(await schedules.latestRun(schedule)).state, delivery?.status], ['failed', 'failed']);
    });

    test('whoever may release is told at once, after a day and after three, as long as it waits', async () => {
      const own = await givenAccount(database.db);
      const [editor, named] = [
        await givenMember(database.db, own.id, { role: 'editor' }),
        await givenMember(database.db, own.id),
      ];
      const viewer = await givenMember(database.db, own.id, { role: 'viewer' });
      const others = await openSchedules(database.db, own, mail.url);
      const { run: all } = await others.givenMadeReport({ approve: true });
      const { run: few } = await others.givenMadeReport({ approve: true, approvers: [named.email.toUpperCase()] });
      await others.round();
      const told = (email: string) =>
        receivedBy(email).map(({ raw }) => /console\/reports\/(rep_\w+)/.exec(raw.replaceAll('=\r\n', ''))?.[1]);
      assert.deepEqual(told(editor.email), [all.report_id]);
      assert.deepEqual(told(named.email).toSorted(), [all.report_id, few.report_id].toSorted());
      assert.deepEqual(told(viewer.email), []);
      const due = await database.db
        .selectFrom('schedule_notices')
        .select(['days', 'next_attempt_at', 'created_at'])
        .where('run_id', '=', few.id)
        .where('next_attempt_at', 'is not', null)
        .orderBy('days')
        .execute();
      const hours = due.map(
        (each) => (Date.parse(each.next_attempt_at ?? '') - Date.parse(each.created_at)) / 3_600_000,
      );
      assert.deepEqual(hours, [24, 72]);
      await database.db
        .transaction()
        .execute((transaction) => rejectRun(transaction, all.id, { by: 'operator:test', reason: 'No.' }));
      const past = { next_attempt_at: '2020' };
      await database.db.updateTable('schedule_notices').set(past).where('next_attempt_at', 'is not', null).execute();
      await others.round();
      assert.deepEqual(told(editor.email), [all.report_id], 'nobody is reminded of what is decided');
      assert.deepEqual(told(named.email).filter((id) => id === few.report_id).length, 3);
      others.close();
    });

    test('of several processes that release at once one does, and a killed one does it whole or not at all', async () => {
      const location = JSON.stringify(database.location);
      const { schedule, run: waiting } = await schedules.givenMadeReport({
        approve: true,
        recipients: ['once@example.com'],
      });
      for (const afterMs of [60, 120, 180, 240, 300]) {
        const killed = spawn(process.execPath, [program, location, waiting.id]);
        await Promise.race([once(killed, 'exit'), delay(afterMs)]);
        killed.kill('SIGKILL');
        const { state } = await schedules.latestRun(schedule);
        const made = [(await exportsOf(schedule.project_id)).length, (await schedules.deliveriesOf(waiting)).length];
        assert.deepEqual(made, state === 'awaiting_approval' ? [0, 0] : [1, 1], state);
      }
      const outputs = await Promise.all(
        Array.from({ length: 3 }, () => run(process.execPath, [program, location, waiting.id])),
      );
      const told = outputs.map(({ stdout }) => stdout.trim());
      assert.ok(told.filter((text) => text === 'released').length <= 1, told.join());
      assert.ok(told.filter((text) => text === 'run_decided').length >= 2, told.join());
      assert.deepEqual(
        [(await exportsOf(schedule.project_id)).length, (await schedules.deliveriesOf(waiting)).length],
        [1, 1],
      );
      await schedules.completeNext(schedule.project_id);
      for (let rounds = 0; rounds < 2; rounds++) await schedules.round();
      assert.equal(receivedBy('once@example.com').length, 1);
    });

    test('a release and a rejection are events for webhooks, of one decision each, with their report', async () => {
      const own = await givenAccount(database.db);
      const others = await openSchedules(database.db, own, mail.url);
      await givenEndpoint(database.db, own.id, 'https://hooks.example.com', { events: ['report.released'] });
      const { run: released } = await others.givenMadeReport({ approve: true });
      const { run: rejected } = await others.givenMadeReport({ approve: true });
      await Promise.allSettled([release(released.id), release(released.id)]);
      await reject(rejected.id, 'October is missing.');
      const events = await database.db
        .selectFrom('events')
        .select(['type', 'subject'])
        .where('account_id', '=', own.id)
        .where('type', 'like', 'report.%')
        .orderBy('type')
        .execute();
      others.close();
      assert.deepEqual(events, [
        { type: 'report.rejected', subject: rejected.report_id },
        { type: 'report.released', subject: released.report_id },
      ]);
    });
  });
}
