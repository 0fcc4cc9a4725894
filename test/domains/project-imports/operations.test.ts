import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createPlan } from '../../../src/domains/accounts/plans.ts';
import { runNextItem } from '../../../src/domains/bulk-jobs/run-item.ts';
import { getConnection, insertConnection } from '../../../src/domains/connections/connections.ts';
import { importAction } from '../../../src/domains/project-imports/import-action.ts';
import { templateSchedules } from '../../../src/domains/schedules/template-schedules.ts';
import { createTemplate, publishTemplate } from '../../../src/domains/templates/templates.ts';
import { analyticsProperties } from '../../doubles/google-analytics.ts';
import { metaAccounts } from '../../doubles/meta-ads.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { runBulkJobs } from '../../support/bulk-jobs.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startSignInVendors } from '../../support/sign-ins.ts';
import { silentLog } from '../../support/silent-log.ts';

const { shop: property, empty: otherProperty } = analyticsProperties;
const slots = [
  { slot: 'web', systems: ['google-analytics', 'matomo'] },
  { slot: 'search', systems: ['search-console'] },
  { slot: 'ads', systems: ['google-ads', 'meta-ads'] },
  { slot: 'shop', systems: ['file', 'woocommerce'] },
];
const settings = {
  sections: [{ type: 'kpis' as const, title: null, connection_id: 'slot:web', metrics: ['sessions'] }],
};
const units = { time_zone: 'Europe/Berlin', language: 'de-DE', currency: 'EUR' };
const vendors = await startSignInVendors();
let made = 0;

for (const engine of engines) {
  describe(`${engine}: projects from a file and from sign-ins`, () => {
    let service: TestService;
    let checker: AnswerChecker;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let editor: SignedInMember;
    let template: { readonly id: string; readonly name: string };
    let google: string;
    before(async () => {
      service = await startTestService(engine, { environment: vendors.environment });
      checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
      await vendors.register(service.db);
    });
    after(() => service[Symbol.asyncDispose]());
    beforeEach(async () => {
      account = await givenAccount(service.db);
      editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      google = await vendors.grant(service.db, account.id, 'google');
      template = await service.db.transaction().execute(async (transaction) => {
        const fields = { name: 'Whole month', description: null, slots, settings };
        const draft = await createTemplate(transaction, account.id, fields);
        return publishTemplate(transaction, draft, 'operator:test', templateSchedules);
      });
    });

    const ask = async (method: string, path: string, body?: unknown, who = editor) => {
      const answer = await manage(service, who, method, path, { ...(body !== undefined && { body }) });
      assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
      return answer;
    };
    const send = (csv: string, query = '', headers: Record<string, string> = {}) =>
      manage(service, editor, 'POST', `/projects/import${query}`, {
        body: csv,
        headers: { 'content-type': 'text/csv', ...headers },
      });
    const check = async (rows: readonly object[]) => {
      const { status, body, text } = await ask('POST', '/projects/import?dry_run=true', { rows });
      assert.equal(status, 200, text);
      return body.data;
    };
    const faultsOf = async (row: object) =>
      (await check([{ name: 'Northwind', ...units, template: template.id, ...row }])).faults.map(
        ({ row, column, rule }: { row: number; column: string; rule: string }) => [row, column, rule],
      );
    const run = () => runBulkJobs(service.db, [importAction(vendors.vault)]);
    const projects = () =>
      service.db.selectFrom('projects').selectAll().where('account_id', '=', account.id).orderBy('name').execute();

    test('a sign-in lists what it sees of every system that it is for, with domain, currency and zone', async () => {
      const { systems } = (await ask('GET', `/grants/${google}/resources`)).body.data;
      const shown = systems.map(
        ({ system, resources, fault }: { system: string; resources: object[]; fault: null }) => [
          system,
          resources.length,
          fault,
        ],
      );
      assert.deepEqual(shown, [
        ['google-analytics', 2, null],
        ['search-console', 2, null],
      ]);
      const [site] = systems[1].resources;
      assert.deepEqual([site.id, site.domain, site.grant_id], ['sc-domain:shop.example', 'shop.example', google]);
      const meta = await vendors.grant(service.db, account.id, 'meta');
      const [ads] = (await ask('GET', `/grants/${meta}/resources?system=meta-ads`)).body.data.systems;
      const { id, currency, time_zone } = ads.resources.at(-1);
      assert.deepEqual([id, currency, time_zone], [metaAccounts.third, 'JPY', 'Asia/Tokyo']);
    });

    test('a system that fails says so beside the others; one that a sign-in is not for is refused; others see nothing', async () => {
      const [, [rule, message]] = await withFault(async () => {
        const { systems } = (await ask('GET', `/grants/${google}/resources`)).body.data;
        assert.equal(systems[1].fault, null);
        return [null, [systems[0].fault.rule, systems[0].fault.message]];
      });
      assert.equal(rule, 'reauth_required');
      assert.match(message, /sign in/i);
      const refused = await ask('GET', `/grants/${google}/resources?system=google-ads`);
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'system']);
      assert.match(refused.body.error.message, /it lists google-analytics, search-console/);
      const stranger = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
      assert.equal((await ask('GET', `/grants/${google}/resources`, undefined, stranger)).status, 404);
    });

    test('what was listed is matched, and what is matched is imported with its connections and template', async () => {
      const { systems } = (await ask('GET', `/grants/${google}/resources`)).body.data;
      const resources = systems
        .flatMap((each: { resources: object[] }) => each.resources)
        .map(({ config: _, ...resource }: { config: unknown }) => resource);
      const { matches } = (await ask('POST', '/projects/matches', { resources })).body.data;
      const empty = matches.find(({ name }: { name: string }) => name === 'empty');
      assert.deepEqual([empty.certainty, empty.reason, empty.resources.length], ['likely', 'name_of_domain', 2]);
      const [web, search] = ['google-analytics', 'search-console'].map(
        (system) => empty.resources.find((each: { system: string }) => each.system === system).id,
      );
      const row = { name: 'Empty', client: 'Northwind', ...units, template: 'whole MONTH', slots: { web, search } };
      const done = await ask('POST', '/projects/import', { rows: [row] });
      const { bulk_job_id: id } = done.body.data;
      assert.deepEqual([done.status, done.body.data.to_make], [200, 1]);
      assert.equal((await projects()).length, 0);
      await run();
      const job = (await ask('GET', `/bulk-jobs/${id}`)).body.data;
      assert.deepEqual([job.action, job.state, job.counts.done], ['import', 'ended', 1]);
      const [item] = (await ask('GET', `/bulk-jobs/${id}/items`)).body.data.items;
      const project = (await ask('GET', `/projects/${item.project_id}`)).body.data;
      const { name, client_name, time_zone, locale, currency } = project;
      assert.deepEqual(
        [name, client_name, time_zone, locale, currency],
        ['Empty', 'Northwind', 'Europe/Berlin', 'de-DE', 'EUR'],
      );
      const connections = await Promise.all(
        project.connections.map(({ id }: { id: string }) => getConnection(service.db, id)),
      );
      assert.deepEqual(
        connections.map(({ system, config, grant_id, status, made_by }) => {
          return [system, JSON.parse(config), grant_id, status, made_by];
        }),
        [
          ['google-analytics', { property: otherProperty }, google, 'connected', 'customer'],
          ['search-console', { site: 'https://empty.example/' }, google, 'connected', 'customer'],
        ],
      );
      const [analytics] = connections;
      assert.equal(project.settings.sections[0].connection_id, analytics.id);
      const log = await service.db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'subject'])
        .where('account_id', '=', account.id)
        .where('action', 'in', ['project.create', 'project.import'])
        .orderBy('id')
        .execute();
      assert.deepEqual(log, [
        { action: 'project.import', actor: `user:${editor.userId}`, subject: id },
        { action: 'project.create', actor: `user:${editor.userId}`, subject: item.project_id },
      ]);
    });

    test('a file says the same as rows; a dry run makes nothing; sent again it makes nothing twice', async () => {
      const csv = `\uFEFFname;time_zone;language;currency;template;web\nAlpha;Europe/Berlin;de;eur;${template.id};google-analytics:properties/${property}\n\nBeta;UTC;en;USD;;\nAlpha;UTC;en;USD;;\n`;
      const dry = await send(csv, '?dry_run=true');
      assert.equal(dry.status, 200, dry.text);
      assert.deepEqual([dry.body.data.bulk_job_id, dry.body.data.to_make, dry.body.data.faults], [null, 2, []]);
      assert.deepEqual(dry.body.data.already_there, [{ row: 5, name: 'Alpha', project_id: null }]);
      await run();
      assert.equal((await projects()).length, 0);
      assert.equal((await send(csv)).status, 200);
      await run();
      const [alpha, beta] = await projects();
      assert.deepEqual([alpha?.name, alpha?.currency, alpha?.template_id], ['Alpha', 'EUR', template.id]);
      assert.deepEqual([beta?.name, beta?.locale, beta?.template_id], ['Beta', 'en', null]);
      const again = (await send(csv)).body.data;
      assert.deepEqual([again.bulk_job_id, again.to_make, again.already_there.length], [null, 0, 3]);
      assert.equal(again.already_there[0].project_id, alpha?.id);
      assert.equal((await projects()).length, 2);
    });

    test('what a row does not say is what is warned of', async () => {
      const { warnings } = await check([{ name: 'Plain' }]);
      assert.deepEqual(
        warnings.map(({ column, message }: { column: string; message: string }) => [column, message.split(' ').at(-1)]),
        [
          ['currency', 'USD'],
          ['time_zone', 'UTC'],
          ['language', 'en-US'],
        ],
      );
      await ask('POST', '/projects/import', { rows: [{ name: 'Plain' }] });
      await run();
      const [plain] = await projects();
      assert.deepEqual([plain?.currency, plain?.time_zone, plain?.locale], ['USD', 'UTC', 'en-US']);
    });

    test('two imports of the same rows at once make each project once', async () => {
      const rows = ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, ...units }));
      const both = await Promise.all([1, 2].map(() => ask('POST', '/projects/import', { rows })));
      assert.deepEqual(
        both.map(({ body }) => body.data.to_make),
        [3, 3],
      );
      await Promise.all([run(), run()]);
      assert.deepEqual(
        (await projects()).map(({ name }) => name),
        ['Alpha', 'Beta', 'Gamma'],
      );
      const items = await service.db
        .selectFrom('bulk_job_items')
        .select(['state', 'result'])
        .where('account_id', '=', account.id)
        .execute();
      assert.ok(items.every(({ state }) => state === 'done'));
      assert.equal(items.filter(({ result }) => JSON.parse(result ?? '{}').already_there).length, 3);
    });

    test('every fault is told at its row and column at once, and with one nothing is made', async () => {
      const rows = [
        { name: 'Good', ...units },
        { name: ' ', time_zone: 'Berlin', currency: 'Euro', language: 'x', template: 'Nope' },
        { name: 'Third', ...units, slots: { web: '1' } },
      ];
      const { faults } = await check(rows);
      assert.deepEqual(
        faults.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`),
        ['2 name', '2 time_zone', '2 language', '2 currency', '2 template', '3 slots.web'],
      );
      const refused = await ask('POST', '/projects/import', { rows });
      assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_request']);
      assert.match(refused.body.error.message, /^Nothing is made: 2 rows are at fault/);
      assert.deepEqual(refused.body.error.details[1].field, 'rows.2.time_zone');
      await run();
      assert.equal((await projects()).length, 0);
    });

    const cells: Record<string, [slots: object, column: string, rule: string]> = {
      'a slot that the template does not have': [{ mail: 'x' }, 'slots.mail', 'slot'],
      'a system that the slot does not take': [{ search: `google-analytics:${property}` }, 'slots.search', 'system'],
      'an id alone where several systems fit': [{ ads: '1000000001' }, 'slots.ads', 'system'],
      'something that no sign-in sees': [{ web: '999' }, 'slots.web', 'seen'],
      'a system that nobody has signed in for': [{ ads: 'meta-ads:act_1000000001' }, 'slots.ads', 'grant'],
      'a sign-in that is not there': [{ web: `${property}@gra_01jd5w0k3m8q2r4t6v8x0z1b3d` }, 'slots.web', 'grant'],
      'a system that nobody signs in for': [{ shop: 'https://shop.example' }, 'slots.shop', 'sign_in'],
      "another account's connection": [{ shop: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d' }, 'slots.shop', 'value'],
    };
    for (const [what, [given, column, rule]] of Object.entries(cells)) {
      test(`a cell that names ${what} is refused there`, async () => {
        assert.deepEqual(await faultsOf({ slots: given }), [[1, column, rule]]);
      });
    }

    test('what several sign-ins see asks for one of them, and takes the one behind the @', async () => {
      const other = await vendors.grant(service.db, account.id, 'google');
      const { faults } = await check([{ name: 'A', ...units, template: template.id, slots: { web: property } }]);
      assert.equal(faults[0].rule, 'ambiguous');
      assert.ok([google, other].every((id) => faults[0].message.includes(`@${id}`)));
      assert.deepEqual(await faultsOf({ slots: { web: `google-analytics:${property}@${other}` } }), []);
    });

    test('connections beside slots need their system, fill what only they fit, and say where several do', async () => {
      await vendors.grant(service.db, account.id, 'meta');
      const row = { name: 'A', ...units, template: template.id };
      const ads = `meta-ads:${metaAccounts.shop}`;
      const { faults } = await check([{ ...row, connections: [property, ads] }]);
      assert.deepEqual(
        faults.map(({ column, rule }: { column: string; rule: string }) => [column, rule]),
        [['connections', 'system']],
      );
      const several = { ...row, connections: [ads, `meta-ads:${metaAccounts.closed}`] };
      const { warnings } = await check([several]);
      assert.ok(
        warnings.some(
          ({ column, rule }: { column: string; rule: string }) => `${column} ${rule}` === 'slots.ads several_fit',
        ),
      );
      await ask('POST', '/projects/import', { rows: [{ ...row, connections: [`google-analytics:${property}`, ads] }] });
      await run();
      const [project] = await projects();
      const { slots: filled } = (await ask('GET', `/projects/${project?.id}/template`)).body.data;
      assert.deepEqual(
        filled.map(({ slot, connection_id }: { slot: string; connection_id: string | null }) => [
          slot,
          connection_id !== null,
        ]),
        [
          ['web', true],
          ['search', false],
          ['ads', true],
          ['shop', false],
        ],
      );
    });

    test('amounts and days of another currency and zone, and what others have, are warned of', async () => {
      await vendors.grant(service.db, account.id, 'meta');
      const used = await givenProject(service.db, account, { name: 'First client' });
      await insertConnection(service.db, {
        ...{ accountId: account.id, projectId: used.id, system: 'google-analytics', name: 'GA', status: 'connected' },
        ...{ config: { property }, grantId: google, seal: () => null },
      });
      const base = { ...units, template: template.id };
      const { warnings, faults } = await check([
        { name: 'A', ...base, slots: { ads: `meta-ads:${metaAccounts.third}`, web: property } },
        { name: 'B', ...base, slots: { search: 'shop.example' } },
        { name: 'C', ...base, currency: '', slots: { search: 'sc-domain:shop.example' } },
      ]);
      assert.deepEqual(faults, []);
      assert.deepEqual(
        warnings.map(({ row, column, rule }: { row: number; column: string; rule: string }) => [row, column, rule]),
        [
          [null, 'currency', 'default'],
          [1, 'slots.ads', 'currency_differs'],
          [1, 'slots.ads', 'time_zone_differs'],
          [1, 'slots.web', 'used'],
          [2, 'slots.search', 'used_twice'],
          [3, 'slots.search', 'used_twice'],
        ],
      );
      const [ofDefault, ofCurrency, , ofUse] = warnings;
      assert.match(ofDefault.message, /1 row says none; its project gets USD/);
      assert.match(ofCurrency.message, /amounts in JPY, and the project would have EUR; .* not added up/);
      assert.match(ofUse.message, /"First client" reads already; both would show the same figures/);
    });

    test('tags and a folder are given, in any case the same, and what is no name is told at its row', async () => {
      const labelled = { ...units, tags: ['RETAIL', 'Retail', 'Monthly'], folder: 'Northwind' };
      const rows = [
        { name: 'A', ...labelled },
        { name: 'B', ...labelled, folder: 'northwind' },
      ];
      await ask('POST', '/projects/import', { rows });
      await run();
      const listed = (await ask('GET', '/projects?folder=Northwind&tag=monthly&sort=name&direction=asc')).body.data
        .items;
      assert.deepEqual(
        listed.map(({ name, tags, folder }: { name: string; tags: string[]; folder: string }) => [name, tags, folder]),
        [
          ['A', ['Monthly', 'Retail'], 'Northwind'],
          ['B', ['Monthly', 'Retail'], 'Northwind'],
        ],
      );
      const many = Array.from({ length: 21 }, (_, index) => `Tag ${index}`);
      const { faults } = await check([
        { name: 'C', ...units, tags: many, folder: 'x'.repeat(51) },
        { name: 'D', ...units, tags: ['two\nlines'] },
      ]);
      assert.deepEqual(
        faults.map(({ row, column, rule }: { row: number; column: string; rule: string }) => [row, column, rule]),
        [
          [1, 'folder', 'name'],
          [1, 'tags', 'most'],
          [2, 'tags', 'name'],
        ],
      );
      const folders = Array.from({ length: 501 }, (_, index) => ({
        name: `E ${index}`,
        ...units,
        folder: `F ${index}`,
      }));
      const [tooMany] = (await check(folders)).faults;
      assert.match(
        `${tooMany.row} ${tooMany.column} ${tooMany.message}`,
        /null folder would give the account 502 folders/,
      );
    });

    test('an existing connection is copied with its secret, and that is said', async () => {
      const other = await givenProject(service.db, account, { name: 'First client' });
      const { id } = await insertConnection(service.db, {
        ...{ accountId: account.id, projectId: other.id, system: 'woocommerce', name: 'Shop', status: 'connected' },
        ...{ config: { url: 'https://shop.example' }, seal: (id) => vendors.vault.seal(id, { key: 'k', secret: 's' }) },
      });
      const rows = [{ name: 'Second', ...units, template: template.id, slots: { shop: id } }];
      const [warning] = (await check(rows)).warnings;
      assert.match(warning.message, /reads what the connection "Shop" of the project "First client" reads/);
      await ask('POST', '/projects/import', { rows });
      await run();
      const copy = await service.db
        .selectFrom('connections')
        .innerJoin('projects', 'projects.id', 'connections.project_id')
        .select(['connections.id', 'connections.secret'])
        .where('projects.name', '=', 'Second')
        .where('projects.account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(vendors.vault.open(copy.id, copy.secret ?? ''), { key: 'k', secret: 's' });
    });

    test('a draft, a connection of another system, too many connections and systems that are silent are faults', async () => {
      await service.db.transaction().execute(async (transaction) => {
        await createTemplate(transaction, account.id, { name: 'Draft', description: null, slots, settings });
      });
      const other = await givenProject(service.db, account, { name: 'First client' });
      const { id } = await insertConnection(service.db, {
        ...{ accountId: account.id, projectId: other.id, system: 'matomo', name: 'Web', status: 'connected' },
        ...{ config: {}, seal: () => null },
      });
      assert.deepEqual(await faultsOf({ template: 'Draft' }), [[1, 'template', 'published']]);
      assert.deepEqual(await faultsOf({ slots: { shop: id } }), [[1, 'slots.shop', 'system']]);
      const many = await send(`name,connections\nA,${'con_1 '.repeat(51)}`, '?dry_run=true');
      assert.equal(many.body.data.faults[0].rule, 'maxItems');
      const silent = await withFault(() =>
        check([{ name: 'A', ...units, connections: [`google-analytics:${property}`] }]),
      );
      const [{ rule, message }] = silent.faults;
      assert.equal(rule, 'unavailable');
      assert.match(message, /^could not be looked up: .*sign in/i);
    });

    test('a slot that reports need, and more connections than the plan makes reports of, are warned of', async () => {
      const plan = await createPlan(service.db, { name: `narrow ${++made} ${engine}`, maxConnectionsPerProject: 1 });
      await service.db.updateTable('accounts').set({ plan: plan.name }).where('id', '=', account.id).execute();
      await service.db.transaction().execute(async (transaction) => {
        const needed = [{ slot: 'web', systems: ['matomo'], required: true }];
        const draft = await createTemplate(transaction, account.id, {
          ...{ name: 'Needs', description: null, slots: needed, settings: {} },
        });
        await publishTemplate(transaction, draft, 'operator:test', templateSchedules);
      });
      const connections = [`google-analytics:${property}`, `google-analytics:${otherProperty}`];
      const { warnings } = await check([{ name: 'A', ...units, template: 'Needs', connections }]);
      assert.deepEqual(
        warnings.map(({ column, rule }: { column: string | null; rule: string }) => [column, rule]),
        [
          ['slots.web', 'required'],
          [null, 'plan_limit'],
        ],
      );
    });

    test('killed between two projects, a bulk job goes on where it was and makes each once', async () => {
      const rows = ['A', 'B', 'C'].map((name) => ({ name, ...units }));
      const { bulk_job_id: id } = (await ask('POST', '/projects/import', { rows })).body.data;
      const actions = [importAction(vendors.vault)];
      await runNextItem({ db: service.db, actions, log: silentLog, wakeWorkers() {} });
      assert.equal((await projects()).length, 1);
      // What a killed process had made without the mark that it is done.
      const again = { state: 'waiting', project_id: null, result: null } as const;
      await service.db.updateTable('bulk_job_items').set(again).where('bulk_job_id', '=', id).execute();
      await run();
      assert.deepEqual(
        (await projects()).map(({ name }) => name),
        ['A', 'B', 'C'],
      );
      const items = (await ask('GET', `/bulk-jobs/${id}/items?direction=asc`)).body.data.items;
      const ofItems = items.map(
        ({ project_id, result }: { project_id: string; result: { already_there: boolean } }) => [
          project_id,
          result.already_there,
        ],
      );
      const made = (await projects()).map(({ id: projectId, name }) => [projectId, name === 'A']);
      assert.deepEqual(ofItems, made);
    });

    test("a plan's limit of projects is checked before anything is made", async () => {
      const plan = await createPlan(service.db, { name: `small ${++made} ${engine}`, maxProjects: 2 });
      await service.db.updateTable('accounts').set({ plan: plan.name }).where('id', '=', account.id).execute();
      await givenProject(service.db, account, { name: 'There' });
      const rows = ['A', 'B'].map((name) => ({ name, ...units }));
      assert.match((await check(rows)).plan_fault, /allows 2 projects.*there are 1, and this would make 2 more/);
      const refused = await ask('POST', '/projects/import', { rows });
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'plan_limit_reached']);
      assert.equal((await projects()).length, 1);
      assert.equal((await check([...rows.slice(1), { name: 'There' }])).plan_fault, null);
    });

    test('a row whose sign-in is gone by then fails whole, says so, and the others are made', async () => {
      const rows = [
        { name: 'A', ...units, template: template.id, slots: { web: property } },
        { name: 'B', ...units },
      ];
      const { bulk_job_id: id } = (await ask('POST', '/projects/import', { rows })).body.data;
      await ask('DELETE', `/grants/${google}`);
      await run();
      const items = (await ask('GET', `/bulk-jobs/${id}/items?direction=asc`)).body.data.items;
      assert.deepEqual(
        items.map(({ label, state }: { label: string; state: string }) => [label, state]),
        [
          ['A', 'failed'],
          ['B', 'done'],
        ],
      );
      assert.match(items[0].fault.message, /sign-in that this row names was removed meanwhile/);
      assert.deepEqual(
        (await projects()).map(({ name }) => name),
        ['B'],
      );
    });

    test('a body that is no text in UTF-8, that gives both or neither, or that is compressed is refused', async () => {
      const latin = await fetch(`${service.url}/manage/v1/projects/import`, {
        method: 'POST',
        headers: { ...editor.headers, 'content-type': 'text/csv', 'idempotency-key': crypto.randomUUID() },
        body: Buffer.from('name\nM\xfcller', 'latin1'),
      });
      const { error } = (await latin.json()) as { error: { details: { rule: string; message: string }[] } };
      assert.deepEqual([latin.status, error.details[0]?.rule], [400, 'encoding']);
      assert.match(error.details[0]?.message ?? '', /Save it as "CSV UTF-8"/);
      for (const body of [{}, { csv: 'name\nA', rows: [] }]) {
        const refused = await ask('POST', '/projects/import', body);
        assert.match(refused.body.error.message, /either the text of a file as csv, or rows/);
      }
      assert.equal((await send('name\nA', '', { 'content-encoding': 'gzip' })).status, 415);
      const { faults } = await check([]);
      assert.deepEqual(faults[0], {
        row: null,
        column: null,
        rule: 'required',
        message: 'there is no project to make',
      });
    });
  });
}

/** While Google refuses the tokens of the property list. */
async function withFault<Result>(work: () => Promise<Result>): Promise<Result> {
  const { analytics } = vendors;
  analytics.fault = (_request, response) => {
    response.statusCode = 401;
    return { error: { code: 401, message: 'Invalid credentials', status: 'UNAUTHENTICATED' } };
  };
  try {
    return await work();
  } finally {
    analytics.fault = null;
  }
}
