import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { insertConnection, listConnections } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { templateSchedules } from '../../../src/domains/schedules/template-schedules.ts';
import { createTemplate, getTemplate, publishTemplate } from '../../../src/domains/templates/templates.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenProject } from '../../support/accounts.ts';
import { bulkAgency } from '../../support/bulk-agency.ts';
import { runBulkJobs, testActions, testKey } from '../../support/bulk-jobs.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { givenReport } from '../../support/outcomes.ts';
import { givenSchedule } from '../../support/schedules.ts';

const monthly = { cadence: 'monthly', day: 2, at: '06:30', period: 'previous-month' };
const mailing = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'reports@example.com',
};
const key = { SECRET_KEY: testKey.toString('base64') };

for (const engine of engines) {
  describe(`${engine}: what bulk jobs do`, () => {
    const agency = bulkAgency(engine, { ...mailing, ...key });
    const { ask, given, start, read, items, connect, log } = agency;
    const store = () => openFileStore(join(agency.service().dataDir, 'objects'));

    test('an export makes a file of the latest report of each, and says where there is none', async () => {
      const { account, editor, ids } = await given(2);
      const [first = ''] = ids;
      await givenReport(agency.db(), await store(), account, first);
      const { reportId } = await givenReport(agency.db(), await store(), account, first);
      const id = await start(editor, { type: 'export', format: 'doc' }, { ids });
      await runBulkJobs(agency.db());
      const [one, none] = await items(editor, id);
      const job = await agency
        .db()
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', one.job_id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([job.type, job.format, job.report_id, one.report_id], ['export', 'doc', reportId, reportId]);
      assert.deepEqual([none.state, none.fault.reason], ['failed', 'no_report']);
      assert.equal((await log(account.id, 'export.start'))[0]?.subject, job.id);
    });

    test('guest links are shown once, to editors, and lead to the latest report', async () => {
      const { account, editor, ids } = await given(2);
      const [first = ''] = ids;
      const { reportId } = await givenReport(agency.db(), await store(), account, first);
      const action = { type: 'share', password: 'seven green bicycles', figures: true };
      const id = await start(editor, action, { ids });
      const shown = (await read(editor, id)).parameters;
      assert.deepEqual(shown, { figures: true, has_password: true });
      const { parameters } = await agency
        .db()
        .selectFrom('bulk_jobs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.doesNotMatch(parameters, /bicycles/, 'the password is not stored');
      await runBulkJobs(agency.db());
      const viewer = await givenSignedIn(agency.db(), account.id, { role: 'viewer' });
      assert.equal((await ask(viewer, 'POST', `/bulk-jobs/${id}/links`)).status, 403);
      const headers = { 'idempotency-key': 'links' };
      const taken = (await ask(editor, 'POST', `/bulk-jobs/${id}/links`, {}, headers)).body.data.links;
      assert.equal(taken.length, 1);
      assert.deepEqual([taken[0].report_id, taken[0].label], [reportId, 'Alpha']);
      const { url } = taken[0];
      assert.match(url, /^\/shared\/[0-9A-Za-z]{43}$/);
      const page = await agency.service().call('GET', url);
      assert.match(page.text, /type="password"/, 'it is a link of this service, with its password');
      const share = await agency
        .db()
        .selectFrom('shares')
        .selectAll()
        .where('id', '=', taken[0].share_id)
        .executeTakeFirstOrThrow();
      assert.equal(share.figures, 1);
      const repeated = await ask(editor, 'POST', `/bulk-jobs/${id}/links`, {}, headers);
      assert.deepEqual([repeated.body.data.links, repeated.body.meta.withheld], [null, ['links']]);
      assert.deepEqual((await ask(editor, 'POST', `/bulk-jobs/${id}/links`)).body.data.links, []);
      const [told] = await log(account.id, 'share.create');
      assert.deepEqual(told?.details, { report_id: reportId, expires_at: null, password: true, figures: true });
      for (const { details } of await log(account.id, '%')) assert.doesNotMatch(JSON.stringify(details), /shared\//);
    });

    test('a link that was revoked is not shown, and neither one that a former key has made', async () => {
      const { account, editor, ids } = await given(2);
      for (const projectId of ids) await givenReport(agency.db(), await store(), account, projectId);
      const id = await start(editor, { type: 'share' }, { ids });
      await runBulkJobs(agency.db());
      const [revoked] = await items(editor, id);
      await ask(editor, 'DELETE', `/shares/${revoked.result.share_id}`);
      const urls = async (bulkJob: string) =>
        (await ask(editor, 'POST', `/bulk-jobs/${bulkJob}/links`)).body.data.links.map(
          (each: { url: string }) => each.url,
        );
      const [none, some] = await urls(id);
      assert.deepEqual([none, typeof some], [null, 'string']);
      const other = await start(editor, { type: 'share' }, { ids });
      await runBulkJobs(agency.db(), testActions(agency.db(), Buffer.alloc(32, 'former')));
      assert.deepEqual(await urls(other), [null, null]);
    });

    test('the same schedule is added to each project, at its own time of day unless a time zone is named', async () => {
      const { account, editor } = await given(0);
      const tokyo = await givenProject(agency.db(), account, { time_zone: 'Asia/Tokyo' });
      const lima = await givenProject(agency.db(), account, { time_zone: 'America/Lima' });
      const chosen = { ids: [tokyo.id, lima.id] };
      await start(editor, { type: 'schedule', schedule: monthly }, chosen);
      const named = { ...monthly, time_zone: 'Europe/Berlin', email: ['ann@example.com'], deliver: 'link' };
      await start(editor, { type: 'schedule', schedule: named }, { ids: [tokyo.id] });
      await runBulkJobs(agency.db());
      const rows = await agency
        .db()
        .selectFrom('schedules')
        .selectAll()
        .where('account_id', '=', account.id)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map(({ project_id, time_zone, at, day, recipients }) => [project_id, time_zone, at, day, recipients]),
        [
          [tokyo.id, 'Asia/Tokyo', '06:30', 2, '[]'],
          [lima.id, 'America/Lima', '06:30', 2, '[]'],
          [tokyo.id, 'Europe/Berlin', '06:30', 2, '["ann@example.com"]'],
        ],
      );
      const [told] = await log(account.id, 'schedule.add');
      assert.deepEqual([told?.subject, told?.details], [rows[0]?.id, { project_id: tokyo.id }]);
    });

    test('recipients are added to all schedules of each project and taken out of them, whatever their case', async () => {
      const { account, editor, ids } = await given(2);
      const [first = '', second = ''] = ids;
      await givenSchedule(agency.db(), first, { recipients: ['Old@example.com', 'ann@example.com'], delivery: 'link' });
      await givenSchedule(agency.db(), first, { recipients: [], delivery: 'link' });
      const change = { type: 'recipients', add: ['ann@example.com', 'new@example.com'], remove: ['old@example.com'] };
      const id = await start(editor, change, { ids });
      await runBulkJobs(agency.db());
      const [changed, none] = await items(editor, id);
      assert.deepEqual([changed.state, changed.result, none.fault.reason], ['done', { schedules: 2 }, 'no_schedule']);
      assert.equal(none.project_id, second);
      const rows = await agency
        .db()
        .selectFrom('schedules')
        .select('recipients')
        .where('project_id', '=', first)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map(({ recipients }) => JSON.parse(recipients)),
        [
          ['ann@example.com', 'new@example.com'],
          ['ann@example.com', 'new@example.com'],
        ],
      );
      assert.equal((await log(account.id, 'schedule.update')).length, 2);
      const again = await start(editor, change, { ids: [first] });
      await runBulkJobs(agency.db());
      assert.deepEqual((await items(editor, again))[0].result, { schedules: 0 }, 'nothing changes a second time');
    });

    test('the language and values of the brand change, and nothing else of a project', async () => {
      const { account, editor } = await given(0);
      const settings = { title: 'Kept', brand: { name: 'Old name', footer: 'Kept, too' } };
      const project = await givenProject(agency.db(), account, { settings, locale: 'en-US' });
      const projects = { ids: [project.id] };
      await start(editor, { type: 'language', locale: 'ja' }, projects);
      await start(editor, { type: 'brand', brand: { name: 'New name', accent_color: '#0b6e4f' } }, projects);
      await runBulkJobs(agency.db());
      const shown = (await ask(editor, 'GET', `/projects/${project.id}`)).body.data;
      assert.equal(shown.locale, 'ja');
      assert.equal(shown.settings.title, 'Kept');
      const { name, footer, accent_color } = shown.settings.brand;
      assert.deepEqual([name, footer, accent_color], ['New name', 'Kept, too', '#0b6e4f']);
      const told = (await log(account.id, 'project.update')).map(({ details }) => details);
      assert.deepEqual(told, [{ fields: ['locale'] }, { fields: ['settings'] }]);
    });

    test('tags are given and taken away, and projects put into a folder and out of it; both then filter', async () => {
      const { account, editor, ids } = await given(2);
      const [first = ''] = ids;
      await start(editor, { type: 'tag', add: ['Retail', 'Old'] }, { ids });
      await start(editor, { type: 'tag', add: ['New'], remove: ['old'] }, { ids: [first] });
      await start(editor, { type: 'folder', folder: 'Northwind' }, { ids });
      await runBulkJobs(agency.db());
      const shown = (await ask(editor, 'GET', `/projects/${first}`)).body.data;
      assert.deepEqual([shown.tags, shown.folder], [['New', 'Retail'], 'Northwind']);
      const id = await start(
        editor,
        { type: 'folder', folder: null },
        { filter: { tag: ['new'], folder: 'northwind' } },
      );
      await runBulkJobs(agency.db());
      assert.equal((await read(editor, id)).total, 1);
      assert.equal((await ask(editor, 'GET', `/projects/${first}`)).body.data.folder, null);
      const fields = (await log(account.id, 'project.update')).map(({ details }) => details.fields[0]);
      assert.deepEqual(fields, ['tags', 'tags', 'tags', 'folder', 'folder', 'folder']);
    });

    test('an archived project is not changed, and says so', async () => {
      const { editor, ids } = await given(1);
      await start(editor, { type: 'archive' }, { ids });
      const id = await start(editor, { type: 'language', locale: 'de' }, { ids });
      await runBulkJobs(agency.db());
      assert.equal((await items(editor, id))[0].fault.reason, 'project_archived');
    });

    test('projects follow a template and are detached from it', async () => {
      const { account, editor, ids } = await given(2);
      const [first = ''] = ids;
      await connect(account.id, first);
      const templateId = await givenTemplate(account.id, true);
      const followed = await start(editor, { type: 'template', template_id: templateId }, { ids });
      await runBulkJobs(agency.db());
      assert.equal((await read(editor, followed)).counts.done, 2);
      assert.equal((await ask(editor, 'GET', `/projects/${first}`)).body.data.settings.title, 'The month');
      const detached = await start(editor, { type: 'detach' }, { ids: [first] });
      const again = await start(editor, { type: 'detach' }, { ids: [first] });
      await runBulkJobs(agency.db());
      assert.equal((await read(editor, detached)).counts.done, 1);
      assert.match((await items(editor, again))[0].fault.message, /follows no template/);
      const told = (await log(account.id, 'project.%')).map(({ action, details }) => [action, details]);
      const follow = ['project.template', { template_id: templateId, mode: 'follow' }];
      assert.deepEqual(told, [follow, follow, ['project.detach', {}]]);
    });

    test('projects get a connection that reads the same, with a secret of their own; those that have it keep it', async () => {
      const { account, editor, ids } = await given(3);
      const [first = '', second = '', third = ''] = ids;
      const vault = createVault(testKey);
      const secret = { key: 'rk_live_example' };
      const source = await insertConnection(agency.db(), {
        ...{ accountId: account.id, projectId: first, system: 'stripe', name: 'Payments', status: 'connected' },
        ...{ config: { account: 'acct_1' }, seal: (id: string) => vault.seal(id, secret) },
      });
      const before = await insertConnection(agency.db(), {
        ...{ accountId: account.id, projectId: third, system: 'stripe', name: 'Own', status: 'connected' },
        ...{ config: { account: 'acct_1' }, seal: (id: string) => vault.seal(id, { key: 'rk_live_other' }) },
      });
      const action = { type: 'connect', connection_id: source.id };
      const id = await start(editor, action, { ids });
      await runBulkJobs(agency.db());
      const [own, made, kept] = await items(editor, id);
      assert.deepEqual(
        [own.result, kept.result],
        [
          { connection_id: source.id, already_there: true },
          { connection_id: before.id, already_there: true },
        ],
      );
      assert.equal(made.result.already_there, false);
      const copies = await listConnections(agency.db(), second);
      assert.deepEqual(
        copies.map(({ id: copy, name, config }) => [copy, name, JSON.parse(config)]),
        [[made.result.connection_id, 'Payments', { account: 'acct_1' }]],
      );
      assert.deepEqual(vault.open(copies[0]?.id ?? '', copies[0]?.secret ?? ''), secret);
      const details = { project_id: second, system: 'stripe', copied_from: source.id };
      assert.deepEqual(
        (await log(account.id, 'connection.add')).map((told) => [told.subject, told.details]),
        [[made.result.connection_id, details]],
      );
      await start(editor, action, { ids });
      await runBulkJobs(agency.db());
      assert.equal((await listConnections(agency.db(), second)).length, 1, 'again makes nothing twice');
    });

    test('a connection of a project that somebody does not see is none to them; one that is removed fails what is left', async () => {
      const { account, editor, ids } = await given(2);
      const [first = '', second = ''] = ids;
      const hidden = await connect(account.id, first);
      const limited = await givenSignedIn(agency.db(), account.id, { role: 'editor', projectIds: [second] });
      const body = { action: { type: 'connect', connection_id: hidden }, projects: { ids: [second] } };
      const refused = await ask(limited, 'POST', '/bulk-jobs', body);
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'action.connection_id']);
      const id = await start(editor, body.action, body.projects);
      await agency.db().deleteFrom('connections').where('id', '=', hidden).execute();
      await runBulkJobs(agency.db());
      assert.match((await items(editor, id))[0].fault.message, /removed meanwhile\. Choose another one/);
    });

    test('the monthly limit of the plan is reached on the way: what is beyond it fails with that sentence', async () => {
      const { account, editor, ids } = await given(3);
      for (const projectId of ids) await connect(account.id, projectId);
      await limitGenerations(account.id, 2);
      const id = await start(editor, { type: 'generate', period: 'previous-month' }, { ids });
      await runBulkJobs(agency.db());
      const [one, two, beyond] = await items(editor, id);
      assert.deepEqual([one.state, two.state, beyond.state], ['started', 'started', 'failed']);
      assert.equal(beyond.fault.reason, 'tariff_restricted');
      assert.match(beyond.fault.message, /allows 2 generations in a calendar month/);
      assert.match(beyond.fault.action, /Wait for the next month or upgrade/);
    });

    const wrong: Record<string, [object, string]> = {
      'a format that there is not': [{ type: 'export', format: 'txt' }, 'action.format'],
      'a password that is too short': [{ type: 'share', password: 'short' }, 'action.password'],
      'a link that has ended': [{ type: 'share', expires_at: '2020-01-01T00:00:00Z' }, 'action.expires_at'],
      'a schedule without a day': [
        { type: 'schedule', schedule: { cadence: 'monthly', at: '06:30', period: 'previous-month' } },
        'action.schedule.day',
      ],
      'a schedule of an unknown time zone': [
        { type: 'schedule', schedule: { ...monthly, time_zone: 'Mars/Olympus' } },
        'action.schedule.time_zone',
      ],
      'no address at all': [{ type: 'recipients' }, 'action.add'],
      'what is no address': [{ type: 'recipients', add: ['nobody'] }, 'action.add'],
      'no tag at all': [{ type: 'tag' }, 'action.add'],
      'a tag that is none': [{ type: 'tag', add: ['x'.repeat(60)] }, 'action.add'],
      'no folder at all': [{ type: 'folder' }, 'action.folder'],
      'a language that is none': [{ type: 'language', locale: 'klingon!' }, 'action.locale'],
      'a colour that is none': [{ type: 'brand', brand: { accent_color: 'red' } }, 'action.brand.accent_color'],
      'a connection that there is not': [
        { type: 'connect', connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d' },
        'action.connection_id',
      ],
      'a template that there is not': [
        { type: 'template', template_id: 'tpl_01jd5w0k3m8q2r4t6v8x0z1b3d' },
        'action.template_id',
      ],
    };
    for (const [what, [action, field]] of Object.entries(wrong)) {
      test(`${what} is refused at its field, before anything is done`, async () => {
        const { editor, ids } = await given(1);
        const refused = await ask(editor, 'POST', '/bulk-jobs', { action, projects: { ids } });
        assert.deepEqual([refused.status, refused.body.error.details?.[0]?.field], [400, field], refused.text);
      });
    }

    test('a template that is not published yet is refused', async () => {
      const { account, editor, ids } = await given(1);
      const template_id = await givenTemplate(account.id, false);
      const body = { action: { type: 'template', template_id }, projects: { ids } };
      const { status, body: answer } = await ask(editor, 'POST', '/bulk-jobs', body);
      assert.deepEqual([status, answer.error.details[0].field], [400, 'action.template_id']);
    });

    test('a password under the same key is compared without being kept', async () => {
      const { editor, ids } = await given(1);
      const headers = { 'idempotency-key': 'secret' };
      const share = (password: string) =>
        manage(agency.service(), editor, 'POST', '/bulk-jobs', {
          ...{ body: { action: { type: 'share', password }, projects: { ids } }, headers },
        });
      const first = await share('seven green bicycles');
      assert.equal((await share('seven green bicycles')).body.data.id, first.body.data.id);
      assert.equal((await share('eight green bicycles')).status, 409);
    });

    async function givenTemplate(accountId: string, isPublished: boolean): Promise<string> {
      return agency
        .db()
        .transaction()
        .execute(async (transaction) => {
          const fields = {
            name: `Template ${isPublished}`,
            description: null,
            slots: [],
            settings: { title: 'The month' },
          };
          const { id } = await createTemplate(transaction, accountId, fields);
          if (isPublished)
            await publishTemplate(
              transaction,
              await getTemplate(transaction, accountId, id),
              'test',
              templateSchedules,
            );
          return id;
        });
    }

    async function limitGenerations(accountId: string, most: number): Promise<void> {
      const { plan } = await agency
        .db()
        .selectFrom('accounts')
        .select('plan')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const row = await agency.db().selectFrom('plans').selectAll().where('name', '=', plan).executeTakeFirstOrThrow();
      const name = `small ${accountId}`;
      await agency
        .db()
        .insertInto('plans')
        .values({ ...row, name, max_generations_per_month: most })
        .execute();
      await agency.db().updateTable('accounts').set({ plan: name }).where('id', '=', accountId).execute();
    }
  });
}
