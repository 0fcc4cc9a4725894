import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import pino from 'pino';
import { createServer } from '../../src/http/server.ts';
import { call } from '../support/service.ts';

const deadlineMs = 500;

/** A server whose answers wait until they are let go. */
async function startFixture() {
  const app = createServer({ logger: pino({ level: 'silent' }), trustProxy: false, deadlineMs });
  const held = Promise.withResolvers<void>();
  const stream = new PassThrough();
  const wait = () => held.promise;
  app.get('/gate', { onRequest: wait }, async () => ({ ok: true }));
  app.get('/handler', async () => {
    await wait();
    return { ok: true };
  });
  app.get('/fault', async () => {
    await wait();
    throw new Error('too late to be told');
  });
  app.get('/stream', async () => stream);
  app.post('/body', async () => ({ ok: true }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, held, stream, [Symbol.asyncDispose]: () => app.close() };
}

test('a request that still waits at the deadline, wherever, is answered 503 api_controls_unavailable, and its end changes nothing', async () => {
  await using server = await startFixture();
  const started = performance.now();
  const answers = await Promise.all(['/gate', '/handler', '/fault'].map((path) => call(server.url, 'GET', path)));
  assert.ok(performance.now() - started < deadlineMs + 2_000);
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.equal(body.error.code, 'api_controls_unavailable');
  }
  server.held.resolve();
  assert.equal((await call(server.url, 'GET', '/handler')).status, 200);
});

test('an answer on its way and a request that is still arriving are not cut at the deadline', async () => {
  await using server = await startFixture();
  server.stream.write('first ');
  const download = await fetch(`${server.url}/stream`);
  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  const upload = request(`${server.url}/body`, { method: 'POST', headers });
  upload.write('{');
  // Begun later than both, so that they have been looked at when it is answered.
  assert.equal((await call(server.url, 'GET', '/handler')).status, 503);
  server.stream.end('last');
  assert.equal(await download.text(), 'first last');
  const answered = once(upload, 'response');
  upload.end('}');
  const [{ statusCode }] = await answered;
  assert.equal(statusCode, 200);
});
