import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { createS3Store } from '../../../src/platform/storage/s3-store.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { test } from '../../support/suite.ts';

interface TestStore extends AsyncDisposable {
  readonly store: ObjectStore;
}

async function openFiles(): Promise<TestStore> {
  const root = await mkdtemp(join(tmpdir(), 'report-service-objects-'));
  return {
    store: await openFileStore(join(root, 'objects')),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}

/** On the server and bucket of S3_ENDPOINT_TEST and S3_BUCKET_TEST, or on the one in test/support. */
async function openS3(): Promise<TestStore> {
  const { S3_ENDPOINT_TEST: endpoint, S3_BUCKET_TEST: bucket = 'test-bucket' } = process.env;
  const server = endpoint ? { endpoint, bucket, [Symbol.asyncDispose]: async () => {} } : await startS3Server();
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const location = { endpoint: server.endpoint, bucket: server.bucket, prefix: randomUUID(), region: 'us-east-1' };
  return {
    store: createS3Store({ ...location, credentials }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function keys(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(prefix))).map(({ key }) => key).sort();
}

for (const { name, open } of [
  { name: 'files', open: openFiles },
  { name: 's3', open: openS3 },
]) {
  test(`${name}: a stored object is returned byte for byte, with its size and hash`, async () => {
    await using opened = await open();
    for (const bytes of [randomBytes(1_000_003), Buffer.alloc(0), new Uint8Array([0, 13, 10, 255])]) {
      const stored = await opened.store.put('reports/rep_1.json', bytes);
      assert.deepEqual(stored, {
        size: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      const got = await opened.store.get('reports/rep_1.json');
      assert.ok(got && Buffer.from(got).equals(bytes));
    }
  });

  test(`${name}: a file is stored byte for byte, whatever its size, and stays`, async () => {
    await using opened = await open();
    const folder = await mkdtemp(join(tmpdir(), 'report-service-file-'));
    after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'file');
    for (const bytes of [Buffer.alloc(0), randomBytes(1_000_003), randomBytes(33 * 1024 * 1024 + 1)]) {
      await writeFile(path, bytes);
      await opened.store.putFile('uploads/a-1', path);
      const got = await opened.store.get('uploads/a-1');
      assert.ok(got && Buffer.from(got).equals(bytes), `${bytes.length} bytes`);
      assert.equal((await stat(path)).size, bytes.length);
    }
  });

  test(`${name}: a stream gives the whole object or the requested range, and the total size`, async () => {
    await using opened = await open();
    const bytes = randomBytes(200_000);
    await opened.store.put('artifacts/exp_1.pdf', bytes);
    for (const range of [
      undefined,
      { start: 0, end: 0 },
      { start: 70_000, end: 140_000 },
      { start: 1, end: 199_999 },
    ]) {
      const found = await opened.store.open('artifacts/exp_1.pdf', range);
      assert.ok(found);
      assert.equal(found.size, 200_000);
      const expected = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      assert.ok((await buffer(found.stream)).equals(expected), JSON.stringify(range));
    }
    await assert.rejects(opened.store.open('artifacts/exp_1.pdf', { start: 200_000, end: 200_000 }));
  });

  test(`${name}: a missing object is undefined, and removing it is not an error`, async () => {
    await using opened = await open();
    assert.equal(await opened.store.get('reports/none'), undefined);
    assert.equal(await opened.store.open('reports/none'), undefined);
    await opened.store.remove('reports/none');
    await opened.store.put('reports/one', Buffer.from('1'));
    await opened.store.remove('reports/one');
    assert.equal(await opened.store.get('reports/one'), undefined);
  });

  test(`${name}: a list gives every object under the prefix, with size and time, and no other`, async () => {
    await using opened = await open();
    const { store } = opened;
    const names = ['a1', 'a2', 'a3', 'b1', 'b2'];
    for (const name of names) await store.put(`reports/${name}`, Buffer.from(name));
    await store.put('artifacts/a1', Buffer.from('other'));
    assert.deepEqual(
      await keys(store, 'reports/'),
      names.map((name) => `reports/${name}`),
    );
    assert.deepEqual(await keys(store, 'reports/a'), ['reports/a1', 'reports/a2', 'reports/a3']);
    assert.deepEqual(await keys(store, 'nothing/'), []);
    const [first] = await Array.fromAsync(store.list('artifacts/'));
    assert.equal(first?.size, 5);
    assert.ok(Math.abs(Date.now() - (first?.modifiedAt.getTime() ?? 0)) < 60_000);
  });

  test(`${name}: after parallel writes of one key, one of them is there in full`, async () => {
    await using opened = await open();
    const contents = Array.from({ length: 10 }, (_, index) => Buffer.alloc(100_000, index));
    await Promise.all(contents.map((content) => opened.store.put('reports/same', content)));
    const found = Buffer.from((await opened.store.get('reports/same')) ?? []);
    assert.ok(contents.some((content) => content.equals(found)));
    assert.deepEqual(await keys(opened.store, 'reports/'), ['reports/same']);
  });

  test(`${name}: a key that is not a plain folder and name is refused by every method`, async () => {
    await using opened = await open();
    const { store } = opened;
    const wrong = [
      '',
      'a',
      '/a',
      'a/',
      '../a',
      'a/..',
      'a/.',
      'a/.hidden',
      'a/b/c',
      'A/b',
      'a/b\0',
      'a/b\n',
      'a\\b',
      'a/é',
    ];
    for (const key of [...wrong, `a/${'b'.repeat(300)}`]) {
      await assert.rejects(store.put(key, Buffer.from('x')), RangeError, key);
      await assert.rejects(store.get(key), RangeError, key);
      await assert.rejects(store.open(key), RangeError, key);
      await assert.rejects(store.remove(key), RangeError, key);
    }
    for (const prefix of ['', '/', '..', '../../', 'a/../', 'a/.'])
      await assert.rejects(keys(store, prefix), RangeError, prefix);
  });

  test(`${name}: a usable store passes its check`, async () => {
    await using opened = await open();
    await opened.store.check();
  });
}

test('s3: a signed URL gives the object as a download under its name, and expires as asked', async () => {
  await using opened = await openS3();
  const { store } = opened;
  await store.put('artifacts/exp_1.pdf', Buffer.from('%PDF-'));
  const disposition = `attachment; filename="May.pdf"; filename*=UTF-8''M%C3%A4y.pdf`;
  const options = { expiresInSeconds: 60, contentType: 'application/pdf', contentDisposition: disposition };
  const url = await store.signedUrl?.('artifacts/exp_1.pdf', options);
  assert.ok(url);
  assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '60');
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.equal(await response.text(), '%PDF-');
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(response.headers.get('content-disposition'), disposition);
});
