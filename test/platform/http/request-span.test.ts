import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { readConfig } from '../../../src/platform/config/config.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startTracing } from '../../../src/platform/tracing/start-tracing.ts';
import { soonAsJson, startTraceCollector } from '../../support/trace-collector.ts';

async function startTracedServer() {
  const collector = await startTraceCollector();
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...soonAsJson });
  const tracing = await startTracing(config.tracing, { warn() {} });
  const lines: string[] = [];
  const logger = createLog('info', { write: (line) => void lines.push(line) });
  const app = createServer({ logger, trustProxy: false });
  const asked = Promise.withResolvers<void>();
  app.get('/fails', async () => {
    throw new Error('hidden cause');
  });
  app.get('/refuses', async () => {
    throw new ServiceError('rate_limit_exceeded');
  });
  app.get('/waits/:token', () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await app.close();
    await tracing[Symbol.asyncDispose]();
  };
  return { collector, url, lines, asked: asked.promise, stop };
}

test('a fault of the service fails the span by its code, and its lines name the trace', async () => {
  const { collector, url, lines, stop } = await startTracedServer();
  assert.equal((await fetch(`${url}/fails`)).status, 500);
  await stop();
  const [span] = collector.spans();
  assert.deepEqual([span?.name, span?.failed, span?.attributes['error.type']], ['GET /fails', true, 'internal_error']);
  assert.equal(lines.filter((line) => JSON.parse(line).trace_id === span?.traceId).length, 2);
  assert.ok(!collector.posts.some(({ body }) => body.includes('hidden')));
});

test('what a client did wrong fails no span', async () => {
  const { collector, url, stop } = await startTracedServer();
  await fetch(`${url}/refuses`);
  await fetch(`${url}/nowhere?token=hidden`, { method: 'DELETE' });
  await stop();
  assert.deepEqual(
    collector.spans().map(({ name, failed, attributes }) => [name, failed, attributes['http.response.status_code']]),
    [
      ['GET /refuses', false, 429],
      ['DELETE', false, 404],
    ],
  );
});

test('a request whose client is gone ends its span with 499', async () => {
  const { collector, url, asked, stop } = await startTracedServer();
  const sent = request(`${url}/waits/hidden-token`).on('error', () => {});
  sent.end();
  await asked;
  sent.destroy();
  const span = await collector.span('GET /waits/:token');
  assert.deepEqual([span.failed, span.attributes['http.response.status_code']], [false, 499]);
  await stop();
  assert.ok(!collector.posts.some(({ body }) => body.includes('hidden')));
});
