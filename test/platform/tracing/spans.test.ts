import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { readConfig } from '../../../src/platform/config/config.ts';
import { samplerNames } from '../../../src/platform/config/tracing.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import {
  beginSpan,
  failureType,
  incomingTrace,
  inSpan,
  outgoingTrace,
  readTrace,
  storedTrace,
  within,
} from '../../../src/platform/tracing/spans.ts';
import { startTracing } from '../../../src/platform/tracing/start-tracing.ts';
import { ConnectorError } from '../../../src/reporting/connectors/contract.ts';
import { soonAsJson, startTraceCollector } from '../../support/trace-collector.ts';

const log = { warn() {} };
const remote = (flags: string) => ({ traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-${flags}` });

async function trace(more: Record<string, string> = {}) {
  const collector = await startTraceCollector();
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...soonAsJson, ...more });
  const tracing = await startTracing(config.tracing, log);
  return { collector, tracing, [Symbol.asyncDispose]: () => tracing[Symbol.asyncDispose]() };
}

test('a span begun within another is part of it, and what is stored continues it', async () => {
  const { collector, tracing } = await trace();
  let stored: string | null = null;
  await inSpan('outer', { kind: 'producer' }, async (span) => {
    stored = storedTrace(span);
    await inSpan('inner', { kind: 'internal' }, async () => {});
  });
  beginSpan('later', { kind: 'consumer', parent: readTrace(stored) })?.end();
  beginSpan('other', { kind: 'internal', parent: null })?.end();
  await tracing[Symbol.asyncDispose]();
  const of = (name: string) => collector.spans().find((span) => span.name === name);
  assert.equal(of('outer')?.parentSpanId, '');
  for (const name of ['inner', 'later']) {
    assert.equal(of(name)?.parentSpanId, of('outer')?.spanId);
    assert.equal(of(name)?.traceId, of('outer')?.traceId);
  }
  assert.notEqual(of('other')?.traceId, of('outer')?.traceId);
});

test('work that throws fails its span by a word, never by its message', async () => {
  const { collector, tracing } = await trace();
  const error = new ConnectorError('transient', 'The server said: password hidden is wrong.');
  await assert.rejects(
    inSpan('query', { kind: 'client' }, async () => {
      throw error;
    }),
    error,
  );
  await tracing[Symbol.asyncDispose]();
  const [span] = collector.spans();
  assert.equal(span?.failed, true);
  assert.equal(span?.attributes['error.type'], 'transient');
  assert.ok(!collector.posts.some(({ body }) => body.includes('hidden')));
});

test('the word of an error is its code, its kind or its class', () => {
  assert.equal(failureType(new ServiceError('internal_error')), 'internal_error');
  assert.equal(failureType(new ConnectorError('invalid_config', 'No.')), 'invalid_config');
  assert.equal(failureType(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })), 'ECONNREFUSED');
  assert.equal(failureType(Object.assign(new TypeError('no'), { code: 'see https://u:p@host' })), 'TypeError');
  assert.equal(failureType('text'), 'string');
});

/** Whether each sampler keeps a new trace, one that its caller keeps and one that it does not. */
const kept: Readonly<Record<string, readonly [root: boolean, sampled: boolean, unsampled: boolean]>> = {
  always_on: [true, true, true],
  always_off: [false, false, false],
  traceidratio: [false, false, false],
  parentbased_always_on: [true, true, false],
  parentbased_always_off: [false, true, false],
  parentbased_traceidratio: [false, true, false],
};

for (const sampler of samplerNames) {
  test(`${sampler} keeps the traces that it should`, async () => {
    await using _tracing = await trace({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' });
    const parents = [null, remote('01'), remote('00')];
    const spans = parents.map((parent) => beginSpan('work', { kind: 'internal', parent }));
    assert.deepEqual(
      spans.map((span) => span?.traceId !== undefined),
      kept[sampler],
    );
    for (const span of spans) span?.end();
  });
}

test('a tenth of the traces is kept where that is asked for', async () => {
  await using _tracing = await trace({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' });
  const all = Array.from({ length: 5_000 }, () => beginSpan('work', { kind: 'internal', parent: null }));
  const share = all.filter((span) => span?.traceId !== undefined).length / all.length;
  assert.ok(share > 0.07 && share < 0.13, `${share}`);
});

test('a trace is chosen by its id as the SDK of OpenTelemetry chooses, so that other services with the same share agree', async () => {
  await using _tracing = await trace({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.3' });
  const sampler = new TraceIdRatioBasedSampler(0.3);
  for (let count = 0; count < 2_000; count++) {
    const span = beginSpan('work', { kind: 'internal', parent: null });
    const [, traceId = '', , flags] = span?.headers().traceparent?.split('-') ?? [];
    const isChosen = sampler.shouldSample({}, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
    assert.equal(flags, isChosen ? '01' : '00', traceId);
    assert.equal(span?.traceId, isChosen ? traceId : undefined);
  }
});

test('with the propagator "none" the context of others is neither read nor sent', async () => {
  await using _tracing = await trace({ OTEL_PROPAGATORS: 'none' });
  assert.equal(incomingTrace(remote('01')), null);
  const span = beginSpan('work', { kind: 'client' });
  assert.deepEqual(outgoingTrace(span), {});
  // Its own jobs are continued all the same.
  assert.match(String(storedTrace(span)), /"traceparent":"00-/);
  span?.end();
});

test('a context that is none begins a new trace', async () => {
  await using _tracing = await trace();
  for (const traceparent of ['', '00-0-0-01', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, 'x'.repeat(9_000)]) {
    const span = beginSpan('work', { kind: 'server', parent: incomingTrace({ traceparent }) });
    assert.match(span?.headers().traceparent ?? '', /^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    span?.end();
  }
});

test('while nothing is traced, work runs as it is', async () => {
  assert.equal(beginSpan('work', { kind: 'internal' }), undefined);
  assert.equal(
    within(undefined, () => 1),
    1,
  );
  assert.equal(await inSpan('work', { kind: 'internal' }, async (span) => span), undefined);
  assert.equal(storedTrace(undefined), null);
  assert.equal(incomingTrace(remote('01')), null);
});

test('the attributes are named by the semantic conventions', () => {
  const known = new Set<unknown>(Object.values(conventions));
  const names = [
    ...['http.request.method', 'http.route', 'http.response.status_code', 'http.request.resend_count', 'url.scheme'],
    ...['server.address', 'server.port', 'network.protocol.name', 'error.type', 'service.name', 'service.version'],
    ...['messaging.system', 'messaging.destination.name', 'messaging.operation.type', 'messaging.operation.name'],
    ...['messaging.message.id', 'process.pid'],
  ];
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  );
});
