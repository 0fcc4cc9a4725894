import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { findMark } from '../../../src/platform/database/marks.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { markedStore, markKey } from '../../../src/platform/storage/marked-store.ts';
import { isStoreUnavailable, type ObjectStore, WrongStore } from '../../../src/platform/storage/object-store.ts';
import { createS3Store } from '../../../src/platform/storage/s3-store.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { givenInstallation, startCommand } from '../../support/process.ts';
import { startS3Server } from '../../support/s3-server.ts';

/** Stores of one kind: each name is a separate store. */
const kinds = {
  async files() {
    const folder = await mkdtemp(join(tmpdir(), 'report-service-objects-'));
    return {
      open: (name: string) => openFileStore(join(folder, name)),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
    };
  },
  async s3() {
    const server = await startS3Server();
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const location = { endpoint: server.endpoint, bucket: server.bucket, region: 'us-east-1', credentials };
    return {
      open: async (prefix: string) => createS3Store({ ...location, prefix }),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
} as const;

const bytes = Buffer.from('1');
const uses: Record<string, (store: ObjectStore) => Promise<unknown>> = {
  put: (store) => store.put('reports/rep_2', bytes),
  get: (store) => store.get('reports/rep_1'),
  open: (store) => store.open('reports/rep_1'),
  list: (store) => Array.fromAsync(store.list('reports/')),
  check: (store) => store.check(),
};

async function assertRefused(objects: ObjectStore, db: Database): Promise<void> {
  for (const [name, use] of Object.entries(uses)) {
    const refusal = (error: unknown) => error instanceof WrongStore && isStoreUnavailable(error);
    await assert.rejects(use(markedStore(objects, db, 'The store')), refusal, name);
  }
  assert.deepEqual(await Array.fromAsync(objects.list('reports/')), [], 'nothing was put there');
}

for (const engine of engines) {
  for (const [kind, openPlace] of Object.entries(kinds)) {
    test(`${engine}, ${kind}: an empty store instead of the installation's own is refused, and nothing counts as lost`, async () => {
      await using database = await createTestDatabase(engine);
      await using place = await openPlace();
      const { db } = database;
      const own = await place.open('own');
      await markedStore(own, db, 'The store').put('reports/rep_1', bytes);
      await assertRefused(await place.open('empty'), db);
      const again = markedStore(own, db, 'The store');
      assert.deepEqual(Buffer.from((await again.get('reports/rep_1')) ?? []), bytes);
      assert.equal(await again.get('reports/rep_2'), undefined);
      await again.check();
    });

    test(`${engine}, ${kind}: the store of another installation is refused`, async () => {
      await using mine = await createTestDatabase(engine);
      await using other = await createTestDatabase(engine);
      await using place = await openPlace();
      await markedStore(await place.open('mine'), mine.db, 'The store').check();
      await markedStore(await place.open('other'), other.db, 'The store').check();
      await assertRefused(await place.open('other'), mine.db);
    });

    test(`${engine}, ${kind}: a store from before marks existed stays in use, as does one whose database is new`, async () => {
      await using database = await createTestDatabase(engine);
      await using restored = await createTestDatabase(engine);
      await using place = await openPlace();
      const objects = await place.open('own');
      await objects.put('reports/rep_1', bytes);
      for (const { db } of [database, restored, database]) {
        const store = markedStore(objects, db, 'The store');
        await store.check();
        assert.ok(await store.get('reports/rep_1'));
        assert.equal(await store.get('reports/rep_none'), undefined);
      }
    });

    test(`${engine}, ${kind}: processes that start at once agree on one mark`, async () => {
      await using database = await createTestDatabase(engine);
      await using place = await openPlace();
      const objects = await place.open('own');
      const stores = Array.from({ length: 5 }, () => markedStore(objects, database.db, 'The store'));
      await Promise.all(stores.map((store) => store.check()));
      for (const store of stores) await store.check();
    });
  }
}

for (const engine of engines) {
  test(`${engine}: while a store is slow to take its mark, others write, and a start after a kill agrees on the same`, async () => {
    await using database = await createTestDatabase(engine);
    await using place = await kinds.files();
    const objects = await place.open('own');
    const asked = Promise.withResolvers<void>();
    const slow = markedStore(
      {
        ...objects,
        put: (key) => {
          asked.resolve();
          return key === markKey ? new Promise<never>(() => {}) : assert.fail(key);
        },
      },
      database.db,
      'The store',
    );
    void slow.check();
    await asked.promise;
    const other = connectDatabase(database.location);
    await givenAccount(other);
    await other.destroy();
    const proposed = await findMark(database.db, 'object_store_proposed');
    const store = markedStore(objects, database.db, 'The store');
    await store.check();
    assert.equal(
      Buffer.from((await objects.get(markKey)) ?? [])
        .toString()
        .trim(),
      proposed,
    );
    assert.deepEqual(
      [await findMark(database.db, 'object_store'), await findMark(database.db, 'object_store_proposed')],
      [proposed, undefined],
    );
  });
}

test('the service does not start on an objects folder that is not its own, and says how to continue', async () => {
  await using installation = await givenInstallation('sqlite');
  const { dataDir, environment } = installation;
  const objects = join(dataDir, 'objects');
  {
    await using service = startCommand(['serve'], environment);
    const url = (await service.firstLine).replace('listening on ', '');
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    await rename(objects, join(dataDir, 'volume'));
    await mkdir(objects);
    const answer = await fetch(`${url}/readyz`);
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /"objects":"unavailable"/);
    await service.stop('SIGTERM');
  }
  const { code, stderr } = await installation.run(['serve']);
  assert.equal(code, 1);
  assert.match(stderr, /^The objects folder .* is not where this installation keeps its files: .*\n$/);
  const [, mark = ''] = /does not hold (\S+)\. Mount/.exec(stderr) ?? [];
  assert.equal(mark, (await readFile(join(dataDir, 'volume', markKey), 'utf8')).trim());
  const findings = JSON.parse((await installation.run(['doctor', '--json'])).stdout);
  const faults = findings.filter(({ ok }: { ok: boolean }) => !ok);
  assert.deepEqual(faults, [{ check: 'objects', ok: false, message: stderr.trim() }]);
  assert.deepEqual(await readdir(objects), []);

  await mkdir(join(objects, 'installation'));
  await writeFile(join(objects, markKey), mark);
  await using service = startCommand(['serve'], environment);
  assert.match(await service.firstLine, /^listening on /);
});
