import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from './accounts.ts';
import { eventually } from './eventually.ts';
import { givenConnection } from './flights.ts';
import type { OpenApi, Operation } from './openapi.ts';
import { givenExport, givenJob, givenReport } from './outcomes.ts';
import type { TestService } from './service.ts';

/** How a walk gets answers from the service; the caller checks each of them. */
export type Call = TestService['call'];

type Ground = Pick<TestService, 'db' | 'dataDir'>;

const generous = { perMinute: 100_000, perDay: 100_000 };
const period = { current: { from: '2001-05-01', to: '2001-05-07' }, compare: { from: '2001-04-24', to: '2001-04-30' } };

interface Step {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly body?: unknown;
}

/** Each operation with a path to nothing, and a body that it accepts. */
export function everyOperation(document: OpenApi): Step[] {
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const path = template.replace(/\{\w+\}/g, 'prj_00000000000000000000000000');
      const content = operation.requestBody?.content['application/json'];
      const body = content && Object.values(content.examples)[0]?.value;
      return { name: operation.operationId, method: method.toUpperCase(), path, operation, ...(content && { body }) };
    }),
  );
}

/** What each operation refuses, whatever the resource. */
export async function walkRefusals({ db }: Ground, call: Call, document: OpenApi): Promise<void> {
  const token = await givenToken(db, (await givenAccount(db, generous)).id);
  const outsider = await givenToken(db, (await givenAccount(db, { plan: 'free' })).id);
  const spent = await givenToken(db, (await givenAccount(db, { perMinute: 1 })).id);
  await call('GET', '/api/v1/', { token: spent });
  const operations = everyOperation(document);
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
    assert.equal((await call(method, path, { token, body: { name: 'x'.repeat(5_000_000) } })).status, 413);
    const noKey = { ...request, token, headers: { 'idempotency-key': '' } };
    assert.equal((await call(method, path, noKey)).status, 400);
  }
}

/** A token without the scope, and a used-up day. */
export async function walkLimits({ db }: Ground, call: Call): Promise<void> {
  const account = await givenAccount(db, { perDay: 1 });
  const token = await givenToken(db, account.id, { scopes: ['projects:read'] });
  assert.equal((await call('GET', '/api/v1/reports/x', { token })).status, 403);
  assert.equal((await call('GET', '/api/v1/reports/x', { token })).body.error.code, 'quota_exceeded');
}

/** A key reused by every write: for the same request, and for another. */
export async function walkReplays({ db, dataDir }: Ground, call: Call): Promise<void> {
  const account = await givenAccount(db, generous);
  const token = await givenToken(db, account.id);
  const objects = await openFileStore(join(dataDir, 'objects'));
  const headers = { 'idempotency-key': 'same' };
  const [first, second] = [await givenProject(db, account), await givenProject(db, account)];
  const { reportId } = await givenReport(db, objects, account, first.id);
  const [project, other] = [`/api/v1/projects/${first.id}`, `/api/v1/projects/${second.id}`];
  const exports = `/api/v1/reports/${reportId}/export-jobs`;
  const generation = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };
  const writes = [
    ['POST', '/api/v1/projects', '/api/v1/projects', { name: 'One' }, { name: 'Two' }],
    ['PATCH', project, project, { name: 'One' }, { name: 'Two' }],
    ['POST', `${project}/archive`, `${other}/archive`, {}, {}],
    ['POST', `${project}/restore`, `${other}/restore`, {}, {}],
    ['POST', `${project}/generation-jobs`, `${other}/generation-jobs`, generation, generation],
    ['POST', exports, exports, { format: 'pdf' }, { format: 'doc' }],
  ] as const;
  for (const [method, path, otherPath, body, otherBody] of writes) {
    assert.ok((await call(method, path, { token, body, headers })).status < 300);
    const replay = await call(method, path, { token, body, headers });
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    const conflict = await call(method, otherPath, { token, body: otherBody, headers });
    assert.equal(conflict.body.error.code, 'idempotency_conflict');
  }
}

/** An archived project, a full plan, and files that do not exist yet or any more. */
export async function walkStates({ db, dataDir }: Ground, call: Call): Promise<void> {
  const account = await givenAccount(db, { ...generous, plan: 'free', addOns: ['api'] });
  const token = await givenToken(db, account.id);
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

  const objects = await openFileStore(join(dataDir, 'objects'));
  const { reportId } = await givenReport(db, objects, account, ids[1]);
  const queued = await givenJob(db, account, ids[1], { type: 'export', reportId });
  const early = await call('GET', `/api/v1/export-jobs/${queued.id}/download`, { token });
  assert.equal(early.body.error.code, 'artifact_not_ready');
  const other = await givenReport(db, objects, account, ids[1]);
  const bytes = Buffer.from('a file');
  const { id, artifact } = await givenExport(db, objects, account, ids[1], { bytes, reportId: other.reportId });
  await objects.remove(artifact.key);
  const late = await call('GET', `/api/v1/export-jobs/${id}/download`, { token });
  assert.equal(late.body.error.code, 'artifact_unavailable');
}

/**
 * Every operation as it succeeds, from a new project to its file. The service needs workers and the data sets. Returns
 * the path of the file and a token that may read it.
 */
export async function walkToFile({ db }: Ground, call: Call): Promise<{ file: string; token: string }> {
  const account = await givenAccount(db, generous);
  const token = await givenToken(db, account.id);
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
  const connectionId = await givenConnection(db, created.body.data.id);
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
  const again = await call('POST', `${report}/export-jobs`, { token, body: { format: 'doc' } });
  assert.equal(again.body.meta.reused, true);

  for (const path of [report, exported, `/api/v1/generation-jobs/${generation.id}`, `/api/v1/jobs/${generation.id}`]) {
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
  return { file, token };
}
