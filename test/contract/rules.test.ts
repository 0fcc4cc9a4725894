import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AccountFields } from '../../src/domains/accounts/accounts.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenExport, givenJob, givenReport } from '../support/outcomes.ts';
import { type Answer, type CallOptions, startTestService, type TestService } from '../support/service.ts';

const missing = 'prj_00000000000000000000000000';
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const generous = { perMinute: 10_000, perDay: 100_000 };

for (const engine of engines) {
  describe(`${engine}: rules of every answer`, () => {
    let service: TestService;
    let objects: ObjectStore;
    before(async () => {
      service = await startTestService(engine);
      objects = await openFileStore(`${service.dataDir}/objects`);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async (fields: AccountFields = generous) => {
      const account = await givenAccount(service.db, fields);
      return { account, token: await givenToken(service.db, account.id) };
    };
    /** A project with a report and its exported file. */
    const givenAll = async (fields?: AccountFields) => {
      const { account, token } = await given(fields);
      const { id } = await givenProject(service.db, account);
      const { reportId, job } = await givenReport(service.db, objects, account, id);
      const exported = await givenExport(service.db, objects, account, id, { bytes: Buffer.from('file'), reportId });
      return { account, token, id, reportId, generationId: job.id, exportId: exported.id };
    };
    const get = (path: string, options: CallOptions) => service.call('GET', `/api/v1${path}`, options);

    test('the bootstrap payload names the service, its release, where things are and the limits [C-LIMIT-15, C-BOOT-1, C-VERSION-2]', async () => {
      const { token } = await given({ perMinute: 7, perDay: 9 });
      const { server_time, ...rest } = (await get('/', { token })).body.data;
      assert.match(server_time, timestamp);
      assert.ok(Math.abs(Date.parse(server_time) - Date.now()) < 5_000);
      assert.deepEqual(rest, {
        service: 'report-service',
        version: 'v1',
        release: 'v1-beta',
        links: {
          me: '/api/v1/me',
          projects: '/api/v1/projects',
          openapi: '/api/v1/openapi.json',
          documentation: '/docs',
        },
        export_formats: ['pdf', 'doc'],
        limits: { per_minute: 7, per_day: 9 },
      });
    });

    test('me shows the account, the token, what is left of the limits and what is used of the plan [C-TOKEN-3, C-ME-1, C-ME-2, C-ME-3, C-ME-4]', async () => {
      const { account, token } = await given({
        name: 'Agency',
        plan: 'free',
        addOns: ['api'],
        perMinute: 7,
        perDay: 9,
      });
      await givenProject(service.db, account);
      await get('/', { token });
      const { headers, body } = await get('/me', { token });
      const { created_at, last_used_at, ...record } = body.data.token;
      const { minute, day } = body.data.limits;
      assert.deepEqual(body.data.account, {
        id: account.id,
        name: 'Agency',
        plan: 'free',
        add_ons: ['api'],
        api_access: { enabled: true, granted_by: 'add_on' },
      });
      assert.deepEqual(record, {
        public_id: token.split('.')[0],
        name: 'test',
        kind: 'live',
        scopes: ['projects:read', 'projects:write', 'reports:read', 'reports:write'],
        expires_at: null,
      });
      assert.match(created_at, timestamp);
      assert.ok(last_used_at === null || /:00Z$/.test(last_used_at), 'to the minute');
      assert.deepEqual([minute.limit, minute.remaining, day.limit, day.used, day.remaining], [7, 5, 9, 2, 7]);
      assert.equal(Date.parse(minute.resets_at) / 1000, Number(headers.get('x-ratelimit-reset')));
      assert.match(day.resets_at, /T00:00:00Z$/);
      assert.deepEqual(body.data.usage, {
        projects: { used: 1, limit: 3 },
        generations_this_month: { used: 0, limit: 20 },
      });
    });

    test('each plan has its access, projects, connections and generations, and changing its row changes them [C-PLAN-1, C-PLAN-2, C-PLAN-3, C-ME-4]', async () => {
      const rows = await service.db.selectFrom('plans').selectAll().orderBy('max_projects').execute();
      const figures = Object.fromEntries(
        rows.map((row) => [
          row.name,
          [row.api_access, row.max_projects, row.max_connections_per_project, row.max_generations_per_month],
        ]),
      );
      assert.deepEqual(figures, {
        free: [0, 3, 2, 20],
        starter: [0, 10, 5, 200],
        pro: [1, 100, 20, 5_000],
        agency: [1, null, null, null],
      });
      for (const [plan, [access, projects, , generations]] of Object.entries(figures)) {
        const bare = await given({ plan });
        assert.equal((await get('/me', bare)).status, access ? 200 : 403, plan);
        const { body } = await get('/me', await given({ plan, addOns: ['api'] }));
        assert.equal(body.data.account.api_access.granted_by, access ? 'plan' : 'add_on');
        assert.equal(body.data.usage.projects.limit, projects);
        assert.equal(body.data.usage.generations_this_month.limit, generations);
      }
      const { token } = await given({ plan: 'pro' });
      const setProjects = (max_projects: number) =>
        service.db.updateTable('plans').set({ max_projects }).where('name', '=', 'pro').execute();
      await setProjects(101);
      assert.equal((await get('/me', { token })).body.data.usage.projects.limit, 101);
      await setProjects(100);
    });

    test('the lists of projects, reports and jobs take the same query and link their pages [C-ENVELOPE-6, C-QUERY-1, C-PAGE-5]', async () => {
      const { token, account, id } = await givenAll();
      await givenProject(service.db, account);
      await givenReport(service.db, objects, account, id);
      for (const path of ['/projects', `/projects/${id}/reports`, `/projects/${id}/jobs`]) {
        const { status, headers, body } = await get(`${path}?per_page=1`, { token });
        assert.equal(status, 200);
        assert.equal(body.data.items.length, 1);
        const { total, total_pages, ...pagination } = body.meta.pagination;
        assert.deepEqual(pagination, { page: 1, per_page: 1 });
        assert.ok(total >= 2 && total_pages === total);
        const page = (number: number, relation: string) =>
          `</api/v1${path}?per_page=1&page=${number}>; rel="${relation}"`;
        assert.equal(headers.get('link'), [page(1, 'first'), page(2, 'next'), page(total, 'last')].join(', '));
        for (const bad of ['page=0', 'per_page=101', 'sort=size', 'direction=up', 'status=gone', 'source=gone']) {
          assert.equal((await get(`${path}?${bad}`, { token })).body.error.code, 'invalid_query_parameter');
        }
      }
    });

    test('items that are equal in what is sorted by are ordered by id, either way [C-SORT-2]', async () => {
      const { account, token } = await given();
      const ids = [];
      for (let index = 0; index < 5; index++) ids.push((await givenProject(service.db, account, { name: 'same' })).id);
      const list = async (direction: string) =>
        (await get(`/projects?sort=name&direction=${direction}`, { token })).body.data.items.map(
          (item: { id: string }) => item.id,
        );
      assert.deepEqual(await list('asc'), ids.toSorted());
      assert.deepEqual(await list('desc'), ids.toSorted().reverse());
    });

    test('identifiers are a prefix and 26 time-ordered characters; a malformed one is a missing one [C-ID-1, C-ID-2, C-ID-3, C-ID-4]', async () => {
      const { account, token, id, reportId, generationId, exportId } = await givenAll();
      const ids = { acc: account.id, prj: id, rep: reportId, gen: generationId, exp: exportId };
      for (const [prefix, value] of Object.entries(ids)) {
        assert.match(value, new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
      }
      assert.ok(id < (await givenProject(service.db, account)).id);
      for (const job of [generationId, exportId])
        assert.equal((await get(`/jobs/${job}`, { token })).body.data.id, job);
      const headers = { 'x-request-id': 'same' };
      const absent = await get(`/projects/${missing}`, { token, headers });
      for (const bad of ['1', '%00', 'x'.repeat(300), "'--", id.toUpperCase(), reportId]) {
        const answer = await get(`/projects/${bad}`, { token, headers });
        assert.deepEqual([answer.status, answer.text], [404, absent.text], bad);
      }
    });

    test('every time in an answer is UTC to the whole second [C-TIME-1]', async () => {
      const { token, id, reportId, generationId, exportId } = await givenAll();
      const paths = ['/', '/me', '/projects', `/projects/${id}`, `/reports/${reportId}`, `/jobs/${exportId}`];
      let seen = 0;
      for (const path of [...paths, `/generation-jobs/${generationId}`, `/export-jobs/${exportId}`]) {
        JSON.stringify((await get(path, { token })).body, (key, value) => {
          if (!/_at$|_time$/.test(key) || value === null) return value;
          assert.match(value, timestamp, `${key} of ${path}`);
          seen++;
          return value;
        });
      }
      assert.ok(seen > 15, `${seen} times`);
    });

    test('every answer has the envelope with meta, nosniff and no referrer, and may not be cached by others [C-ENVELOPE-1, C-ENVELOPE-2, C-ENVELOPE-4, C-HTTP-9, C-CACHE-1, C-VERSION-2]', async () => {
      const { token, id } = await givenAll();
      const answers = [
        await get('/', { token }),
        await get('/projects', { token }),
        await get(`/projects/${missing}`, { token }),
        await get('/projects?page=0', { token }),
        await service.call('PATCH', `/api/v1/projects/${id}`, { token, body: { name: 'N' } }),
        await get('/', {}),
      ];
      for (const { status, headers, body } of answers) {
        assert.deepEqual(Object.keys(body), ['ok', status < 400 ? 'data' : 'error', 'meta']);
        assert.equal(body.ok, status < 400);
        assert.equal(body.meta.api_version, 'v1-beta');
        assert.equal(body.meta.request_id, headers.get('x-request-id'));
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.equal(headers.get('cache-control'), 'private, no-cache');
        if (status < 400) continue;
        assert.equal(typeof body.error.code, 'string');
        assert.equal(typeof body.error.message, 'string');
      }
    });

    test('a 304, a HEAD, a Range, a replay, a poll and every refusal after the count take one from the limit [C-LIMIT-4, C-LIMIT-8, C-LIMIT-10]', async () => {
      const { token, account, id, exportId } = await givenAll({ plan: 'agency' });
      const file = `/export-jobs/${exportId}/download`;
      const { id: queued } = await givenJob(service.db, account, id, { type: 'export' });
      const etag = (await get(`/projects/${id}`, { token })).headers.get('etag') ?? '';
      const patch = (name: unknown) =>
        service.call('PATCH', `/api/v1/projects/${id}`, { token, body: { name }, headers: { 'idempotency-key': 'k' } });
      const calls: readonly [status: number, call: () => Promise<Answer>][] = [
        [304, () => get(`/projects/${id}`, { token, headers: { 'if-none-match': etag } })],
        [200, () => service.call('HEAD', '/api/v1/me', { token })],
        [200, () => get(file, { token })],
        [206, () => get(file, { token, headers: { range: 'bytes=0-0' } })],
        [416, () => get(file, { token, headers: { range: 'bytes=99-' } })],
        [200, () => patch('N')],
        [200, () => patch('N')],
        [409, () => patch('M')],
        [400, () => patch(1)],
        [200, () => get(`/export-jobs/${exportId}`, { token })],
        [409, () => get(`/export-jobs/${queued}/download`, { token })],
        [404, () => get(`/projects/${missing}`, { token })],
        [415, () => service.call('POST', '/api/v1/projects', { token, body: 'x', headers: { 'content-type': 'a/b' } })],
      ];
      let remaining = 119;
      for (const [status, call] of calls) {
        const answer = await call();
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('x-ratelimit-limit'), '120');
        assert.equal(answer.headers.get('x-ratelimit-remaining'), String(--remaining), `${status}`);
      }
    });

    test('Reset is the second at which the oldest request leaves the minute, and tokens share one bucket [C-LIMIT-3, C-LIMIT-11, C-LIMIT-14]', async () => {
      const { account, token } = await given({ plan: 'agency' });
      const before = Date.now();
      const first = await get('/', { token });
      const after = Date.now();
      const reset = Number(first.headers.get('x-ratelimit-reset'));
      assert.ok(reset >= Math.floor(before / 1000) + 60 && reset <= Math.ceil(after / 1000) + 60, `${reset}`);
      const second = await get('/', { token: await givenToken(service.db, account.id) });
      assert.equal(Number(second.headers.get('x-ratelimit-reset')), reset);
      assert.equal(second.headers.get('x-ratelimit-remaining'), '118');
      assert.equal(second.headers.get('ratelimit-policy'), '"minute";q=120;w=60, "day";q=4000;w=86400');
    });

    test('of several faults, the first in the order of checks is reported [C-ORDER-1, C-ORDER-2, C-ORDER-4, C-ORDER-5, C-ORDER-6, C-ORDER-7, C-ORDER-8, C-ORDER-9, C-ORDER-12]', async () => {
      const { account, token, id } = await givenAll();
      const projects = '/api/v1/projects';
      const wrongBody = { body: { name: 1 }, headers: { 'idempotency-key': '' } };
      const status = async (method: string, path: string, options: CallOptions) => {
        const answer = await service.call(method, path, options);
        return `${answer.status} ${answer.body.error.code}`;
      };
      const spent = await given({ plan: 'free', perMinute: 1 });
      assert.equal(await status('DELETE', projects, {}), '405 method_not_allowed');
      assert.equal(await status('GET', '/api/v1/nothing', {}), '404 not_found');
      assert.equal(await status('POST', projects, wrongBody), '401 unauthorized');
      const reader = await givenToken(service.db, spent.account.id, { scopes: ['reports:read'] });
      assert.equal(await status('POST', projects, { ...wrongBody, token: reader }), '403 api_access_required');
      assert.equal(await status('POST', projects, { ...wrongBody, token: reader }), '429 rate_limit_exceeded');
      const unscoped = await givenToken(service.db, account.id, { scopes: ['reports:read'] });
      const text = { ...wrongBody, body: 'x', headers: { 'content-type': 'text/plain' } };
      assert.equal(await status('POST', projects, { ...text, token: unscoped }), '403 insufficient_scope');
      assert.equal(await status('POST', projects, { ...text, token }), '415 unsupported_media_type');

      const used = { 'idempotency-key': 'k' };
      const patch = (path: string, body: unknown) =>
        status('PATCH', `${projects}/${path}`, { token, body, headers: used });
      await service.call('PATCH', `${projects}/${id}`, { token, body: { name: 'A' }, headers: used });
      assert.equal(await patch(missing, { name: 1 }), '400 invalid_request');
      assert.equal(await patch(missing, { name: 'B' }), '409 idempotency_conflict');
      const free = { 'idempotency-key': 'free' };
      const generation = { token, headers: free, body: { period: { current: { from: inTwoDays, to: inTwoDays } } } };
      assert.equal(await status('POST', `${projects}/${missing}/generation-jobs`, generation), '404 not_found');
      assert.equal(await status('POST', `${projects}/${id}/generation-jobs`, generation), '400 invalid_request');
    });
  });
}
