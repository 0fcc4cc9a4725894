import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { simpleParser } from 'mailparser';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { makeFolder } from '../../support/file-connection.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { makeDue } from '../../support/schedules.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';
import { openWaiting } from '../../support/waiting-schedules.ts';

const root = await makeFolder();

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: schedules of the management API that wait for their sources`, () => {
    let service: TestService;
    let server: MailServer;
    let account: Account;
    let admin: SignedInMember;
    let waiting: Awaited<ReturnType<typeof openWaiting>>;
    before(async () => {
      server = await startMailServer();
      const mail = { SMTP_URL: server.url, MAIL_FROM: 'reports@example.com', DATA_ROOTS: root };
      service = await startTestService(engine, { role: 'all', environment: mail });
      account = await givenAccount(service.db);
      admin = await givenSignedIn(service.db, account.id, { role: 'admin' });
      waiting = await openWaiting(service.db, account, root);
    });
    after(async () => {
      await service[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    });

    const ask = (method: string, path: string, body?: unknown) =>
      manage(service, admin, method, path, body === undefined ? {} : { body });

    /** A schedule of a file that has nothing of the day before, which is due. */
    async function givenLate(freshBy: object) {
      await waiting.write('ads.csv', ['2026-01-01']);
      const { project, schedule } = await waiting.given(['ads.csv']);
      const removed = await ask('DELETE', `/schedules/${schedule.id}`);
      assert.equal(removed.status, 200, removed.text);
      const added = await ask('POST', `/projects/${project.id}/schedules`, {
        ...{ cadence: 'daily', at: '00:00', time_zone: waiting.timeZone, period: 'previous-day' },
        ...{ email: ['ann@example.com'], deliver: 'link', fresh_by: freshBy },
      });
      assert.deepEqual(added.body.data?.fresh_by, freshBy, added.text);
      await makeDue(service.db, added.body.data.id);
      return added.body.data.id as string;
    }
    const runOf = async (id: string) => (await ask('GET', `/schedules/${id}/runs`)).body.data.runs[0];

    test('a run shows what it waits for; then its report, its e-mail and the entry of its delivery say what was missing', async () => {
      const id = await givenLate({ hour: '23:00', otherwise: 'send' });
      const run = await eventually(async () => {
        const found = await waiting.latest(id);
        // By then the sources are asked again later, rather than by another process if this one dies.
        return Date.parse(found?.wait?.ask_at ?? '') > Date.now() + 9 * 60_000 && runOf(id);
      });
      assert.deepEqual([run.state, run.generation_job_id, run.not_sent], ['waiting', null, null]);
      const { day, otherwise, ended, missing } = run.freshness;
      assert.deepEqual([day, otherwise, ended], [waiting.yesterday, 'send', null]);
      assert.deepEqual(
        missing.map(({ connection_name: name }: { connection_name: string }) => name),
        ['ads.csv'],
      );
      await waiting.elapse(id, { isLast: true });
      const received = await eventually(() => server.received.find(({ to }) => to.includes('ann@example.com')));
      const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
      const sentence = `The figures of ads.csv for ${written.format(new Date(day))} were not there yet.`;
      const mail = await simpleParser(String(received.raw));
      assert.ok(mail.text?.includes(sentence), `${mail.text}`);
      assert.ok(`${mail.html}`.replaceAll(/<[^>]*>/g, '').includes(sentence), 'so does its HTML');
      const { body } = await ask('GET', `/deliveries?schedule_id=${id}`);
      assert.deepEqual(body.data.items[0].not_there_yet, [{ ...missing[0], day }]);
      const gone = await runOf(id);
      assert.deepEqual([gone.id, gone.freshness.ended, gone.freshness.missing], [run.id, 'without', missing]);
      const report = await ask('GET', `/reports/${gone.report_id}`);
      assert.equal(report.body.data.warnings[0].code, 'not_there_yet', report.text);
      assert.equal(report.body.data.warnings[0].message, sentence);
    });

    test('where the owner wants no report then, the run ends as not sent, with the reason', async () => {
      const id = await givenLate({ hour: '00:30', otherwise: 'skip' });
      await eventually(async () => (await waiting.latest(id))?.state === 'not_sent');
      const run = await runOf(id);
      assert.deepEqual([run.not_sent, run.freshness.ended, run.report_id], [{ code: 'not_fresh' }, 'skipped', null]);
    });

    test('what is at fault in fresh_by and rrule is told with its field; null goes out at once again', async () => {
      const id = await givenLate({ hour: '23:00', otherwise: 'send' });
      for (const [changes, field] of [
        [{ fresh_by: { hour: '24:00', otherwise: 'send' } }, 'fresh_by.hour'],
        [{ fresh_by: { hour: '00:00', otherwise: 'send' } }, 'fresh_by.hour'],
        [{ fresh_by: { hour: '11:00', otherwise: 'wait' } }, 'fresh_by.otherwise'],
        [{ at: '23:30' }, 'fresh_by.hour'],
        [{ rrule: 'FREQ=DAILY;COUNT=3' }, 'rrule'],
        [{ rrule: 'FREQ=DAILY', cadence: 'daily' }, 'cadence'],
        [{ rrule: 'FREQ=DAILY;UNTIL=20991231', until: '2099-12-31' }, 'until'],
        [{ rrule: 'FREQ=DAILY;UNTIL=20200101' }, 'until'],
      ] as const) {
        const { status, body, text } = await ask('PATCH', `/schedules/${id}`, changes);
        assert.deepEqual([status, body.error.details[0].field], [400, field], text);
      }
      const changed = await ask('PATCH', `/schedules/${id}`, { rrule: 'FREQ=MONTHLY;BYDAY=1MO', fresh_by: null });
      const { cadence, week, weekday, rrule, fresh_by } = changed.body.data;
      assert.deepEqual([cadence, week, weekday, rrule], ['monthly', 'first', 'monday', 'FREQ=MONTHLY;BYDAY=1MO']);
      assert.equal(fresh_by, null);
      const project = changed.body.data.project_id;
      const plan = await ask('POST', `/projects/${project}/schedules/plan`, {
        rrule: 'DTSTART;TZID=Europe/Berlin:20990105T063000\nRRULE:FREQ=WEEKLY',
        period: 'previous-week',
      });
      assert.equal(plan.body.data.runs[0].due_at, '2099-01-05T05:30:00Z', plan.text);
      const empty = await ask('POST', `/projects/${project}/schedules`, { period: 'previous-week' });
      assert.deepEqual([empty.status, empty.body.error.details[0].field], [400, 'cadence']);
    });
  });
}
