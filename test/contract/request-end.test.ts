import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { createServer } from '../../src/platform/http/server.ts';
import { countRequests, createMetrics, metricsRoutes } from '../../src/platform/monitoring/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/service.ts';

/** A server whose lines about requests and faults, and metrics, can be read. */
function givenServer(t: TestContext) {
  const lines: Record<string, unknown>[] = [];
  const faults: Record<string, unknown>[] = [];
  const write = (text: string) => {
    const line = JSON.parse(text);
    if (line.msg === 'request') lines.push(line);
    if (line.level === 'error') faults.push(line);
  };
  const metrics = createMetrics();
  const app = createServer({
    logger: pino({ formatters: { level: (level) => ({ level }) } }, { write }),
    trustProxy: false,
    requestEnded: countRequests(metrics),
  });
  t.after(() => app.close());
  metricsRoutes(app, metrics);
  return { app, lines, faults };
}

test('a request whose path cannot be decoded is logged and counted', async (t) => {
  const { app, lines } = givenServer(t);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  assert.equal((await call(url, 'GET', '/%zz')).status, 400);
  await eventually(() => lines.length > 0);
  assert.deepEqual([lines[0]?.route, lines[0]?.status], ['unknown', 400]);
  const { text } = await call(url, 'GET', '/metrics');
  assert.match(text, /requests_total\{method="GET",route="unknown",status="400"\} 1/);
});

test('a request whose client disconnects, while it arrives or waits, is logged and counted with the status 499', async (t) => {
  const { app, lines, faults } = givenServer(t);
  let arrived = 0;
  app.addHook('onRequest', async () => void arrived++);
  app.post('/never', () => new Promise(() => {}));
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const head = 'POST /never HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  for (const [index, body] of ['{', '{}'].entries()) {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(head + body);
    await eventually(() => arrived > index);
    socket.destroy();
    await eventually(() => lines.length > index);
    assert.deepEqual([lines[index]?.route, lines[index]?.status], ['/never', 499]);
  }
  assert.deepEqual(faults, [], 'no fault of the service');
  const { text } = await call(url.origin, 'GET', '/metrics');
  assert.match(text, /requests_total\{method="POST",route="\/never",status="499"\} 2/);
});
