import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { removeFolder } from '../../support/folders.ts';
import { givenManageToken, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const metric = { key: 'n', label: 'N', sql: 'sum(n)', unit: 'count', better: 'up', additive: true };
const config = { path: 'sales.csv', date: 'day', metrics: [metric], dimensions: [{ key: 'd', label: 'D', sql: 'd' }] };

for (const engine of engines) {
  describe(`${engine}: connections of the management API`, () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'report-service-roots-')));
    let service: TestService;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let projectId: string;
    let editor: SignedInMember;
    before(async () => {
      writeFileSync(join(root, 'sales.csv'), 'day,d,n\n2026-01-01,a,1\n2026-01-02,b,41\n');
      service = await startTestService(engine, { environment: { DATA_ROOTS: root } });
      account = await givenAccount(service.db);
      await updateAccount(service.db, account.id, { grantDataRoots: [root] });
      projectId = (await givenProject(service.db, account)).id;
      editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
    });
    after(async () => {
      await service[Symbol.asyncDispose]();
      removeFolder(root);
    });

    const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      manage(service, editor, method, path, { ...(body !== undefined && { body }), headers });
    const add = (changes: object = {}) =>
      ask('POST', `/projects/${projectId}/connections`, { system: 'file', name: 'Sales', config, ...changes });
    const storedNames = async () =>
      (await ask('GET', `/projects/${projectId}/connections`)).body.data.items.map(
        ({ name }: { name: string }) => name,
      );

    test('a catalogue says which dimensions have pictures, and which a table can show together', async () => {
      const { dimensions } = (await ask('GET', '/systems/catalog?system=meta-ads')).body.data;
      const [ad, campaign] = ['ad', 'campaign'].map((own) =>
        dimensions.find(({ key }: { key: string }) => key === own),
      );
      assert.deepEqual([ad.pictures, campaign.pictures], [true, undefined]);
      assert.ok(ad.pairs_with.includes('device') && !ad.pairs_with.includes('campaign'));
    });

    test('one is added, read, listed, changed, tried and removed, and each change is recorded', async () => {
      const added = await add();
      assert.equal(added.status, 201, added.text);
      const { verification, ...connection } = added.body.data;
      assert.deepEqual(verification, { answers: true, message: 'The system answers.', warnings: [] });
      assert.equal(added.headers.get('location'), `/manage/v1/connections/${connection.id}`);
      assert.deepEqual(connection.config, config);
      assert.deepEqual(
        [connection.status, connection.made_by, connection.has_secret, connection.project_id],
        ['connected', 'customer', false, projectId],
      );
      const path = `/connections/${connection.id}`;
      const read = await ask('GET', path);
      assert.deepEqual(read.body.data, connection);
      const { config: _config, ...summary } = connection;
      assert.deepEqual((await ask('GET', '/connections?system=file')).body.data.items, [summary]);
      assert.deepEqual((await ask('GET', '/connections?status=reauth_required')).body.data.items, []);
      const etag = read.headers.get('etag') ?? '';
      const renamed = await ask('PATCH', path, { name: 'Shop' }, { 'if-match': etag });
      assert.deepEqual([renamed.status, renamed.body.data.name, renamed.body.data.verification], [200, 'Shop', null]);
      const late = await ask('PATCH', path, { name: 'Late' }, { 'if-match': etag });
      assert.deepEqual(
        [late.status, late.body.error.code, late.body.error.details[0]],
        [412, 'edit_conflict', { field: 'header.if-match', rule: 'current', message: renamed.headers.get('etag') }],
      );
      assert.equal((await ask('POST', `${path}/verify`)).body.data.verification.answers, true);
      assert.equal((await ask('GET', path)).headers.get('etag'), renamed.headers.get('etag'), 'a status is no change');
      const removed = await ask('DELETE', path);
      assert.deepEqual(
        [removed.status, removed.body.data.id, removed.body.data.left_to_do],
        [200, connection.id, null],
      );
      assert.equal((await ask('GET', path)).status, 404);
      const log = await service.db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'door', 'address'])
        .where('subject', '=', connection.id)
        .orderBy('id')
        .execute();
      const by = { actor: `user:${editor.userId}`, door: 'console', address: '127.0.0.1' };
      assert.deepEqual(
        log,
        ['add', 'update', 'remove'].map((verb) => ({ action: `connection.${verb}`, ...by })),
      );
    });

    test('what is not valid is refused with its places, and nothing is stored', async () => {
      const faulty: readonly [changes: object, fields: readonly string[]][] = [
        [{ system: 'abacus' }, ['system']],
        [{ config: { ...config, date: 5, color: 1 } }, ['config.color', 'config.date']],
        [{ config: { ...config, metrics: [{ ...metric, sql: 'sum(nope)' }] } }, ['config.metrics.0.sql']],
        [{ config: { ...config, path: '../sales.csv' } }, ['config']],
        [
          { secret: { token: 'hunter2hunter2' } },
          ['secret', 'secret.access_key_id', 'secret.secret_access_key', 'secret.token'],
        ],
        [{ grant_id: 'gra_01jd5w0k3m8q2r4t6v8x0z1b3d' }, ['grant_id']],
        [{ secret: {}, grant_id: 'gra_01jd5w0k3m8q2r4t6v8x0z1b3d' }, ['grant_id']],
        [{ name: ' ' }, ['name']],
        [{ name: undefined, colour: 1 }, ['colour', 'name']],
      ];
      for (const [changes, fields] of faulty) {
        const { status, body, text } = await add(changes);
        assert.deepEqual([status, body.error?.code], [400, 'invalid_request'], text);
        const found = body.error.details.map(({ field }: { field: string }) => field).toSorted();
        assert.deepEqual(found, fields, text);
        assert.ok(!text.includes('hunter2'));
      }
      assert.deepEqual(await storedNames(), []);
    });

    test('one that is valid but lacks its file is stored with its status; one that cannot be reached too', async () => {
      const missing = await add({ config: { ...config, path: 'later.csv' } });
      assert.deepEqual([missing.status, missing.body.data.status], [201, 'resource_missing'], missing.text);
      assert.match(missing.body.data.verification.message, /later\.csv/);
      const path = `/connections/${missing.body.data.id}`;
      const figures = await ask('POST', `${path}/figures`, { from: '2026-01-01', to: '2026-01-31' });
      assert.deepEqual([figures.status, figures.body.error.code], [409, 'connection_unavailable'], figures.text);
      assert.equal(figures.body.error.details[0].rule, 'resource_missing');
      await ask('DELETE', path);
    });

    test('a source that is not stored shows its figures, and what is wrong with it or the question', async () => {
      const path = `/projects/${projectId}/connections/figures`;
      const question = { system: 'file', config, from: '2026-01-01', to: '2026-12-31' };
      const byMonth = await ask('POST', path, { ...question, by: 'month' });
      assert.deepEqual(byMonth.body.data.rows, [{ key: '2026-01-01', values: [42] }], byMonth.text);
      const whole = await ask('POST', path, { ...question, config: { ...config, date: "day + INTERVAL '1 year'" } });
      assert.deepEqual([whole.body.data.by, whole.body.data.rows], [null, [{ key: null, values: [null] }]], whole.text);
      const faulty = { ...config, metrics: [{ ...metric, sql: 'sum(nope)' }] };
      for (const [changes, field] of [
        [{ config: faulty }, 'config.metrics.0.sql'],
        [{ to: '2025-01-01' }, 'to'],
        [{ system: 'abacus' }, 'system'],
      ] as const) {
        const { status, body, text } = await ask('POST', path, { ...question, ...changes });
        assert.deepEqual([status, body.error?.details[0].field], [400, field], text);
      }
      assert.deepEqual(await storedNames(), []);
    });

    test('the figures of a period are shown to viewers, and what is wrong with the question', async () => {
      const { id } = (await add()).body.data;
      const viewer = await givenSignedIn(service.db, account.id, { role: 'viewer' });
      const figures = (body: object) => manage(service, viewer, 'POST', `/connections/${id}/figures`, { body });
      const period = { from: '2026-01-01', to: '2026-01-31' };
      const whole = await figures(period);
      assert.deepEqual([whole.status, whole.body.data.rows], [200, [{ key: null, values: [42] }]], whole.text);
      assert.deepEqual(whole.body.data.metrics, [{ key: 'n', label: 'N', unit: 'count', currency: null }]);
      const byDimension = await figures({ ...period, by: 'd' });
      assert.deepEqual(byDimension.body.data.rows, [
        { key: 'b', values: [41] },
        { key: 'a', values: [1] },
      ]);
      for (const [question, field] of [
        [{ ...period, by: 'nope' }, 'by'],
        [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
        [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
      ] as const) {
        const { status, body, text } = await figures(question);
        assert.deepEqual([status, body.error.details[0].field], [400, field], text);
      }
      const shown = await manage(service, viewer, 'GET', `/connections/${id}`);
      assert.deepEqual([shown.status, shown.body.data.config], [200, null], 'a viewer does not see what it reads');
      await ask('DELETE', `/connections/${id}`);
    });

    test('a configuration is proposed, and the systems tell their schemas', async () => {
      const path = `/projects/${projectId}/connections/proposal`;
      const { status, body, text } = await ask('POST', path, { system: 'file', config: { path: 'sales.csv' } });
      assert.equal(status, 200, text);
      assert.deepEqual([body.data.config.path, body.data.rows.length, body.data.totals.n], ['sales.csv', 2, 42]);
      const refused = await ask('POST', path, { system: 'matomo', config: {} });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'system'], refused.text);
      const { systems } = (await ask('GET', '/systems')).body.data;
      const file = systems.find(({ system }: { system: string }) => system === 'file');
      assert.deepEqual([file.config.properties.path.type, file.sign_in, file.proposes], ['string', null, true]);
    });

    test('the rows of a stored connection are looked at anew, and nothing of it is changed', async () => {
      const { id } = (await add()).body.data;
      const { status, body, text } = await ask('GET', `/connections/${id}/proposal`);
      assert.equal(status, 200, text);
      assert.deepEqual([body.data.config.path, body.data.totals.n], ['sales.csv', 42]);
      assert.deepEqual((await ask('GET', `/connections/${id}`)).body.data.config, config);
      await ask('DELETE', `/connections/${id}`);
      const lost = (await add({ config: { ...config, path: 'later.csv' } })).body.data;
      const silent = await ask('GET', `/connections/${lost.id}/proposal`);
      assert.deepEqual([silent.status, silent.body.error.code], [409, 'connection_unavailable'], silent.text);
      await ask('DELETE', `/connections/${lost.id}`);
    });

    test('the currency of a source is proposed beside that of a project, which may take it while it has no amounts', async () => {
      const project = await givenProject(service.db, account, { currency: 'USD' });
      const path = `/projects/${project.id}/connections`;
      writeFileSync(join(root, 'euros.csv'), 'day;amount\n2026-01-01;1,50 €\n2026-01-02;2,00 €\n');
      const propose = async () =>
        (await ask('POST', `${path}/proposal`, { system: 'file', config: { path: 'euros.csv' } })).body.data;
      const proposal = await propose();
      assert.deepEqual([proposal.config.currency, proposal.project], ['EUR', { currency: 'USD', has_amounts: false }]);

      const warned = (data: { verification: { warnings: { code: string; path: string }[] } }) =>
        data.verification.warnings.map(({ code, path }) => [code, path]);
      const added = await ask('POST', path, { system: 'file', name: 'Euros', config: proposal.config });
      assert.deepEqual(warned(added.body.data), [['currency_differs', 'currency']], added.text);
      const connection = `/connections/${added.body.data.id}`;
      assert.equal(
        (await propose()).project.has_amounts,
        false,
        'amounts in a currency of their own stay what they are',
      );
      const catalog = await ask('GET', `${connection}/catalog`);
      assert.equal(catalog.body.data.currency, 'EUR');
      const period = { from: '2026-01-01', to: '2026-01-31' };
      const figures = (await ask('POST', `${connection}/figures`, period)).body.data;
      assert.deepEqual(
        figures.metrics.map(({ currency }: { currency: string | null }) => currency),
        ['EUR', null],
      );

      const { currency: _, ...unsaid } = proposal.config;
      const changed = await ask('PATCH', connection, { config: unsaid });
      assert.deepEqual(warned(changed.body.data), [['currency_contradicted', 'currency']], changed.text);
      assert.equal((await propose()).project.has_amounts, true);
      const again = await ask('PATCH', connection, { config: { ...unsaid, currency: 'euro' } });
      assert.deepEqual([again.status, again.body.error.details[0].field], [400, 'config.currency'], again.text);
    });

    test('a secret is kept sealed, shown nowhere, and repeated requests are recognised without it', async () => {
      await updateAccount(service.db, account.id, { allowNetworks: ['127.0.0.0/8'] });
      const secret = { token: 'correct-horse-battery' };
      const heard: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        heard.push(request.headers.authorization);
        response.setHeader('content-type', 'application/json').end('[{"day":"2026-01-01","n":5}]');
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      try {
        const { port } = server.address() as { port: number };
        const rows = { url: `http://127.0.0.1:${port}/`, headers: { authorization: 'Bearer {secret.token}' } };
        const api = { ...rows, date: 'day', metrics: [metric], dimensions: [] };
        const body = { system: 'http-json', name: 'API', config: api, secret };
        const key = { 'idempotency-key': 'once' };
        const path = `/projects/${projectId}/connections`;
        const added = await ask('POST', path, body, key);
        assert.deepEqual([added.status, added.body.data.has_secret], [201, true], added.text);
        assert.ok(heard.includes('Bearer correct-horse-battery'));
        const anew = await ask('GET', `/connections/${added.body.data.id}/proposal`);
        assert.deepEqual([anew.status, anew.body.data.totals.n], [200, 5], anew.text);
        const asked = heard.length;
        const again = await ask('POST', path, body, key);
        assert.deepEqual([again.status, again.body.data, heard.length], [201, added.body.data, asked]);
        const other = await ask('POST', path, { ...body, secret: { token: 'another' } }, key);
        assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_conflict']);
        const { id } = added.body.data;
        for (const text of [added.text, again.text, (await ask('GET', `/connections/${id}`)).text]) {
          assert.ok(!text.includes(secret.token), text);
        }
        const moved = { ...api, url: 'http://127.0.0.2/' };
        const lost = await ask('PATCH', `/connections/${id}`, { config: moved });
        assert.deepEqual([lost.status, lost.body.error.details[0].field], [400, 'secret'], lost.text);
        await ask('DELETE', `/connections/${id}`);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });

    test("what the operator connected is the customer's once they change what it reads, and reaches less", async () => {
      const other = await givenAccount(service.db);
      const { id: ofOther } = await givenProject(service.db, other);
      const row = await insertConnection(service.db, {
        ...{ accountId: other.id, projectId: ofOther, system: 'file', name: 'Sales', config, status: 'connected' },
        seal: () => null,
      });
      const token = await givenManageToken(service.db, other.id, 'editor');
      const call = (method: string, path: string, body?: unknown) =>
        service.call(method, `/manage/v1${path}`, { token, ...(body !== undefined && { body }) });
      const period = { from: '2026-01-01', to: '2026-01-31' };
      assert.equal((await call('POST', `/connections/${row.id}/figures`, period)).status, 200);
      const changed = { ...config, dimensions: [] };
      const refused = await call('PATCH', `/connections/${row.id}`, { config: changed });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'config'], refused.text);
      const own = { system: 'file', name: 'Mine', config };
      assert.equal((await call('POST', `/projects/${ofOther}/connections`, own)).status, 400);
      const look = { system: 'file', config: { path: 'sales.csv' } };
      assert.equal((await call('POST', `/projects/${ofOther}/connections/proposal`, look)).status, 400);
      assert.equal((await call('PATCH', `/connections/${row.id}`, { name: 'Other' })).body.data.made_by, 'operator');
    });

    test("another account's connection is not there, nor one of a project that a member does not see", async () => {
      const { id } = (await add()).body.data;
      const stranger = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
      const elsewhere = await givenProject(service.db, account);
      const limited = await givenSignedIn(service.db, account.id, { role: 'editor', projectIds: [elsewhere.id] });
      for (const who of [stranger, limited]) {
        for (const [method, path, body] of [
          ['GET', `/connections/${id}`],
          ['PATCH', `/connections/${id}`, { name: 'Mine' }],
          ['DELETE', `/connections/${id}`],
          ['POST', `/connections/${id}/verify`],
          ['POST', `/connections/${id}/authorizations`],
          ['POST', `/connections/${id}/figures`, { from: '2026-01-01', to: '2026-01-02' }],
          ['GET', `/connections/${id}/catalog`],
          ['GET', `/connections/${id}/resources`],
          ['GET', `/connections/${id}/proposal`],
          ['GET', `/projects/${projectId}/connections`],
          ['POST', `/projects/${projectId}/connections`, { system: 'file', name: 'Mine', config }],
          ['POST', `/projects/${projectId}/connections/proposal`, { system: 'file', config }],
          ['POST', `/projects/${projectId}/connections/resources`, { system: 'matomo' }],
          ['POST', `/projects/${projectId}/authorizations`, { system: 'google-ads', name: 'Ads' }],
        ] as const) {
          const { status, body: answer } = await manage(service, who, method, path, body ? { body } : {});
          assert.equal(`${status} ${answer.error?.code}`, '404 not_found', `${method} ${path}`);
        }
        assert.deepEqual((await manage(service, who, 'GET', '/connections')).body.data.items, []);
      }
      await ask('DELETE', `/connections/${id}`);
    });
  });
}
