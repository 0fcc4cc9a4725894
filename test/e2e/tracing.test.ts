import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVault } from '../../src/domains/connections/vault.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { removeFolder } from '../support/folders.ts';
import { startJsonServer } from '../support/json-server.ts';
import { startMailServer } from '../support/mail-server.ts';
import { givenSharedReport } from '../support/shares.ts';
import { type StartedService, startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';
import {
  type CollectedSpan,
  soonAsJson,
  startTraceCollector,
  type TraceCollector,
} from '../support/trace-collector.ts';
import { givenEndpoint } from '../support/webhooks.ts';
import { finished, givenFlights, period } from './flights.ts';

const traceId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const caller = '00f067aa0ba902b7';
const continued = (flags = '01') => ({ traceparent: `00-${traceId}-${caller}-${flags}`, tracestate: 'vendor=value' });
const figures = { unit: 'number', better: 'none', additive: false } as const;
const flightsFile = new URL('../../examples/flights.json', import.meta.url);
/** The API of OpenTelemetry itself is there all the same: the library of metrics brings it. */
const isTracing = /open-telemetry|otlp|@opentelemetry\/(?!api\/)/;
const named = (span: CollectedSpan, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, span.attributes[key]]));

const traced = (collector: TraceCollector, more: Record<string, string> = {}) => ({
  DATA_ROOTS: dataSets,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  ...soonAsJson,
  ...more,
});

/** A project with a webhook, and the spans' service. */
async function givenHook(service: StartedService) {
  const flights = await givenFlights(service.db);
  const receiver = await startJsonServer(() => ({}));
  const vault = createVault(Buffer.from(service.environment.SECRET_KEY ?? '', 'base64'));
  const url = `${receiver.url}/hooks/path-with-a-secret?key=query-with-a-secret`;
  await givenEndpoint(service.db, flights.account.id, url, {}, vault);
  return { ...flights, receiver };
}

async function startGeneration(service: StartedService, projectId: string, token: string, headers = {}) {
  return service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, { token, body: { period }, headers });
}

for (const engine of engines) {
  test(`${engine}: one trace leads from a request through its generation and its export to the webhooks`, async () => {
    const collector = await startTraceCollector();
    await using service = await startedService(engine, traced(collector, { OTEL_SERVICE_NAME: 'reports' }));
    const { account, token, projectId, receiver } = await givenHook(service);
    const started = await startGeneration(service, projectId, token, continued());
    const job = await finished(service, token, started.headers.get('location') ?? '');
    const path = `/api/v1/reports/${job.result.report_id}/export-jobs`;
    const exporting = await service.call('POST', path, { token, body: { format: 'pdf' }, headers: continued() });
    await finished(service, token, exporting.headers.get('location') ?? '');
    await eventually(() => receiver.seen.length === 2, 30_000);
    const ofTrace = (span: CollectedSpan) => span.traceId === traceId;
    for (const [type, route, location] of [
      ['generation', '/api/v1/projects/:project_id/generation-jobs', started],
      ['export', '/api/v1/reports/:report_id/export-jobs', exporting],
    ] as const) {
      const request = await collector.span(`POST ${route}`, ofTrace);
      assert.equal(request.parentSpanId, caller);
      assert.equal(request.kind, 2);
      assert.deepEqual(
        named(request, ['http.request.method', 'http.route', 'http.response.status_code', 'url.scheme']),
        {
          'http.request.method': 'POST',
          'http.route': route,
          'http.response.status_code': 202,
          'url.scheme': 'http',
        },
      );
      assert.equal(request.attributes['report_service.account.id'], account.id);
      assert.equal(request.attributes['report_service.request.id'], location.headers.get('x-request-id'));
      assert.equal(request.resource['service.name'], 'reports');
      const sent = await collector.span(`send ${type}`, ofTrace);
      assert.equal(sent.parentSpanId, request.spanId);
      assert.equal(sent.kind, 4);
      const attempt = await collector.span(`process ${type}`, ofTrace);
      assert.equal(attempt.parentSpanId, sent.spanId);
      assert.equal(attempt.kind, 5);
      const id = location.body.data.id;
      assert.equal(sent.attributes['messaging.message.id'], id);
      assert.deepEqual(
        named(attempt, ['messaging.message.id', 'report_service.job.attempt', 'report_service.job.status']),
        { 'messaging.message.id': id, 'report_service.job.attempt': 1, 'report_service.job.status': 'completed' },
      );
      const told = await collector.span(
        'POST',
        (span) => ofTrace(span) && span.attributes['report_service.event.type'] === `${type}_job.completed`,
      );
      assert.equal(told.parentSpanId, sent.spanId);
      assert.equal(told.kind, 3);
      assert.deepEqual(named(told, ['server.address', 'server.port', 'http.response.status_code']), {
        'server.address': '127.0.0.1',
        'server.port': receiver.port,
        'http.response.status_code': 200,
      });
      const message = receiver.seen.find(({ body }) => body.includes(`"${type}_job.completed"`));
      assert.equal(message?.headers.traceparent, `00-${traceId}-${told.spanId}-01`);
      assert.equal(message?.headers.tracestate, 'vendor=value');
      const below = collector.spans().filter(({ parentSpanId }) => parentSpanId === attempt.spanId);
      const calls = type === 'export' ? ['render pdf'] : ['describe file', 'query file'];
      assert.deepEqual([...new Set(below.map(({ name }) => name))].sort(), calls);
      assert.ok(below.every((span) => ofTrace(span) && !span.failed));
    }
    const query = await collector.span('query file');
    assert.ok(Number(query.attributes['report_service.connector.metrics']) > 0);
    assert.equal(await service.stop(), 0);
    const lines = service.output().split('\n');
    for (const said of ['"msg":"request"', '"msg":"job ended"']) {
      const line = lines.find((each) => each.includes(said) && each.includes(traceId));
      assert.ok(line, `a line with ${said} has the trace`);
      assert.equal(JSON.parse(line).trace_id, traceId);
    }
  });
}

test('what a caller does not keep is not sent, and its context goes on all the same', async () => {
  const collector = await startTraceCollector();
  await using service = await startedService('sqlite', traced(collector));
  const { token, projectId, receiver } = await givenHook(service);
  const started = await startGeneration(service, projectId, token, continued('00'));
  await finished(service, token, started.headers.get('location') ?? '');
  await eventually(() => receiver.seen.length === 1, 30_000);
  assert.match(String(receiver.seen[0]?.headers.traceparent), new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  assert.equal(await service.stop(), 0);
  assert.ok(collector.spans().length > 0, 'the polls are traces of their own');
  assert.ok(collector.spans().every((span) => span.traceId !== traceId));
  assert.ok(!service.output().includes(traceId));
});

test('no secret, no text of a query and no address of a person is in what is sent', async () => {
  const collector = await startTraceCollector();
  await using mail = await startMailServer();
  const settings = { SMTP_URL: mail.url.replace('//', '//user:smtp-with-a-secret@'), MAIL_FROM: 'reports@example.com' };
  await using service = await startedService('sqlite', traced(collector, settings));
  const { account, token, projectId, receiver } = await givenHook(service);
  const vault = createVault(Buffer.from(service.environment.SECRET_KEY ?? '', 'base64'));
  const { token: guest } = await givenSharedReport(service);
  const failing = { metrics: [{ key: 'rows', label: 'Rows', sql: 'sum(query_with_a_secret)', ...figures }] };
  await givenConnection(service.db, projectId);
  const config = JSON.stringify({ ...JSON.parse(readFileSync(flightsFile, 'utf8')), ...failing });
  const sealed = (id: string) => vault.seal(id, { password: 'connection-with-a-secret' });
  for (const { id } of await service.db.selectFrom('connections').select('id').execute()) {
    await service.db
      .updateTable('connections')
      .set({ secret: sealed(id), config })
      .where('id', '=', id)
      .execute();
  }

  const secrets = { authorization: 'Basic header-with-a-secret', cookie: 'session=cookie-with-a-secret' };
  await service.call('GET', `/api/v1/projects?token=${token}`, { token });
  await service.call('GET', `/api/v1/${token}`, { headers: secrets });
  await service.call('GET', '/api/v1/me', { token: `${token}x` });
  await service.call('GET', `/shared/${guest}?key=query-with-a-secret`);
  await service.call('POST', '/api/v1/projects', { token, body: { name: 'body-with-a-secret' } });
  const started = await startGeneration(service, projectId, token, continued());
  const job = await finished(service, token, started.headers.get('location') ?? '');
  assert.equal(job.status, 'failed');
  await eventually(() => receiver.seen.length === 1, 30_000);
  const attempted = () => collector.spans().find(({ name }) => name === 'process generation');
  // What a stop sends has two seconds, which a busy machine may not give it.
  await eventually(attempted, 30_000);
  assert.equal(await service.stop(), 0);

  const [, secret = ''] = token.split('.');
  const hidden = ['with-a-secret', 'with_a_secret', secret, guest, service.environment.SECRET_KEY ?? '', 'sum('];
  const sent = Buffer.concat(collector.posts.map(({ body }) => body)).toString('utf8');
  assert.deepEqual(
    hidden.filter((each) => each === '' || sent.includes(each)),
    [],
  );
  assert.ok(sent.includes(account.id));
  const names = new Set(collector.spans().map(({ name }) => name));
  for (const name of ['GET /shared/:token', 'GET /api/v1/me', 'GET']) assert.ok(names.has(name), name);
  const attempt = attempted();
  assert.deepEqual([attempt?.failed, attempt?.attributes['error.type']], [true, 'generation_failed']);
});

test('a collector that hangs slows neither requests nor jobs, and the stop stays within its time', async () => {
  const collector = await startTraceCollector(() => {});
  const never = { OTEL_EXPORTER_OTLP_TIMEOUT: '60000' };
  await using service = await startedService('sqlite', traced(collector, never));
  const { token, projectId } = await givenFlights(service.db);
  const started = await startGeneration(service, projectId, token);
  assert.equal((await finished(service, token, started.headers.get('location') ?? '')).status, 'completed');
  await eventually(() => collector.posts.length >= 2);
  const began = performance.now();
  assert.equal(await service.stop(), 0);
  assert.ok(performance.now() - began < 8_000);
  assert.ok(!service.output().includes('was cut short'));
});

test('what watches the service is not traced', async () => {
  const collector = await startTraceCollector();
  await using service = await startedService('sqlite', traced(collector));
  for (const path of ['/healthz', '/readyz', '/metrics', '/nowhere']) await service.call('GET', path);
  await collector.span('GET');
  assert.equal(await service.stop(), 0);
  assert.deepEqual([...new Set(collector.spans().map(({ name }) => name))], ['GET']);
});

test('without a collector no package of OpenTelemetry is loaded, by the API or by workers', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  t.after(() => removeFolder(folder));
  const hooks = new URL('../support/loaded-modules.ts', import.meta.url).href;
  const loaded = async (name: string, more: Record<string, string>) => {
    const file = join(folder, name);
    const watched = { NODE_OPTIONS: `--import ${hooks}`, LOADED_MODULES: file, DATA_ROOTS: dataSets, ...more };
    await using service = await startedService('sqlite', watched);
    const { token, projectId } = await givenFlights(service.db);
    const started = await startGeneration(service, projectId, token);
    await finished(service, token, started.headers.get('location') ?? '');
    await service.stop();
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((url) => isTracing.test(url));
  };
  const collector = await startTraceCollector();
  assert.deepEqual(await loaded('off', {}), []);
  assert.deepEqual(await loaded('disabled', { ...traced(collector), OTEL_SDK_DISABLED: 'true' }), []);
  assert.ok((await loaded('on', traced(collector))).length > 0);
});
