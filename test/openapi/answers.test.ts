import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openFileStore } from '../../src/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { AnswerChecker, type OpenApi, type Operation } from '../support/openapi.ts';
import { givenExport, givenJob, givenReport } from '../support/outcomes.ts';
import { startS3Server } from '../support/s3-server.ts';
import { type Answer, type CallOptions, startTestService, type TestService } from '../support/service.ts';
import { startedService } from '../support/started-service.ts';

const generous = { perMinute: 100_000, perDay: 100_000 };
const period = { current: { from: '2001-05-01', to: '2001-05-07' }, compare: { from: '2001-04-24', to: '2001-04-30' } };

type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

let service: TestService;
let checker: AnswerChecker;

/** A call whose answer must be as the document says. */
function checked(call: Call): Call {
  return async (method, path, options) => {
    const answer = await call(method, path, options);
    assert.deepEqual(checker.faults(method, path, answer), []);
    return answer;
  };
}

const call = (...args: Parameters<Call>) => checked(service.call)(...args);

before(async () => {
  service = await startTestService('sqlite');
  const { body } = await service.call('GET', '/api/v1/openapi.json');
  checker = new AnswerChecker(body as OpenApi);
});
after(() => service[Symbol.asyncDispose]());

/** Each operation with a path that leads to nothing, and a body that it takes. */
function everyOperation(): { name: string; method: string; path: string; operation: Operation; body?: unknown }[] {
  return Object.entries(checker.document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const path = template.replace(/\{\w+\}/g, 'prj_00000000000000000000000000');
      const content = operation.requestBody?.content['application/json'];
      const body = content && Object.values(content.examples)[0]?.value;
      return { name: operation.operationId, method: method.toUpperCase(), path, operation, ...(content && { body }) };
    }),
  );
}

describe('every answer is as the OpenAPI document says', () => {
  test('the refusals of every operation', async () => {
    const account = await givenAccount(service.db, generous);
    const token = await givenToken(service.db, account.id);
    const outsider = await givenToken(service.db, (await givenAccount(service.db, { plan: 'free' })).id);
    const poor = await givenAccount(service.db, { perMinute: 1 });
    const spent = await givenToken(service.db, poor.id);
    await service.call('GET', '/api/v1/', { token: spent });
    const operations = everyOperation();
    assert.equal(operations.length, 17);
    for (const { method, path, operation, ...rest } of operations) {
      const request = 'body' in rest ? { body: rest.body } : {};
      assert.equal((await call(method, path, request)).status, 401);
      assert.equal((await call(method, path, { ...request, token: outsider })).status, 403);
      assert.equal((await call(method, path, { ...request, token: spent })).status, 429);
      assert.equal((await call(method, `${path}?colour=red`, { ...request, token })).status, 400);
      assert.equal((await call('DELETE', path, { token })).status, 405);
      if (operation.responses['404']) assert.equal((await call(method, path, { ...request, token })).status, 404);
      if (!operation.requestBody) continue;
      assert.equal((await call(method, path, { token, body: { a: 1, b: 2 } })).status, 400);
      const headers = { 'content-type': 'text/plain' };
      assert.equal((await call(method, path, { token, body: 'x', headers })).status, 415);
      assert.equal((await call(method, path, { token, body: { name: 'x'.repeat(300_000) } })).status, 413);
      const noKey = { ...request, token, headers: { 'idempotency-key': '' } };
      assert.equal((await call(method, path, noKey)).status, 400);
    }
  });

  test('a token without the scope, and a used-up day', async () => {
    const account = await givenAccount(service.db, { perDay: 1 });
    const token = await givenToken(service.db, account.id, { scopes: ['projects:read'] });
    assert.equal((await call('GET', '/api/v1/reports/x', { token })).status, 403);
    assert.equal((await call('GET', '/api/v1/reports/x', { token })).body.error.code, 'quota_exceeded');
  });

  test('a key that is used for another request, by every write', async () => {
    const account = await givenAccount(service.db, generous);
    const token = await givenToken(service.db, account.id);
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const headers = { 'idempotency-key': 'same' };
    const [first, second] = [await givenProject(service.db, account), await givenProject(service.db, account)];
    const { reportId } = await givenReport(service.db, objects, account, first.id);
    const generation = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };
    const writes = [
      ['POST', '/api/v1/projects', '/api/v1/projects', { name: 'One' }, { name: 'Two' }],
      ['PATCH', `/api/v1/projects/${first.id}`, `/api/v1/projects/${first.id}`, { name: 'One' }, { name: 'Two' }],
      ['POST', `/api/v1/projects/${first.id}/archive`, `/api/v1/projects/${second.id}/archive`, {}, {}],
      ['POST', `/api/v1/projects/${first.id}/restore`, `/api/v1/projects/${second.id}/restore`, {}, {}],
      [
        'POST',
        `/api/v1/projects/${first.id}/generation-jobs`,
        `/api/v1/projects/${second.id}/generation-jobs`,
        generation,
        generation,
      ],
      [
        'POST',
        `/api/v1/reports/${reportId}/export-jobs`,
        `/api/v1/reports/${reportId}/export-jobs`,
        { format: 'pdf' },
        { format: 'doc' },
      ],
    ] as const;
    for (const [method, path, otherPath, body, otherBody] of writes) {
      assert.ok((await call(method, path, { token, body, headers })).status < 300);
      const replay = await call(method, path, { token, body, headers });
      assert.equal(replay.headers.get('idempotent-replayed'), 'true');
      const conflict = await call(method, otherPath, { token, body: otherBody, headers });
      assert.equal(conflict.body.error.code, 'idempotency_conflict');
    }
  });

  test('an archived project, a full plan, and files that are not there yet or no more', async () => {
    const account = await givenAccount(service.db, { ...generous, plan: 'free', addOns: ['api'] });
    const token = await givenToken(service.db, account.id);
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) {
      ids.push((await call('POST', '/api/v1/projects', { token, body: { name } })).body.data.id);
    }
    const full = await call('POST', '/api/v1/projects', { token, body: { name: 'Four' } });
    assert.equal(full.body.error.code, 'plan_limit_reached');
    await call('POST', `/api/v1/projects/${ids[0]}/archive`, { token });
    const archived = await call('PATCH', `/api/v1/projects/${ids[0]}`, { token, body: { name: 'X' } });
    assert.equal(archived.body.error.code, 'project_archived');
    const blocked = await call('POST', `/api/v1/projects/${ids[0]}/generation-jobs`, { token, body: { period } });
    assert.equal(blocked.body.data.blocked.reason, 'project_archived');

    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const { reportId } = await givenReport(service.db, objects, account, ids[1]);
    const queued = await givenJob(service.db, account, ids[1], { type: 'export', reportId });
    const early = await call('GET', `/api/v1/export-jobs/${queued.id}/download`, { token });
    assert.equal(early.body.error.code, 'artifact_not_ready');
    const other = await givenReport(service.db, objects, account, ids[1]);
    const bytes = Buffer.from('a file');
    const { id, artifact } = await givenExport(service.db, objects, account, ids[1], {
      bytes,
      reportId: other.reportId,
    });
    await objects.remove(artifact.key);
    const late = await call('GET', `/api/v1/export-jobs/${id}/download`, { token });
    assert.equal(late.body.error.code, 'artifact_unavailable');
  });

  test('the whole way from a new project to its file, with real jobs', async () => {
    await using s3 = await startS3Server();
    const store = { OBJECT_STORE: `s3://${s3.bucket}`, S3_ENDPOINT: s3.endpoint, DOWNLOAD_REDIRECTS: 'off' };
    const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };
    const environment = { DATA_ROOTS: dataSets, ...store, ...credentials };
    await using running = await startedService('sqlite', environment);
    const call = checked(running.call);
    const account = await givenAccount(running.db, generous);
    const token = await givenToken(running.db, account.id);
    const get = (path: string, headers = {}) => call('GET', path, { token, headers });
    const ended = (path: string) =>
      eventually(async () => {
        const { data } = (await get(path)).body;
        return ['completed', 'blocked', 'failed'].includes(data.status) && data;
      }, 60_000);

    await get('/api/v1/');
    await get('/api/v1/me');
    const created = await call('POST', '/api/v1/projects', { token, body: { name: 'Flights' } });
    const project = `/api/v1/projects/${created.body.data.id}`;
    const connectionId = await givenConnection(running.db, created.body.data.id);
    const sections = [{ type: 'highlights' }, { type: 'timeseries', connection_id: connectionId, metric: 'flights' }];
    await call('PATCH', project, { token, body: { client_name: 'Bureau', settings: { sections } } });
    await call('POST', `${project}/archive`, { token });
    await call('POST', `${project}/restore`, { token });
    const read = await get(project);
    assert.equal((await get(project, { 'if-none-match': read.headers.get('etag') })).status, 304);

    const start = await call('POST', `${project}/generation-jobs`, { token, body: { period } });
    const generation = await ended(start.headers.get('location') ?? '');
    assert.equal(generation.status, 'completed', JSON.stringify(generation));
    const report = `/api/v1/reports/${generation.result.report_id}`;
    const exporting = await call('POST', `${report}/export-jobs`, { token, body: { format: 'doc' } });
    const exported = exporting.headers.get('location') ?? '';
    assert.equal((await ended(exported)).status, 'completed');
    assert.equal(
      (await call('POST', `${report}/export-jobs`, { token, body: { format: 'doc' } })).body.meta.reused,
      true,
    );

    for (const path of [
      report,
      exported,
      `/api/v1/generation-jobs/${generation.id}`,
      `/api/v1/jobs/${generation.id}`,
    ]) {
      const etag = (await get(path)).headers.get('etag');
      assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
    }
    for (const list of ['/api/v1/projects', `${project}/reports`, `${project}/jobs`]) {
      assert.ok((await get(list)).body.meta.pagination.total > 0);
      await get(`${list}?page=2&per_page=1`);
    }
    const file = `${exported}/download`;
    const whole = await get(file);
    assert.equal(whole.status, 200);
    assert.equal((await get(file, { range: 'bytes=0-9' })).status, 206);
    assert.equal((await get(file, { range: 'bytes=999999999-' })).status, 416);
    assert.equal((await get(file, { 'if-none-match': whole.headers.get('etag') })).status, 304);

    await running.stop();
    Object.assign(running.environment, { DOWNLOAD_REDIRECTS: 'on' });
    await running.start();
    assert.equal((await get(file)).status, 307);
  });

  test('nothing is documented that these tests have not seen, but for the faults of the service itself', () => {
    const documented = everyOperation().flatMap(({ name, operation }) =>
      Object.keys(operation.responses).map((status) => `${name} ${status}`),
    );
    const unseen = documented.filter((answer) => !checker.seen.has(answer) && !/ 50[03]$/.test(answer));
    assert.deepEqual(unseen, []);
  });
});
