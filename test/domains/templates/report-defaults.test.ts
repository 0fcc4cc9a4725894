import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const schedule = { cadence: 'monthly', day: 2, at: '06:30', export: ['pdf'], deliver: 'attachment', approve: true };
const reports = { locale: 'de-DE', period: 'previous-month', compare: 'year-before', schedule };
let made = 0;

for (const engine of engines) {
  describe(`${engine}: how reports of projects are made that follow a template`, () => {
    let service: TestService;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let editor: SignedInMember;
    let checker: AnswerChecker;
    let projectId: string;
    before(async () => {
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'reports@example.com' };
      service = await startTestService(engine, { environment: mail });
      account = await givenAccount(service.db);
      editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
    });
    beforeEach(async () => {
      projectId = await create();
    });
    after(() => service[Symbol.asyncDispose]());

    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await manage(service, editor, method, path, { ...(body !== undefined && { body }) });
      assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
      return answer;
    };
    const done = async (method: string, path: string, body?: unknown) => {
      const answer = await ask(method, path, body);
      assert.ok(answer.status < 300, answer.text);
      return answer.body.data;
    };
    const create = async (more: object = {}): Promise<string> =>
      (await done('POST', '/projects', { name: 'Client', time_zone: 'Europe/Berlin', ...more })).id;
    const published = async (more: object = {}): Promise<string> => {
      const { id } = await done('POST', '/templates', { name: `Reports ${++made}`, reports, ...more });
      await done('POST', `/templates/${id}/publish`);
      return id;
    };
    const publish = async (id: string, next: object | null) => {
      await done('PATCH', `/templates/${id}`, { reports: next });
      const { items } = await done('POST', `/templates/${id}/publish?dry_run=true`);
      await done('POST', `/templates/${id}/publish`);
      return items as { project_id: string; fields: string[] }[];
    };
    const follow = (template_id: string, more: object = {}, id = projectId) =>
      done('PUT', `/projects/${id}/template`, { template_id, ...more });
    const schedulesOf = async (id = projectId) => (await done('GET', `/projects/${id}/schedules`)).items;
    const localeOf = async (id = projectId) => (await done('GET', `/projects/${id}`)).locale;

    test('a project that follows has the language and a schedule that is off and names nobody, in its own time zone', async () => {
      const id = await published();
      const shown = await follow(id);
      assert.deepEqual([shown.reports, shown.own], [reports, []]);
      assert.equal(await localeOf(), 'de-DE');
      const [own, ...others] = await schedulesOf();
      assert.deepEqual(others, []);
      const { enabled, email, channels, next_runs, time_zone } = own;
      assert.deepEqual([enabled, email, channels, next_runs, time_zone], [false, [], [], [], 'Europe/Berlin']);
      const { cadence, day, at, period, compare, approve, deliver } = own;
      assert.deepEqual(
        [cadence, day, at, period, compare, approve, deliver, own.export],
        ['monthly', 2, '06:30', 'previous-month', 'year-before', true, 'attachment', ['pdf']],
      );
      const on = await done('PATCH', `/schedules/${own.id}`, { email: ['ann@example.com'], enabled: true });
      assert.equal(on.next_runs.length, 3);
    });

    test('a language that a project was given is its own; going back to the template takes that of the template', async () => {
      const id = await published();
      const french = await create({ locale: 'fr-FR' });
      assert.deepEqual((await follow(id, {}, french)).own, ['locale']);
      assert.equal(await localeOf(french), 'fr-FR');
      await publish(id, { ...reports, locale: 'pl-PL' });
      assert.equal(await localeOf(french), 'fr-FR');
      await follow(id, { keep_own: false }, french);
      assert.equal(await localeOf(french), 'pl-PL');
    });

    test('publishing another language and schedule changes those that follow it, and tells which beforehand', async () => {
      const id = await published();
      await follow(id);
      const own = await create({ locale: 'fr-FR' });
      await follow(id, {}, own);
      const [before] = await schedulesOf();
      await done('PATCH', `/schedules/${before.id}`, { email: ['ann@example.com'], enabled: true });
      const next = { ...schedule, cadence: 'weekly', day: null, weekday: 'monday', at: '08:00' };
      const told = await publish(id, { ...reports, locale: 'pl-PL', period: 'previous-week', schedule: next });
      const fieldsOf = (project: string) => told.find(({ project_id }) => project_id === project)?.fields;
      assert.deepEqual([fieldsOf(projectId), fieldsOf(own)], [['locale', 'schedule'], ['schedule']]);
      assert.equal(await localeOf(), 'pl-PL');
      const [after] = await schedulesOf();
      assert.deepEqual(
        [after.id, after.cadence, after.weekday, after.day, after.at, after.period, after.email, after.enabled],
        [before.id, 'weekly', 'monday', null, '08:00', 'previous-week', ['ann@example.com'], true],
      );
      assert.notDeepEqual(after.next_runs, before.next_runs);
      assert.ok(after.next_runs.every((run: string) => new Date(run).getUTCDay() === 1));
      const [off] = await schedulesOf(own);
      assert.deepEqual([off.cadence, off.enabled, off.email], ['weekly', false, []]);
    });

    test('what somebody changed of the schedule stays, the rest follows; back to the template takes all of it', async () => {
      const id = await published();
      await follow(id);
      const [{ id: scheduleId }] = await schedulesOf();
      await done('PATCH', `/schedules/${scheduleId}`, { at: '10:00', email: ['ann@example.com'] });
      await publish(id, { ...reports, compare: 'none', schedule: { ...schedule, at: '07:00', day: 5 } });
      const [changed] = await schedulesOf();
      assert.deepEqual([changed.at, changed.day, changed.compare], ['10:00', 5, 'none']);
      await follow(id, { keep_own: false });
      const [back] = await schedulesOf();
      assert.deepEqual([back.at, back.email, back.enabled], ['07:00', ['ann@example.com'], false]);
    });

    test('a schedule of its own keeps a project from getting one; one that was removed does not come back', async () => {
      const id = await published();
      await done('POST', `/projects/${projectId}/schedules`, {
        ...{ cadence: 'daily', at: '05:00', time_zone: 'UTC', period: 'previous-day' },
      });
      await follow(id);
      const later = await create();
      await follow(id, {}, later);
      await done('DELETE', `/schedules/${(await schedulesOf(later))[0].id}`);
      await publish(id, { ...reports, schedule: { ...schedule, at: '07:00' } });
      assert.deepEqual(
        (await schedulesOf()).map(({ at }: { at: string }) => at),
        ['05:00'],
      );
      assert.deepEqual(await schedulesOf(later), []);
    });

    test('a template that gets a schedule gives one to those that have none; one that loses it leaves them theirs', async () => {
      const id = await published({ reports: null });
      await follow(id);
      assert.deepEqual(await schedulesOf(), []);
      assert.deepEqual((await publish(id, reports))[0]?.fields, ['locale', 'schedule']);
      assert.equal((await schedulesOf()).length, 1);
      assert.deepEqual((await publish(id, null)).length, 0);
      const [kept] = await schedulesOf();
      assert.equal(kept.at, '06:30');
      await publish(id, { ...reports, schedule: { ...schedule, at: '07:00' } });
      assert.deepEqual(
        (await schedulesOf()).map(({ at }: { at: string }) => at),
        ['06:30'],
        'it is the project’s own by now',
      );
    });

    test('a project that is detached, or made from the template once, has the schedule as its own', async () => {
      const id = await published();
      await follow(id);
      await done('DELETE', `/projects/${projectId}/template`);
      const free = await create();
      await follow(id, { mode: 'copy' }, free);
      assert.equal(await localeOf(free), 'de-DE');
      await follow(id, {}, await create());
      await publish(id, { ...reports, schedule: { ...schedule, at: '07:00' } });
      for (const project of [projectId, free]) assert.equal((await schedulesOf(project))[0].at, '06:30');
    });

    test('a project that turns to another template keeps its one schedule, which follows that template then', async () => {
      await follow(await published());
      const [{ id: scheduleId }] = await schedulesOf();
      await done('PATCH', `/schedules/${scheduleId}`, { at: '10:00' });
      const other = await published({ reports: { ...reports, schedule: { ...schedule, at: '07:00', day: 9 } } });
      await follow(other);
      const [turned, ...others] = await schedulesOf();
      assert.deepEqual([turned.id, turned.at, turned.day, others], [scheduleId, '10:00', 9, []]);
      await follow(await published({ reports: null }));
      await publish(other, { ...reports, schedule: { ...schedule, day: 11 } });
      assert.equal((await schedulesOf())[0].day, 9, 'a template without a schedule leaves it to the project');
    });

    test('what is set back to what the template has follows it again', async () => {
      const id = await published();
      await follow(id);
      const [{ id: scheduleId }] = await schedulesOf();
      for (const at of ['10:00', '06:30']) await done('PATCH', `/schedules/${scheduleId}`, { at });
      await publish(id, { ...reports, schedule: { ...schedule, at: '07:00' } });
      assert.equal((await schedulesOf())[0].at, '07:00');
    });

    test('a project whose e-mails carry a file keeps it when the template makes none any more', async () => {
      const id = await published();
      await follow(id);
      const [{ id: scheduleId }] = await schedulesOf();
      await publish(id, { ...reports, schedule: { ...schedule, deliver: 'link' } });
      await done('PATCH', `/schedules/${scheduleId}`, { deliver: 'attachment', email: ['ann@example.com'] });
      await publish(id, { ...reports, schedule: { ...schedule, deliver: 'link', export: [] } });
      const [kept] = await schedulesOf();
      assert.deepEqual([kept.deliver, kept.export], ['attachment', ['pdf']]);
    });

    const faults: Record<string, [object, string]> = {
      'no period beside a schedule': [{ schedule }, 'reports.period'],
      'no day of the month': [{ ...reports, schedule: { ...schedule, day: undefined } }, 'reports.schedule.day'],
      'a time that is none': [{ ...reports, schedule: { ...schedule, at: '25:00' } }, 'reports.schedule.at'],
      'nothing to attach': [{ ...reports, schedule: { ...schedule, export: [] } }, 'reports.schedule.deliver'],
      'no language': [{ locale: 'nowhere at all' }, 'reports.locale'],
      'somebody named': [{ ...reports, schedule: { ...schedule, email: ['a@example.com'] } }, 'reports.schedule.email'],
    };
    for (const [what, [wrong, field]] of Object.entries(faults)) {
      test(`${what} is refused at its field`, async () => {
        const refused = await ask('POST', '/templates', { name: `Reports ${++made}`, reports: wrong });
        assert.deepEqual([refused.status, refused.body.error?.details[0].field], [400, field], refused.text);
      });
    }

    test('revisions have it, and tell what differs', async () => {
      const id = await published();
      await publish(id, { ...reports, locale: 'pl-PL', schedule: null });
      const { fields } = await done('GET', `/templates/${id}/revisions/1/comparison`);
      assert.deepEqual(fields, ['locale', 'schedule']);
      assert.deepEqual((await done('GET', `/templates/${id}/revisions/1`)).reports, reports);
    });
  });
}
