import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import pino from 'pino';
import { type DownloadContext, download } from '../../src/domains/export-jobs/download.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createServer } from '../../src/platform/http/server.ts';
import type { JobRow } from '../../src/platform/jobs/queue.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { call } from '../support/service.ts';

const deadlineMs = 500;

/** A server whose answers wait until released. */
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

test('a request still waiting at the deadline, for whatever, is answered 503 api_controls_unavailable, and its later end changes nothing', async () => {
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

test('an answer being sent and a request still arriving are not cut at the deadline', async () => {
  await using server = await startFixture();
  server.stream.write('first ');
  const download = await fetch(`${server.url}/stream`);
  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  const upload = request(`${server.url}/body`, { method: 'POST', headers });
  upload.write('{');
  // Started after both, so that they have been checked when it is answered.
  assert.equal((await call(server.url, 'GET', '/handler')).status, 503);
  server.stream.end('last');
  assert.equal(await download.text(), 'first last');
  const answered = once(upload, 'response');
  upload.end('}');
  const [{ statusCode }] = await answered;
  assert.equal(statusCode, 200);
});

test('a file opened after its request timed out is closed again', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-objects-'));
  stack.defer(() => removeFolder(folder));
  const store = await openFileStore(folder);
  const { size, sha256 } = await store.put('artifacts/exp_1.pdf', Buffer.alloc(1_000_000));
  const late = Promise.withResolvers<void>();
  const opened: NonNullable<Awaited<ReturnType<typeof store.open>>>[] = [];
  const open: typeof store.open = async (...parameters) => {
    const found = await store.open(...parameters);
    if (found) opened.push(found);
    // The first is read for its digest; the second is what is sent.
    if (opened.length === 2) await late.promise;
    return found;
  };
  const context: DownloadContext = { db: {} as Database, objects: { ...store, open }, redirects: false };
  const artifact = { key: 'artifacts/exp_1.pdf', filename: 'May.pdf', contentType: 'application/pdf', size, sha256 };
  const job = { status: 'completed', artifact: JSON.stringify(artifact), live: 1, artifact_expires_at: null };
  const app = createServer({ logger: pino({ level: 'silent' }), trustProxy: false, deadlineMs });
  stack.defer(() => app.close());
  app.get('/download', (request, reply) => download(context, job as unknown as JobRow, request, reply));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  assert.equal((await call(url, 'GET', '/download')).status, 503);
  late.resolve();
  await eventually(() => opened[1]?.stream.closed, 5_000);
});
