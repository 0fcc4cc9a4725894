import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { insertConnection, removeConnection } from '../../../src/domains/connections/connections.ts';
import { templateSchedules } from '../../../src/domains/schedules/template-schedules.ts';
import { getTemplate, publishTemplate } from '../../../src/domains/templates/templates.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { givenReport } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const slots = [{ slot: 'shop', systems: ['file', 'http-json'], names: { sales: { file: 'revenue' } } }];
const kpis = (connection_id: string, metrics: string[]) => ({ type: 'kpis', title: null, connection_id, metrics });
const text = (markdown: string) => ({ type: 'text', title: null, markdown });
const settings = { title: 'The month', sections: [text('One'), kpis('slot:shop', ['sales']), text('Two')] };
let made = 0;
const uniqueName = () => `Template ${++made}`;

for (const engine of engines) {
  describe(`${engine}: templates`, () => {
    let service: TestService;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let editor: SignedInMember;
    let checker: AnswerChecker;
    let projectId: string;
    before(async () => {
      service = await startTestService(engine);
      account = await givenAccount(service.db);
      editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
    });
    beforeEach(async () => {
      projectId = (await givenProject(service.db, account)).id;
    });
    after(() => service[Symbol.asyncDispose]());

    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const answer = await manage(service, editor, method, path, { ...(body !== undefined && { body }), headers });
      assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
      return answer;
    };
    const create = async (more: object = {}) =>
      (await ask('POST', '/templates', { name: uniqueName(), slots, settings, ...more })).body.data;
    const published = async (more: object = {}) => {
      const template = await create(more);
      assert.equal((await ask('POST', `/templates/${template.id}/publish`)).status, 200);
      return template.id as string;
    };
    const connect = async (system = 'file', ofProject = projectId) =>
      (
        await insertConnection(service.db, {
          ...{ accountId: account.id, projectId: ofProject, system, name: 'Shop', status: 'connected' },
          ...{ config: { metrics: [{ key: 'revenue' }] }, seal: () => null },
        })
      ).id;
    const follow = (templateId: string, more: object = {}) =>
      ask('PUT', `/projects/${projectId}/template`, { template_id: templateId, ...more });
    const shown = async () => (await ask('GET', `/projects/${projectId}`)).body.data.settings;

    test('a template names the newest report of those who follow it, made since it was published; a project says that it follows', async () => {
      const newest = async (id: string) => (await ask('GET', `/templates/${id}`)).body.data.newest_report;
      const draft = await create();
      assert.equal(await newest(draft.id), null);
      const id = await published();
      const objects = await openFileStore(join(service.dataDir, 'objects'));
      const { reportId: older } = await givenReport(service.db, objects, account, projectId);
      const reports = service.db.updateTable('reports').where('id', '=', older);
      await reports.set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
      assert.equal((await ask('GET', `/projects/${projectId}`)).body.data.follows_template, false);
      await connect();
      await follow(id);
      assert.equal((await ask('GET', `/projects/${projectId}`)).body.data.follows_template, true);
      assert.equal(await newest(id), null, 'it was made of something else');
      const { reportId } = await givenReport(service.db, objects, account, projectId);
      assert.equal((await newest(id)).id, reportId);
    });

    test('a template is created as a draft, read, changed where nobody was faster, and listed by name', async () => {
      const created = await ask('POST', '/templates', {
        name: uniqueName(),
        description: 'For shops',
        slots,
        settings,
      });
      const { id, ...told } = created.body.data;
      assert.deepEqual(
        [created.status, created.headers.get('location'), told.published, told.has_changes, told.projects],
        [201, `/manage/v1/templates/${id}`, 0, true, 0],
      );
      assert.deepEqual([told.slots, told.settings], [slots, settings]);
      const changes = { settings: { ...settings, title: 'Next' } };
      const changed = await ask('PATCH', `/templates/${id}`, changes, { 'if-match': '"1"' });
      assert.deepEqual([changed.status, changed.body.data.settings.title], [200, 'Next']);
      assert.equal((await ask('PATCH', `/templates/${id}`, changes, { 'if-match': '"1"' })).status, 412);
      const list = await ask('GET', '/templates?sort=name&direction=asc&per_page=100');
      const names = list.body.data.items.map(({ name }: { name: string }) => name);
      assert.deepEqual(names, names.toSorted());
      assert.ok(names.includes(told.name));
    });

    const faults: Record<string, [object, string, RegExp]> = {
      'a slot that is not declared': [
        { settings: { sections: [kpis('slot:ads', ['cost'])] } },
        'settings.sections.0.connection_id',
        /names no slot of the template; it has slot:shop/,
      ],
      'a connection instead of a slot': [
        { settings: { sections: [kpis('con_01jd5w0k3m8q2r4t6v8x0z1b3d', ['cost'])] } },
        'settings.sections.0.connection_id',
        /names no slot/,
      ],
      'a placeholder of no slot': [
        { settings: { sections: [text('{{slot:ads.cost.current}}')] } },
        'settings.sections.0.markdown',
        /stands for nothing/,
      ],
      'two slots of one name': [{ slots: [slots[0], slots[0]] }, 'slots.1.slot', /is also the name of another slot/],
      'an unknown system': [
        { slots: [{ slot: 'shop', systems: ['shops'] }] },
        'slots.0.systems.0',
        /names no system; there are .*shopify/,
      ],
      'a name in a system that the slot does not take': [
        { slots: [{ ...slots[0], names: { sales: { stripe: 'x' } } }] },
        'slots.0.names.sales',
        /names the system "stripe", which the slot does not take/,
      ],
      'a goal of no slot': [
        { settings: { goals: [{ id: 'a', connection_id: 'slot:ads', metric: 'x', amount: 1, per: 'month' }] } },
        'settings.goals.0.connection_id',
        /names no slot/,
      ],
    };
    for (const [what, [body, field, message]] of Object.entries(faults)) {
      test(`${what} is refused at its field`, async () => {
        const refused = await ask('POST', '/templates', { name: uniqueName(), slots, settings, ...body });
        assert.equal(refused.status, 400, refused.text);
        const [detail] = refused.body.error.details;
        assert.equal(detail.field, field);
        assert.match(detail.message, message);
      });
    }

    test('a name is given once in an account, and may be another account’s', async () => {
      const { name, id } = await create();
      const again = await ask('POST', '/templates', { name });
      assert.deepEqual([again.status, again.body.error.details[0].field], [400, 'name']);
      assert.equal((await ask('PATCH', `/templates/${id}`, { name, description: 'Same name' })).status, 200);
      const other = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
      assert.equal((await manage(service, other, 'POST', '/templates', { body: { name } })).status, 201);
      assert.equal((await manage(service, other, 'GET', `/templates/${id}`)).status, 404);
    });

    test('a project follows a published template with its own connection; the public API shows what it resolves to', async () => {
      const id = await published();
      const connection = await connect();
      const set = await follow(id);
      assert.equal(set.status, 200, set.text);
      assert.deepEqual(set.body.data.slots, [
        {
          slot: 'shop',
          systems: ['file', 'http-json'],
          required: false,
          connection_id: connection,
          fitting: [connection],
          missing: [],
        },
      ]);
      const resolved = [text('One'), kpis(connection, ['revenue']), text('Two')];
      assert.deepEqual((await shown()).sections, resolved);
      assert.equal((await shown()).title, 'The month');
      assert.equal((await ask('GET', `/templates/${id}`)).body.data.projects, 1);
      assert.deepEqual((await ask('GET', `/projects/${projectId}/template`)).body.data, set.body.data);
    });

    test('a draft cannot be followed, nor a template of another account', async () => {
      const { id } = await create();
      const draft = await follow(id);
      assert.deepEqual([draft.status, draft.body.error.details[0].rule], [400, 'published']);
      const elsewhere = await givenAccount(service.db);
      const stranger = await givenSignedIn(service.db, elsewhere.id);
      const theirs = await manage(service, stranger, 'POST', '/templates', { body: { name: 'Theirs' } });
      assert.equal((await follow(theirs.body.data.id)).status, 400);
      assert.equal((await ask('GET', `/projects/${projectId}/template`)).status, 404);
    });

    test('sections of an empty slot are left out and told, and come with the connection', async () => {
      await follow(await published());
      const { sections, slots: states } = (await ask('GET', `/projects/${projectId}/template`)).body.data;
      assert.deepEqual(
        [states[0].connection_id, sections.map(({ is_left_out }: { is_left_out: boolean }) => is_left_out)],
        [null, [false, true, false]],
      );
      assert.equal((await shown()).sections.length, 2);
      const connection = await connect('http-json');
      assert.deepEqual((await shown()).sections.length, 2, 'http-json calls it sales, which it has not');
      assert.deepEqual((await ask('GET', `/projects/${projectId}/template`)).body.data.slots[0].missing, ['sales']);
      await removeConnection(service.db, connection);
      await connect();
      assert.equal((await shown()).sections.length, 3);
    });

    test('with several connections that fit somebody chooses; a choice that fits not is refused', async () => {
      const id = await published();
      const [one, other] = [await connect(), await connect()];
      assert.deepEqual((await follow(id)).body.data.slots[0].fitting, [one, other]);
      assert.equal((await shown()).sections.length, 2);
      for (const [choice, field] of [
        [{ shop: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d' }, 'slots.shop'],
        [{ ads: one }, 'slots.ads'],
      ] as const) {
        const refused = await follow(id, { slots: choice });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field]);
      }
      assert.equal((await follow(id, { slots: { shop: other } })).body.data.slots[0].connection_id, other);
      assert.deepEqual((await shown()).sections[1], kpis(other, ['revenue']));
    });

    test('what is changed of a project is its own, marked, and survives what is published; a dry run tells it before', async () => {
      const id = await published();
      const connection = await connect();
      await follow(id);
      const own = {
        ...(await shown()),
        sections: [text('Mine'), kpis(connection, ['revenue']), text('Two'), text('More')],
      };
      const changed = await ask('PATCH', `/projects/${projectId}`, { settings: own });
      assert.deepEqual(changed.body.data.settings.sections, own.sections);
      const state = (await ask('GET', `/projects/${projectId}/template`)).body.data;
      assert.deepEqual(
        state.sections.map(({ origin }: { origin: string }) => origin),
        ['changed', 'template', 'template', 'own'],
      );
      const next = {
        title: 'Next month',
        sections: [text('One, again'), ...settings.sections.slice(1), text('Three')],
      };
      await ask('PATCH', `/templates/${id}`, { settings: next });
      const dry = (await ask('POST', `/templates/${id}/publish?dry_run=true`)).body.data;
      assert.deepEqual(dry, {
        ...{ id, published: 1, projects: 1, changed: 1 },
        items: [
          {
            ...{
              project_id: projectId,
              name: dry.items[0].name,
              fields: ['title'],
              kept: 1,
              empty_slots: [],
              missing: [],
            },
            sections: { added: 1, removed: 0, changed: 0, moved: false },
          },
        ],
      });
      assert.deepEqual((await shown()).sections, own.sections, 'nothing is published yet');
      const before = (await ask('GET', `/projects/${projectId}`)).headers.get('etag');
      assert.equal((await ask('POST', `/templates/${id}/publish`)).body.data.published, 2);
      assert.deepEqual(
        (await shown()).sections,
        [...own.sections.slice(0, 3), text('More'), text('Three')].sort(byPlace),
      );
      assert.equal((await shown()).title, 'Next month');
      const late = await ask('PATCH', `/projects/${projectId}`, { settings: own }, { 'if-match': String(before) });
      assert.equal(late.status, 412, 'whoever edits it has not seen what was published');
    });

    test('a project goes back to its template, is made from one, and is detached with the settings that it has', async () => {
      const id = await published();
      await follow(id);
      await ask('PATCH', `/projects/${projectId}`, { settings: { ...(await shown()), title: 'Mine' } });
      assert.deepEqual((await ask('GET', `/projects/${projectId}/template`)).body.data.own, ['title']);
      assert.equal((await follow(id)).body.data.own.length, 1, 'following again keeps what is its own');
      assert.deepEqual((await follow(id, { keep_own: false })).body.data.own, []);
      assert.equal((await shown()).title, 'The month');
      const detached = await ask('DELETE', `/projects/${projectId}/template`);
      assert.equal(detached.body.data.settings.title, 'The month');
      assert.equal((await ask('DELETE', `/projects/${projectId}/template`)).status, 404);
      const copied = await follow(id, { mode: 'copy' });
      assert.equal(copied.body.data.template_id, null);
      assert.equal((await ask('GET', `/projects/${projectId}/template`)).status, 404);
    });

    test('a project that was laid out by hand can follow and keep what it has as its own', async () => {
      const id = await published();
      const sections = [text('By hand')];
      await ask('PATCH', `/projects/${projectId}`, { settings: { title: 'By hand', sections } });
      const kept = await follow(id, { keep_own: true });
      assert.deepEqual([kept.body.data.hidden, kept.body.data.own], [1, ['title']]);
      assert.deepEqual((await shown()).sections, sections);
    });

    test('a draft takes the layout of a project, in the slots and names of the template, with a slot for what is new', async () => {
      const id = await published();
      const connection = await connect();
      await follow(id);
      const other = await connect('postgres');
      const sections = [
        kpis(connection, ['revenue']),
        kpis(other, ['orders']),
        text(`{{${connection}.revenue.current}}`),
      ];
      await ask('PATCH', `/projects/${projectId}`, { settings: { title: 'Taken', sections } });
      const { slots: taken, settings: draft } = (await ask('PATCH', `/templates/${id}`, { project_id: projectId })).body
        .data;
      assert.deepEqual(taken, [...slots, { slot: 'postgres', systems: ['postgres'] }]);
      assert.deepEqual(draft, {
        title: 'Taken',
        sections: [
          kpis('slot:shop', ['sales']),
          kpis('slot:postgres', ['orders']),
          text('{{slot:shop.sales.current}}'),
        ],
      });
      const made = (await ask('POST', '/templates', { name: uniqueName(), project_id: projectId })).body.data;
      assert.deepEqual(made.slots, [
        { slot: 'file', systems: ['file'] },
        { slot: 'postgres', systems: ['postgres'] },
      ]);
      assert.deepEqual(made.settings.sections[0], kpis('slot:file', ['revenue']));
      const both = await ask('POST', '/templates', { name: uniqueName(), project_id: projectId, slots });
      assert.deepEqual([both.status, both.body.error.details[0].field], [400, 'project_id']);
      const none = await ask('POST', '/templates', {
        name: uniqueName(),
        project_id: 'prj_01jd5w0k3m8q2r4t6v8x0z1b3d',
      });
      assert.deepEqual([none.status, none.body.error.details[0].field], [400, 'project_id']);
    });

    test('a template of the library is listed and copied; an unknown one is refused with all that there are', async () => {
      const list = (await ask('GET', '/template-library?direction=asc')).body.data.items;
      assert.deepEqual([list.length, list[0].id], [10, 'email-and-leads']);
      const copy = (await ask('POST', '/templates', { name: uniqueName(), library: 'shop' })).body.data;
      const shop = list.find(({ id }: { id: string }) => id === 'shop');
      assert.deepEqual([copy.slots, copy.settings, copy.published], [shop.slots, shop.settings, 0]);
      const unknown = await ask('POST', '/templates', { name: uniqueName(), library: 'shops' });
      assert.match(unknown.body.error.details[0].message, /is one of web-analytics, search-marketing/);
    });

    test('revisions are listed, read and brought back as the draft', async () => {
      const id = await published();
      await ask('PATCH', `/templates/${id}`, { settings: { title: 'Second' } });
      await ask('POST', `/templates/${id}/publish`);
      const list = (await ask('GET', `/templates/${id}/revisions`)).body.data.items;
      assert.deepEqual(
        list.map(({ number, published_by }: Record<string, unknown>) => [number, published_by]),
        [
          [2, `user:${editor.userId}`],
          [1, `user:${editor.userId}`],
        ],
      );
      const { name, email } = await service.db
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', editor.userId)
        .executeTakeFirstOrThrow();
      assert.equal(list[0].published_by_name, name || email);
      assert.deepEqual((await ask('GET', `/templates/${id}/revisions/1`)).body.data.settings, settings);
      assert.equal((await ask('GET', `/templates/${id}/revisions/3`)).status, 404);
      const back = await ask('POST', `/templates/${id}/revisions/1/restore`);
      assert.deepEqual(
        [back.body.data.settings, back.body.data.published, back.body.data.has_changes],
        [settings, 2, true],
      );
      assert.equal((await ask('POST', `/templates/${id}/revisions/9/restore`)).status, 404);
    });

    test('a template is read as a file and imported by another account, under its name once', async () => {
      const id = await published({ reports: { locale: 'de-DE' } });
      const file = (await ask('GET', `/templates/${id}/file`)).body.data;
      assert.deepEqual(
        [file.format, file.slots, file.settings, file.reports],
        ['report-service-template-1', slots, settings, { locale: 'de-DE' }],
      );
      await ask('PATCH', `/templates/${id}`, { settings: { title: 'Next' } });
      const titles = ['', '?revision=draft', '?revision=1'].map(async (query) => {
        return (await ask('GET', `/templates/${id}/file${query}`)).body.data.settings.title;
      });
      assert.deepEqual(await Promise.all(titles), ['The month', 'Next', 'The month']);
      assert.equal((await ask('GET', `/templates/${id}/file?revision=9`)).status, 404);
      const other = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
      const made = await manage(service, other, 'POST', '/templates/import', { body: file });
      assert.deepEqual([made.status, made.body.data.published, made.body.data.slots], [201, 0, slots], made.text);
      const again = await ask('POST', '/templates/import', file);
      assert.deepEqual([again.status, again.body.error.details[0].field], [400, 'name']);
    });

    const files: Record<string, [object, string, RegExp]> = {
      'of a newer form': [
        { format: 'report-service-template-2', news: 1 },
        'format',
        /this version of the service reads/,
      ],
      'of no form': [{ format: 'something', name: 'X' }, 'format', /./],
      'with an unknown field': [{ format: 'report-service-template-1', name: 'X', news: 1 }, 'news', /./],
      'with a schedule without a period': [
        { format: 'report-service-template-1', name: 'X', reports: { schedule: { cadence: 'daily', at: '06:00' } } },
        'reports.period',
        /is required beside a schedule/,
      ],
    };
    for (const [what, [file, field, message]] of Object.entries(files)) {
      test(`a file ${what} is refused at its field`, async () => {
        const refused = await ask('POST', '/templates/import', file);
        assert.equal(refused.status, 400, refused.text);
        assert.equal(refused.body.error.details[0].field, field);
        assert.match(refused.body.error.details[0].message, message);
      });
    }

    test('each template of the library has a picture of its report, and others have none', async () => {
      for (const { id } of (await ask('GET', '/template-library')).body.data.items) {
        const shown = await ask('GET', `/template-library/${id}/picture`);
        assert.equal(shown.status, 200, shown.text);
        const { data_uri } = shown.body.data;
        assert.match(data_uri, /^data:image\/jpeg;base64,/);
        assert.ok(data_uri.length < 41_000, 'at most 30 kB');
      }
      assert.equal((await ask('GET', '/template-library/nothing/picture')).status, 404);
    });

    test('a revision is compared with a later one and with the draft, section by section', async () => {
      const id = await published();
      const sections = [text('New'), settings.sections[1], { ...settings.sections[0], markdown: 'Changed' }];
      await ask('PATCH', `/templates/${id}`, { settings: { title: 'Second', sections } });
      await ask('POST', `/templates/${id}/publish`);
      await ask('PATCH', `/templates/${id}`, { slots: [...slots, { slot: 'ads', systems: ['google-ads'] }] });
      const path = `/templates/${id}/revisions/1/comparison`;
      const { data } = (await ask('GET', path)).body;
      assert.deepEqual([data.revision, data.with, data.fields], [1, null, ['title']]);
      assert.deepEqual(data.slots, [{ slot: 'ads', change: 'added', fields: [] }]);
      const changes = data.sections.map(({ change, type, before, after }: Record<string, unknown>) => {
        return [change, type, before, after];
      });
      assert.deepEqual(changes, [
        ['changed', 'text', 1, 1],
        ['changed', 'text', 3, 3],
      ]);
      const second = (await ask('GET', `${path}?with=2`)).body.data;
      assert.deepEqual([second.with, second.slots], [2, []]);
      const same = (await ask('GET', `/templates/${id}/revisions/2/comparison?with=2`)).body.data;
      assert.deepEqual([same.sections, same.slots, same.fields], [[], [], []]);
      assert.equal((await ask('GET', `${path}?with=3`)).status, 404);
      assert.equal((await ask('GET', `${path}?with=newest`)).status, 400);
      assert.equal((await ask('GET', `/templates/${id}/revisions/7/comparison`)).status, 404);
    });

    test('the latest 200 revisions are kept', async () => {
      const id = await published();
      await service.db.transaction().execute(async (transaction) => {
        for (let turn = 0; turn < 200; turn++) {
          await publishTemplate(
            transaction,
            await getTemplate(transaction, account.id, id),
            'operator:test',
            templateSchedules,
          );
        }
      });
      const list = await ask('GET', `/templates/${id}/revisions?direction=asc&per_page=1`);
      assert.deepEqual([list.body.meta.pagination.total, list.body.data.items[0].number], [200, 2]);
    });

    test('a template that projects follow is removed only with detaching them; they keep their settings', async () => {
      const id = await published();
      await follow(id);
      const refused = await ask('DELETE', `/templates/${id}`);
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'template_in_use']);
      assert.match(refused.body.error.message, /1 project follows this template/);
      assert.equal((await ask('DELETE', `/templates/${id}?detach=true`)).status, 200);
      assert.equal((await ask('GET', `/templates/${id}`)).status, 404);
      assert.deepEqual((await shown()).title, 'The month');
    });

    test('a copy of a project follows the same template with its own connections', async () => {
      await connect();
      await follow(await published());
      const copied = await ask('POST', `/projects/${projectId}/copy`, { name: 'Copy' });
      const { id, connections, settings: copy } = copied.body.data;
      assert.deepEqual(copy.sections[1], kpis(connections[0].id, ['revenue']));
      assert.equal((await ask('GET', `/projects/${id}/template`)).body.data.published, 1);
    });

    test('an archived project is left as it is', async () => {
      const id = await published();
      await ask('POST', `/projects/${projectId}/archive`);
      const refused = await follow(id);
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'project_archived']);
    });

    test('the log says who published what, for how many projects', async () => {
      const id = await published();
      const log = await manage(service, await givenSignedIn(service.db, account.id), 'GET', `/audit?subject=${id}`);
      const [entry] = log.body.data.items;
      assert.deepEqual([entry.action, entry.details], ['template.publish', { number: 1, projects: 0 }]);
    });
  });
}

/** Sections of a project stay behind the ones they stood behind, and new ones of the template behind those of the template. */
function byPlace(one: { markdown?: string }, other: { markdown?: string }): number {
  const order = ['Mine', undefined, 'Two', 'More', 'Three'];
  return order.indexOf(one.markdown) - order.indexOf(other.markdown);
}
