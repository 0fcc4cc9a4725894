import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { simpleParser } from 'mailparser';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { lockProject } from '../../../src/domains/projects/projects.ts';
import { insertReport, storeDocument } from '../../../src/domains/reports/reports.ts';
import { startTestRun } from '../../../src/domains/schedules/fire-schedules.ts';
import { listRuns } from '../../../src/domains/schedules/listed-runs.ts';
import { createMailer } from '../../../src/domains/schedules/mail.ts';
import { withUnsentMails } from '../../../src/domains/schedules/managed-schedules.ts';
import { RenderedMails } from '../../../src/domains/schedules/rendered-mails.ts';
import { runSchedules } from '../../../src/domains/schedules/scheduler.ts';
import type { ScheduleRow } from '../../../src/domains/schedules/schedules.ts';
import { findShare } from '../../../src/domains/shares/shares.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeJob } from '../../../src/platform/jobs/held-job.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { chat } from '../../support/chat.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { smallDocument } from '../../support/outcomes.ts';
import { givenSchedule, makeDue } from '../../support/schedules.ts';
import { silentLog } from '../../support/silent-log.ts';
import { test, usually } from '../../support/suite.ts';

const fileBytes = Buffer.from('The bytes of the file, as exported.');

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: e-mails of schedules`, () => {
    let database: TestDatabase;
    let account: Account;
    let objects: ObjectStore;
    let folder: string;
    let mail: MailServer;
    let mails: RenderedMails;
    const warned: string[] = [];
    before(async () => {
      database = await createTestDatabase(engine);
      account = await givenAccount(database.db);
      folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      objects = await openFileStore(folder);
      mail = await startMailServer();
      mails = new RenderedMails();
    });
    after(async () => {
      await mail[Symbol.asyncDispose]();
      await mails[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      removeFolder(folder);
    });

    const round = (url = mail.url, times?: Parameters<typeof createMailer>[1]) =>
      runSchedules({
        db: database.db,
        objects,
        mails,
        sendMail: createMailer({ url, from: 'Reports <reports@example.com>' }, times),
        baseUrl: 'https://reports.example.com',
        linkKey: Buffer.alloc(32, 'key'),
        chat,
        log: { ...silentLog, child: () => ({ ...silentLog, warn: (_fields, message) => void warned.push(message) }) },
        wakeWorkers: () => {},
      });

    /** Fires a schedule with these fields and lets its jobs complete, so that the e-mails are next. */
    async function givenFinishedRun(fields: Parameters<typeof givenSchedule>[2]): Promise<ScheduleRow> {
      const project = await givenProject(database.db, account);
      await database.db
        .insertInto('connections')
        .values({ ...connection(project.id), account_id: account.id })
        .execute();
      const schedule = await givenSchedule(database.db, project.id, { formats: ['pdf'], ...fields });
      await makeDue(database.db, schedule.id);
      await round();
      await completeNext(project.id);
      await round();
      if (schedule.formats !== '[]') await completeNext(project.id);
      return schedule;
    }

    async function completeNext(projectId: string): Promise<void> {
      const job = await claimJob(database.db, 'test-worker', 64);
      assert.equal(job?.project_id, projectId);
      if (job.type === 'generation') {
        const document = smallDocument({ title: 'Monthly report' });
        const stored = await storeDocument(objects, `documents/${job.id}-1.json`, document);
        const ids = { accountId: account.id, projectId, generationJobId: job.id };
        await completeJob(database.db, job, {
          reportId: document.report_id,
          effect: (transaction) => insertReport(transaction, { ...ids, source: job.source, document, stored }),
        });
        return;
      }
      const key = `artifacts/${job.id}-1.pdf`;
      const { size, sha256 } = await objects.put(key, fileBytes);
      const createdAt = new Date().toISOString();
      const artifact = { key, filename: 'Monthly report.pdf', contentType: 'application/pdf', size, sha256, createdAt };
      await completeJob(database.db, job, { artifact: { ...artifact, expiresAt: '2999-01-01T00:00:00Z' } });
    }

    const connection = (projectId: string) => {
      const now = new Date().toISOString();
      const times = { checked_at: now, created_at: now, updated_at: now };
      const id = `con_${projectId.slice(4)}`;
      return {
        id,
        project_id: projectId,
        system: 'file',
        name: 'Sales',
        status: 'connected' as const,
        config: '{}',
        secret: null,
        ...times,
      };
    };
    const deliveriesOf = async (schedule: ScheduleRow) =>
      database.db
        .selectFrom('deliveries')
        .innerJoin('schedule_runs', 'schedule_runs.id', 'deliveries.run_id')
        .selectAll('deliveries')
        .where('schedule_runs.schedule_id', '=', schedule.id)
        .orderBy('recipient')
        .execute();
    const receivedBy = (recipient: string) => mail.received.filter(({ to }) => to.includes(recipient));
    const makeRetryDue = () =>
      database.db
        .updateTable('deliveries')
        .set({ next_attempt_at: '2020' })
        .where('next_attempt_at', 'is not', null)
        .execute();

    test('each recipient gets the report once, with the exported file, from the configured sender', async () => {
      const schedule = await givenFinishedRun({ recipients: ['ann@example.com', 'bob@example.com'] });
      await round();
      await round();
      for (const recipient of ['ann@example.com', 'bob@example.com']) {
        const [received, ...more] = receivedBy(recipient);
        assert.deepEqual(more, []);
        assert.match(received?.raw ?? '', /^From: Reports <reports@example.com>$/m);
        const read = await simpleParser(received?.raw ?? '');
        assert.match(read.subject ?? '', /^Monthly report · /);
        const file = read.attachments.find(({ filename }) => filename === 'Monthly report.pdf');
        assert.deepEqual(file?.content, fileBytes);
        assert.match(read.text ?? '', /The report is attached\./);
        assert.match(read.html || '', /<h1[^>]*>Monthly report<\/h1>/);
        assert.equal(read.headers.get('auto-submitted'), 'auto-generated');
        assert.ok(read.date && read.messageId);
        const raw = received?.raw ?? '';
        assert.match(raw, /^List-Unsubscribe: <https:\/\/reports\.example\.com\/unsubscribe\/\w{43}>\r$/m);
        assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      }
      const [run] = await listRuns(database.db, schedule.id);
      assert.deepEqual([run?.state, Number(run?.sent), Number(run?.deliveries)], ['completed', 2, 2]);
    });

    test('if the server does not take a mail now, sending is retried later under the same Message-ID', async () => {
      mail.refusals.push(451);
      const schedule = await givenFinishedRun({ recipients: ['later@example.com'] });
      await round();
      const [waiting] = await deliveriesOf(schedule);
      assert.deepEqual([waiting?.status, waiting?.attempt], ['pending', 1]);
      assert.ok(Date.parse(waiting?.next_attempt_at ?? '') > Date.now() + 30_000);
      await makeRetryDue();
      await round();
      const [received, ...more] = receivedBy('later@example.com');
      assert.deepEqual(more, []);
      assert.match(received?.raw ?? '', new RegExp(`^Message-ID: <${waiting?.id}@example.com>$`, 'm'));
    });

    test('an address that the server refuses for good ends the run as failed, and names it; the others get theirs', async () => {
      mail.refusals.push(550);
      const schedule = await givenFinishedRun({ recipients: ['gone@example.com', 'here@example.com'] });
      await round();
      await round();
      const [run] = await listRuns(database.db, schedule.id);
      assert.equal(run?.state, 'failed');
      assert.match(run?.failure ?? '', /^\w+@example.com: /);
      assert.equal(Number(run?.sent), 1);
      const [{ unsent } = assert.fail()] = await withUnsentMails(database.db, run ? [run] : []);
      assert.deepEqual(
        unsent.map(({ reason, message }) => [reason, /550/.test(message ?? '')]),
        [['address_refused', true]],
      );
    });

    test('the enhanced code of an answer decides whether it lasts; an address that is gone gets nothing any more', async () => {
      const passing = await givenFinishedRun({ recipients: ['greylisted@example.com'] });
      mail.refusals.push('550 4.7.1 Come back later');
      await round();
      const [waiting] = await deliveriesOf(passing);
      assert.deepEqual([waiting?.status, waiting?.answer], ['pending', '550 4.7.1 Come back later']);
      await makeRetryDue();
      await round();
      const lasting = await givenFinishedRun({ recipients: ['nobody@example.com'] });
      mail.refusals.push('550 5.1.1 No such user');
      await round();
      const [ended] = await deliveriesOf(lasting);
      assert.deepEqual([ended?.status, ended?.reason], ['failed', 'address_refused']);
      const next = await givenFinishedRun({ recipients: ['Nobody@example.com'] });
      await round();
      const [skipped] = await deliveriesOf(next);
      assert.deepEqual([skipped?.status, skipped?.reason], ['skipped', 'unwanted']);
      assert.match(skipped?.failure ?? '', /no such address/);
      assert.deepEqual(receivedBy('Nobody@example.com'), []);
      await round();
      assert.equal((await listRuns(database.db, next.id))[0]?.state, 'completed');
    });

    test('a refusal that passes after the whole mail is retried, since the server said that it has not taken it', async () => {
      const schedule = await givenFinishedRun({ recipients: ['busy@example.com'] });
      mail.endings.push('451 4.3.0 Out of room');
      await round();
      assert.equal((await deliveriesOf(schedule))[0]?.status, 'pending');
      await makeRetryDue();
      await round();
      assert.equal((await deliveriesOf(schedule))[0]?.status, 'sent');
    });

    test('a server that goes silent after it has the whole mail never gets it again, and that is told as unknown', async () => {
      const schedule = await givenFinishedRun({ recipients: ['silent@example.com'] });
      mail.endings.push('silence');
      await round(mail.url, { sendMs: 5_000, answerMs: 300 });
      const [delivery] = await deliveriesOf(schedule);
      assert.deepEqual([delivery?.status, delivery?.reason, delivery?.next_attempt_at], ['unknown', 'unknown', null]);
      assert.match(delivery?.failure ?? '', /it may have arrived, so it is not sent again/);
      await makeRetryDue();
      await round();
      await round();
      assert.equal(receivedBy('silent@example.com').length, 1);
      const [run] = await listRuns(database.db, schedule.id);
      assert.equal(run?.state, 'failed');
      assert.match(run?.failure ?? '', /silent@example\.com: .* may have arrived/);
    });

    test('what a killed process had handed over is never sent again', async () => {
      const schedule = await givenFinishedRun({ recipients: ['killed@example.com'] });
      await round('smtp://127.0.0.1:1');
      const past = new Date(Date.now() - 60_000).toISOString();
      const handed = { status: 'sending', handed_at: past, next_attempt_at: past } as const;
      const [{ id } = { id: '' }] = await deliveriesOf(schedule);
      await database.db.updateTable('deliveries').set(handed).where('id', '=', id).execute();
      await round();
      assert.deepEqual(receivedBy('killed@example.com'), []);
      const [delivery] = await deliveriesOf(schedule);
      assert.equal(delivery?.status, 'unknown');
      assert.match(delivery?.failure ?? '', /may have arrived/);
    });

    test('a process that is killed while the mail server is silent leaves the state unknown, and no second mail', async () => {
      const schedule = await givenFinishedRun({ formats: [], recipients: ['halfway@example.com'], delivery: 'link' });
      mail.endings.push('silence');
      const script = fileURLToPath(new URL('../../support/send-mails-process.ts', import.meta.url));
      const child = spawn(process.execPath, [script, JSON.stringify(database.location), folder, mail.url]);
      const ended = once(child, 'exit');
      try {
        const isHandedOver = () => receivedBy('halfway@example.com').length === 1;
        assert.ok(await eventually(isHandedOver));
      } finally {
        child.kill('SIGKILL');
        await ended;
      }
      await makeRetryDue();
      await round();
      await round();
      assert.equal(receivedBy('halfway@example.com').length, 1);
      assert.equal((await deliveriesOf(schedule))[0]?.status, 'unknown');
    });

    test('it is written that a mail was handed over before its end goes out', async () => {
      const schedule = await givenFinishedRun({ recipients: ['handed@example.com'] });
      mail.endings.push('silence');
      const sending = round(mail.url, { sendMs: 5_000, answerMs: 2_000 });
      assert.ok(await eventually(() => receivedBy('handed@example.com').length === 1));
      const [delivery] = await deliveriesOf(schedule);
      assert.equal(delivery?.status, 'sending');
      assert.ok(delivery?.handed_at);
      await sending;
    });

    test('if the server refuses the credentials rather than the mail, sending is retried later', async () => {
      const schedule = await givenFinishedRun({ recipients: ['kept@example.com'] });
      await round(mail.url.replace('//', '//service:changed@'));
      const [waiting] = await deliveriesOf(schedule);
      assert.match(waiting?.failure ?? '', /^Invalid login: 5/);
      assert.deepEqual([waiting?.status, waiting?.reason], ['pending', 'sign_in_refused']);
      await makeRetryDue();
      await round();
      assert.equal(receivedBy('kept@example.com').length, 1);
    });

    test('if the mail server is down, sending is retried with growing waits for 24 hours', async () => {
      const schedule = await givenFinishedRun({ recipients: ['away@example.com'] });
      await round('smtp://127.0.0.1:1');
      const waits: number[] = [1];
      let [delivery] = await deliveriesOf(schedule);
      let passed = 60_000;
      for (; delivery?.status === 'pending' && waits.length < 50; [delivery] = await deliveriesOf(schedule)) {
        await makeRetryDue();
        const queued_at = new Date(Date.now() - passed).toISOString();
        await database.db.updateTable('deliveries').set({ queued_at }).where('id', '=', delivery.id).execute();
        await round('smtp://127.0.0.1:1');
        const [tried] = await deliveriesOf(schedule);
        const wait = Date.parse(tried?.next_attempt_at ?? '') - Date.now();
        if (tried?.status === 'pending') waits.push(Math.round(wait / 60_000));
        passed += Number.isNaN(wait) ? 0 : wait;
      }
      assert.equal(delivery?.status, 'failed');
      assert.deepEqual(waits.slice(0, 6), [1, 3, 9, 27, 81, 240]);
      assert.ok(passed > 20 * 3_600_000 && passed <= 24 * 3_600_000, `${passed / 3_600_000} h`);
      assert.deepEqual(receivedBy('away@example.com'), []);
    });

    test('an e-mail whose sending process was killed is sent by another one once its claim has expired', async () => {
      const schedule = await givenFinishedRun({ recipients: ['orphan@example.com'] });
      await round('smtp://127.0.0.1:1');
      const [delivery] = await deliveriesOf(schedule);
      const sending = { status: 'sending', next_attempt_at: new Date(Date.now() + 60_000).toISOString() } as const;
      await database.db
        .updateTable('deliveries')
        .set(sending)
        .where('id', '=', delivery?.id ?? '')
        .execute();
      await round();
      assert.deepEqual(receivedBy('orphan@example.com'), [], 'the other may still be sending');
      await makeRetryDue();
      await round();
      assert.equal(receivedBy('orphan@example.com').length, 1);
    });

    test('delivered as a link, the e-mail holds a guest link of its own that opens the report', async () => {
      await givenFinishedRun({ formats: [], recipients: ['guest@example.com', 'other@example.com'], delivery: 'link' });
      await round();
      const links = ['guest@example.com', 'other@example.com'].map((recipient) => {
        const text = receivedBy(recipient)[0]?.raw.replaceAll('=\r\n', '') ?? '';
        return /https:\/\/reports\.example\.com\/shared\/(\S+)/.exec(text)?.[1] ?? '';
      });
      assert.notEqual(links[0], links[1]);
      for (const token of links) assert.ok(await findShare(database.db, token, Date.now()));
    });

    test('all attempts at an e-mail carry the same link; if it is revoked before, it is not mailed', async () => {
      const schedule = await givenFinishedRun({ formats: [], recipients: ['patient@example.com'], delivery: 'link' });
      warned.length = 0;
      for (let attempt = 1; attempt <= 3; attempt++) {
        await round('smtp://127.0.0.1:1');
        await makeRetryDue();
      }
      assert.deepEqual(warned, Array(3).fill('the e-mail was not sent'));
      const [delivery] = await deliveriesOf(schedule);
      const run = database.db
        .selectFrom('schedule_runs')
        .select('report_id')
        .where('id', '=', delivery?.run_id ?? '');
      const shares = () => database.db.selectFrom('shares').selectAll().where('report_id', '=', run).execute();
      assert.equal((await shares()).length, 1);
      const revoked_at = new Date().toISOString();
      await database.db.updateTable('shares').set({ revoked_at }).where('report_id', '=', run).execute();
      await round();
      assert.deepEqual(receivedBy('patient@example.com'), []);
      const [ended] = await deliveriesOf(schedule);
      assert.match(ended?.failure ?? '', /was revoked before it was sent/);
      assert.equal(ended?.reason, 'link_revoked');
    });

    test('an e-mail about a lost report fails at once, and says so; others go out in the same round', async () => {
      const schedule = await givenFinishedRun({
        formats: [],
        recipients: ['lost-report@example.com'],
        delivery: 'link',
      });
      const { report_id } = await database.db
        .selectFrom('schedule_runs')
        .select('report_id')
        .where('schedule_id', '=', schedule.id)
        .executeTakeFirstOrThrow();
      await database.db
        .updateTable('reports')
        .set({ status: 'unavailable' })
        .where('id', '=', report_id ?? '')
        .execute();
      await givenFinishedRun({ formats: [], recipients: ['next@example.com'], delivery: 'link' });
      await round();
      const [delivery] = await deliveriesOf(schedule);
      assert.equal(delivery?.status, 'failed');
      assert.match(delivery?.failure ?? '', /The stored document of rep_\w+ is lost/);
      assert.equal(delivery?.reason, 'report_lost');
      assert.equal(receivedBy('next@example.com').length, 1);
    });

    test('a test is mailed to whoever asked alone', async () => {
      const schedule = await givenFinishedRun({ recipients: ['client@example.com'], formats: [], delivery: 'link' });
      const { project_id: projectId } = schedule;
      await database.db.transaction().execute(async (transaction) => {
        const project = await lockProject(transaction, account.id, projectId);
        await startTestRun(transaction, schedule, project, 'asker@example.com');
      });
      await completeNext(projectId);
      await round();
      await round();
      await round();
      const [received, ...more] = receivedBy('asker@example.com');
      assert.deepEqual(more, []);
      assert.match(received?.raw ?? '', /https:\/\/reports\.example\.com\/shared\//);
      assert.equal(receivedBy('client@example.com').length, 1);
      const runs = await listRuns(database.db, schedule.id);
      const states = runs.map(({ test_recipient, state }) => `${test_recipient} ${state}`);
      assert.deepEqual(states.toSorted(), ['asker@example.com completed', 'null completed']);
    });

    test('a lost file is not sent, and the run says so', async () => {
      const schedule = await givenFinishedRun({ recipients: ['lost@example.com'] });
      for await (const { key } of objects.list('artifacts/')) await objects.put(key, Buffer.from('something else'));
      await round();
      await round();
      const [run] = await listRuns(database.db, schedule.id);
      assert.match(run?.failure ?? '', /is lost or has expired; export the report again/);
      const told = await withUnsentMails(database.db, run ? [run] : []);
      assert.deepEqual(
        told.flatMap(({ unsent }) => unsent.map(({ recipient, reason }) => [recipient, reason])),
        [['lost@example.com', 'file_lost']],
      );
    });
  });
}
