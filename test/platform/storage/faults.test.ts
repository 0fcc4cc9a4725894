import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { hasNoAnswer, isStoreFull, isStoreUnavailable } from '../../../src/platform/storage/object-store.ts';
import { createS3Store } from '../../../src/platform/storage/s3-store.ts';
import { checkInUse, noteFaults } from '../../../src/platform/storage/store-faults.ts';
import { startS3Server } from '../../support/s3-server.ts';

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'report-service-objects-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test('files: folders and files are accessible to the owner only', { skip: process.platform === 'win32' }, async () => {
  await using folder = await temporaryFolder();
  const root = join(folder.path, 'objects');
  const store = await openFileStore(root);
  await store.put('reports/rep_1', Buffer.from('1'));
  const modes = await Promise.all([root, join(root, 'reports'), join(root, 'reports/rep_1')].map((path) => stat(path)));
  assert.deepEqual(
    modes.map(({ mode }) => mode & 0o777),
    [0o700, 0o700, 0o600],
  );
});

test('files: a failed write leaves the old content, and no temporary file', async () => {
  await using folder = await temporaryFolder();
  const store = await openFileStore(folder.path);
  await store.put('reports/rep_1', Buffer.from('old'));
  // A folder in the way makes the rename, the last step of the write, fail.
  await mkdir(join(folder.path, 'reports/rep_2/inner'), { recursive: true });
  await assert.rejects(store.put('reports/rep_2', Buffer.from('new')));
  await rm(join(folder.path, 'reports/rep_2'), { recursive: true });
  assert.deepEqual(await readdir(join(folder.path, 'reports')), ['rep_1']);
  assert.equal(await readFile(join(folder.path, 'reports/rep_1'), 'utf8'), 'old');
});

/** Puts a small object and one of 1 MB, and prints how each ended. */
const putTwo = `
  const [module, root] = process.argv.slice(1);
  const { openFileStore } = await import(module);
  const store = await openFileStore(root);
  for (const size of [1_000, 1_000_000]) {
    console.log(await store.put('reports/rep_' + size, Buffer.alloc(size)).then(() => 'stored', (error) => error.code));
  }`;

test('files: a write that runs out of space is an error and leaves nothing', {
  skip: process.platform !== 'linux',
}, async () => {
  await using folder = await temporaryFolder();
  const module = import.meta.resolve('../../../src/platform/storage/file-store.ts');
  // A limit on the size of files, 64 KiB, stops a write in the middle, as a full disk does.
  const script = 'ulimit -f 128; exec "$0" "$@"';
  const node = [process.execPath, '--input-type=module', '-e', putTwo, module, folder.path];
  const { stdout } = await promisify(execFile)('sh', ['-c', script, ...node]);
  assert.equal(stdout, 'stored\nEFBIG\n');
  assert.deepEqual(await readdir(join(folder.path, 'reports')), ['rep_1000']);
});

test('files: temporary files of killed writes are swept at the start, those of running writes are not', async () => {
  await using folder = await temporaryFolder();
  const [old, young] = ['.writing-old', '.writing-young'].map((name) => join(folder.path, name));
  assert.ok(old && young);
  await writeFile(old, 'half');
  await writeFile(young, 'half');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, longAgo, longAgo);
  const store = await openFileStore(folder.path);
  assert.deepEqual(await readdir(folder.path), ['.writing-young']);
  await store.put('reports/rep_1', Buffer.from('1'));
  assert.deepEqual((await readdir(folder.path)).sort(), ['.writing-young', 'reports']);
});

test('files: a store opens without listing its objects, however many there are', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'reports'));
  for (let index = 0; index < 5_000; index++) await writeFile(join(folder.path, 'reports', `rep_${index}`), '');
  const took = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const store = await openFileStore(folder.path);
  const listed = await took(() => Array.fromAsync(store.list('reports/')));
  const opened = await took(() => openFileStore(folder.path));
  assert.ok(10 * opened < listed, `${opened} ms to open, ${listed} ms to list`);
});

test('files: a root that is gone fails the check', async () => {
  await using folder = await temporaryFolder();
  const root = join(folder.path, 'objects');
  const store = await openFileStore(root);
  await rm(root, { recursive: true });
  await assert.rejects(store.check(), { code: 'ENOENT' });
});

test('files: while the root is gone no object counts as lost, and all are there when it is back', async () => {
  await using folder = await temporaryFolder();
  const root = join(folder.path, 'objects');
  const store = await openFileStore(root);
  await store.put('reports/rep_1', Buffer.from('1'));
  await rename(root, join(folder.path, 'elsewhere'));
  for (const use of [store.get, store.open, (key: string) => store.put(key, Buffer.from('2'))]) {
    await assert.rejects(use('reports/rep_1'), (error) => isStoreUnavailable(error));
  }
  await rename(join(folder.path, 'elsewhere'), root);
  assert.deepEqual(Buffer.from((await store.get('reports/rep_1')) ?? []), Buffer.from('1'));
  assert.equal(await store.get('reports/rep_2'), undefined);
});

async function openS3(deadlineMs?: number, bucket?: string) {
  const server = await startS3Server();
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const location = { endpoint: server.endpoint, bucket: bucket ?? server.bucket, region: 'us-east-1', credentials };
  return {
    server,
    store: createS3Store(location, deadlineMs),
    /** With the deadline that stores have. */
    patient: createS3Store(location),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('s3: a missing bucket is an error, not a lost object', async () => {
  await using opened = await openS3(undefined, 'another');
  await assert.rejects(opened.store.get('reports/rep_1'), { name: 'NoSuchBucket' });
  await assert.rejects(opened.store.check());
});

test('s3: two faults are retried, a third one is an error', async () => {
  await using opened = await openS3();
  opened.server.faults.push('unavailable', 'unavailable');
  await opened.store.put('reports/rep_1', Buffer.from('1'));
  opened.server.faults.push('unavailable', 'unavailable', 'unavailable');
  await assert.rejects(opened.store.put('reports/rep_1', Buffer.from('2')));
  assert.deepEqual(Buffer.from((await opened.store.get('reports/rep_1')) ?? []), Buffer.from('1'));
});

test('s3: a server that never answers is an error within the deadline', async () => {
  await using opened = await openS3(600);
  opened.server.faults.push('silent', 'silent', 'silent', 'silent');
  const started = performance.now();
  await assert.rejects(opened.store.get('reports/rep_1'));
  assert.ok(performance.now() - started < 3_000);
});

test('s3: nothing is left of a file that cannot be stored, and what a kill leaves is removed', async () => {
  await using opened = await openS3();
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'file');
  await writeFile(path, Buffer.alloc(20 * 1024 * 1024));
  const { patient: store, server } = opened;
  // Of four requests the third has no answer, three times.
  server.faults.push(...(['none', 'none', 'unavailable', 'unavailable', 'unavailable'] as const));
  await assert.rejects(store.putFile('uploads/a-1', path));
  assert.deepEqual(server.unfinished(), []);
  assert.equal(await store.get('uploads/a-1'), undefined);

  const begin = `${server.endpoint}/${server.bucket}/uploads/a-2?uploads`;
  assert.equal((await fetch(begin, { method: 'POST' })).status, 200);
  assert.equal(await store.removeUnfinished?.(new Date(Date.now() - 60_000)), 0, 'somebody may be at it');
  assert.equal(await store.removeUnfinished?.(new Date(Date.now() + 60_000)), 1);
  assert.deepEqual(server.unfinished(), []);
});

test('s3: a body that stops halfway is an error, whole or streamed', { timeout: 10_000 }, async () => {
  await using opened = await openS3(600);
  await opened.store.put('reports/rep_1', Buffer.alloc(100_000));
  opened.server.faults.push('halfway');
  await assert.rejects(opened.store.get('reports/rep_1'));
  opened.server.faults.push('halfway');
  const found = await opened.store.open('reports/rep_1');
  assert.ok(found);
  await assert.rejects(buffer(found.stream));
});

test('s3: a stream that is read slowly is given whole, however long that takes', async () => {
  const deadlineMs = 1_500;
  await using opened = await openS3(deadlineMs);
  const bytes = randomBytes(20_000_000);
  await opened.patient.put('artifacts/exp_1.pdf', bytes);
  const found = await opened.store.open('artifacts/exp_1.pdf');
  assert.ok(found);
  const started = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) {
    chunks.push(chunk);
    if (performance.now() - started <= deadlineMs) await delay(20);
  }
  assert.ok(performance.now() - started > deadlineMs);
  assert.ok(Buffer.concat(chunks).equals(bytes));
});

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  );
const signal = new AbortController().signal;

test('s3: a server that is stopped, silent, busy or stops halfway counts as not answering; one that refuses a request does not', {
  timeout: 20_000,
}, async () => {
  await using opened = await openS3(600);
  const { server, store } = opened;
  await store.put('reports/rep_1', Buffer.alloc(100_000));
  for (const outage of ['unavailable', 'silent', 'halfway'] as const) {
    server.outage = outage;
    assert.ok(hasNoAnswer(await faultOf(store.get('reports/rep_1'))), outage);
  }
  server.outage = null;
  await checkInUse(store, signal);
  await server.stop();
  assert.ok(hasNoAnswer(await faultOf(store.get('reports/rep_1'))), 'stopped');
  await assert.rejects(checkInUse(store, signal));
  await server.start();
  await checkInUse(store, signal);
  await using other = await openS3(600, 'another');
  assert.ok(!hasNoAnswer(await faultOf(other.store.get('reports/rep_1'))));
  await assert.rejects(checkInUse(other.store, signal), 'but nothing can be done with it');
});

test('s3: a check ends when it is aborted', { timeout: 10_000 }, async () => {
  await using opened = await openS3();
  opened.server.outage = 'silent';
  await assert.rejects(opened.store.check(AbortSignal.timeout(100)));
});

test('a store that accepts no objects fails the check, but a full one passes', async () => {
  await using folder = await temporaryFolder();
  const store = await openFileStore(folder.path);
  await checkInUse(store, signal);
  const refusing = (fault: object) => ({ ...store, put: () => Promise.reject(Object.assign(new Error('No.'), fault)) });
  await assert.rejects(checkInUse(refusing({ code: 'EROFS', syscall: 'open' }), signal));
  await assert.rejects(checkInUse(refusing({ $metadata: { httpStatusCode: 403 } }), signal));
  for (const full of [{ code: 'ENOSPC', syscall: 'write' }, { $metadata: { httpStatusCode: 507 } }]) {
    await checkInUse(refusing(full), signal);
    const error = Object.assign(new Error('No.'), full);
    assert.ok(isStoreFull(error) && !hasNoAnswer(error));
  }
});

test('a store’s errors are recognised afterwards, and others are not mistaken for them', async () => {
  await using folder = await temporaryFolder();
  const root = join(folder.path, 'objects');
  const { objects, isFault } = noteFaults(await openFileStore(root));
  await objects.put('reports/rep_1', Buffer.from('1'));
  assert.equal(await objects.get('reports/rep_2'), undefined);
  await rm(root, { recursive: true });
  assert.ok(isFault(await faultOf(objects.get('reports/rep_1'))));
  assert.ok(isFault(await faultOf(objects.put('reports/rep_1', Buffer.from('1')))));
  assert.ok(!isFault(await faultOf(stat(root))));
});
