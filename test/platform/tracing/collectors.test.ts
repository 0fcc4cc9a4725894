import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/platform/config/config.ts';
import { beginSpan, inSpan, isTracing } from '../../../src/platform/tracing/spans.ts';
import { startTracing } from '../../../src/platform/tracing/start-tracing.ts';
import { eventually } from '../../support/eventually.ts';
import { soonAsJson, startTraceCollector } from '../../support/trace-collector.ts';

/** Traces in this process, by environment variables. */
async function trace(url: string, more: Record<string, string> = {}) {
  const lines: { readonly spans: number; readonly reason: string }[] = [];
  const { tracing: config } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...soonAsJson, ...more });
  const log = { warn: (fields: Record<string, unknown>) => void lines.push(fields as (typeof lines)[number]) };
  return { lines, tracing: await startTracing(config, log) };
}

const work = (name = 'work') => inSpan(name, { kind: 'internal' }, async () => {});

test('spans are sent while the service runs, and the rest at its stop', async () => {
  const collector = await startTraceCollector();
  const { tracing, lines } = await trace(collector.url);
  await work('early');
  await collector.span('early');
  await work('late');
  await tracing[Symbol.asyncDispose]();
  assert.deepEqual(
    collector.spans().map(({ name }) => name),
    ['early', 'late'],
  );
  assert.equal(isTracing(), false);
  assert.equal(beginSpan('after it', { kind: 'internal' }), undefined);
  assert.deepEqual(lines, []);
});

test('an export has the path, the headers and the form that were asked for', async () => {
  const collector = await startTraceCollector();
  const { tracing } = await trace(collector.url, {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  });
  await work('by protobuf');
  await tracing[Symbol.asyncDispose]();
  const [post] = collector.posts;
  assert.equal(post?.path, '/v1/traces');
  assert.equal(post.headers['content-type'], 'application/x-protobuf');
  assert.equal(post.headers['content-encoding'], 'gzip');
  assert.equal(post.headers.authorization, 'Bearer abc');
  // A field of text: its length, then the text.
  assert.ok(post.body.includes('\x0bby protobuf'));
});

test('a collector that is busy gets a batch again', async () => {
  let answers = 0;
  const collector = await startTraceCollector((response) => {
    response.statusCode = answers++ === 0 ? 503 : 200;
    response.end('{}');
  });
  const { tracing, lines } = await trace(collector.url);
  await work();
  await eventually(() => collector.posts.length === 2);
  await tracing[Symbol.asyncDispose]();
  assert.deepEqual(collector.posts[0]?.body, collector.posts[1]?.body);
  assert.deepEqual(lines, []);
});

test('a batch that a collector refuses is lost, and one line a minute says so', async () => {
  const collector = await startTraceCollector((response) => {
    response.statusCode = 400;
    response.end('{"message": "no"}');
  });
  const { tracing, lines } = await trace(collector.url);
  for (let count = 1; count <= 3; count++) {
    await work();
    await eventually(() => collector.posts.length === count);
  }
  await tracing[Symbol.asyncDispose]();
  assert.deepEqual(lines, [{ spans: 1, reason: 'It answered 400.' }]);
});

test('a collector that is not there fails nothing', async () => {
  const { tracing, lines } = await trace('http://127.0.0.1:2', { OTEL_EXPORTER_OTLP_TIMEOUT: '500' });
  assert.equal(await inSpan('work', { kind: 'internal' }, async () => 'done'), 'done');
  const [line] = await eventually(() => (lines.length > 0 ? lines : undefined));
  assert.equal(line?.reason, 'It could not be reached (ECONNREFUSED).');
  await tracing[Symbol.asyncDispose]();
});

test('a collector that hangs is given up at the deadline, and holds up neither work nor stop', async () => {
  const collector = await startTraceCollector(() => {});
  const { tracing, lines } = await trace(collector.url, { OTEL_EXPORTER_OTLP_TIMEOUT: '300' });
  await work();
  const [line] = await eventually(() => (lines.length > 0 ? lines : undefined));
  assert.deepEqual(line, { spans: 1, reason: 'It did not answer in time.' });
  await tracing[Symbol.asyncDispose]();
  const other = await trace(collector.url, { OTEL_EXPORTER_OTLP_TIMEOUT: '60000' });
  await work();
  const began = performance.now();
  await other.tracing[Symbol.asyncDispose]();
  const stopMs = performance.now() - began;
  assert.ok(stopMs < 4_000, `${stopMs} ms`);
  const [cut] = await eventually(() => (other.lines.length > 0 ? other.lines : undefined));
  assert.equal(cut?.reason, 'The service has stopped.');
});

test('no more spans wait than the queue takes: the others are dropped and counted', async () => {
  const open: (() => void)[] = [];
  const collector = await startTraceCollector((response) => void open.push(() => response.end('{}')));
  const { tracing, lines } = await trace(collector.url, {
    OTEL_BSP_MAX_QUEUE_SIZE: '3',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1',
  });
  await work();
  await eventually(() => open.length === 1);
  for (let count = 0; count < 10; count++) await work('waiting');
  while (collector.posts.length < 2) {
    for (const answer of open.splice(0)) answer();
    await new Promise(setImmediate);
  }
  await work('another');
  const [line] = await eventually(() => (lines.length > 0 ? lines : undefined));
  assert.equal(line?.spans, 7);
  const answering = setInterval(() => {
    for (const answer of open.splice(0)) answer();
  }, 5);
  await tracing[Symbol.asyncDispose]();
  clearInterval(answering);
  assert.equal(collector.spans().filter(({ name }) => name === 'waiting').length, 3);
});
