import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createShare } from '../../src/domains/shares/shares.ts';
import { findOrphans } from '../../src/installation/sweeper.ts';
import type { DatabaseLocation } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { assertCountsExact } from '../support/list-counts.ts';
import { givenExport, givenReport } from '../support/outcomes.ts';
import { givenRetention, idsOf, inDays, makeOld, sweepAt } from '../support/retention.ts';
import { startS3Server } from '../support/s3-server.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { seed, seededRandom } from './support/random.ts';

const program = fileURLToPath(new URL('../support/sweep-retention-process.ts', import.meta.url));
const kills = rounds(5);
const oldReports = usually(150, 30);
const youngReports = usually(15, 5);
const longestLifeMs = 120;

for (const engine of engines) {
  for (const kind of ['folder', 's3'] as const) {
    test(`${engine}, ${kind}: no kill leaves a report without its document, a file that nobody finds, or takes what is young`, async (t) => {
      await using stack = new AsyncDisposableStack();
      const { db, location } = stack.use(await createTestDatabase(engine));
      const store = await givenStore(stack, kind);
      const objects = await openTestStore(store);
      const random = seededRandom(seed);
      const account = await givenAccount(db);
      const { id: projectId } = await givenProject(db, account);
      await givenRetention(db, account, 12);
      const staying: string[] = [];
      for (let index = 0; index < oldReports + youngReports; index++) {
        const { reportId, job } = await givenReport(db, objects, account, projectId);
        if (index % 3 === 0) {
          await givenExport(db, objects, account, projectId, { bytes: Buffer.from('%PDF'), reportId });
        }
        const isOld = index < oldReports;
        if (isOld) await makeOld(db, job.id, 400 + index);
        const isLinked = isOld && index % 17 === 0;
        if (isLinked) await createShare(db, reportId, { password: null, expiresInMs: null });
        if (!isOld || isLinked) staying.push(reportId);
      }
      const now = inDays(0);
      let killed = 0;
      for (let kill = 0; kill < kills; kill++) {
        const runs = [spawnSweeper(location, store, now), spawnSweeper(location, store, now)];
        for (const { running } of runs) await running;
        await delay(random() * longestLifeMs);
        for (const { child, exit } of runs) {
          if (child.kill('SIGKILL')) killed++;
          await exit;
        }
        await assertComplete(db, objects);
        const left = await idsOf(db, 'reports', account.id);
        assert.deepEqual(
          staying.filter((id) => !left.includes(id)),
          [],
          'what stays is there',
        );
      }
      const left = (await idsOf(db, 'reports', account.id)).length;
      await sweepAt(db, objects, now);
      assert.deepEqual(await idsOf(db, 'reports', account.id), staying.toSorted());
      // The double of S3 says that every object is new.
      const orphans = await Array.fromAsync(findOrphans(db, objects, -60_000));
      for (const key of orphans) await objects.remove(key);
      assert.deepEqual(await keysOf(objects), await namedKeys(db), 'every object has its row');
      await assertCountsExact(db);
      const more = `${killed} kills, ${left - staying.length} left by the last, ${orphans.length} objects found without a row`;
      t.diagnostic(`${engine}, ${kind}: ${more} (seed ${seed})`);
    });
  }
}

async function givenStore(stack: AsyncDisposableStack, kind: 'folder' | 's3'): Promise<TestStore> {
  if (kind === 's3') {
    const { endpoint, bucket } = stack.use(await startS3Server());
    return { endpoint, bucket };
  }
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  stack.defer(() => removeFolder(folder));
  return { folder };
}

function spawnSweeper(
  location: DatabaseLocation,
  store: TestStore,
  now: string,
): { child: ChildProcess; running: Promise<unknown>; exit: Promise<unknown> } {
  const told = [JSON.stringify(location), JSON.stringify(store), now];
  const child = spawn(process.execPath, [program, ...told], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, running: once(child.stdout, 'data'), exit: once(child, 'exit') };
}

async function keysOf(objects: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['documents/', 'artifacts/']) {
    for await (const { key } of objects.list(prefix)) keys.push(key);
  }
  return keys.toSorted();
}

async function namedKeys(db: Database): Promise<string[]> {
  const reports = await db.selectFrom('reports').select('document_key').execute();
  const exports = await db.selectFrom('jobs').select('artifact').where('type', '=', 'export').execute();
  const files = exports.map(({ artifact }) => (JSON.parse(artifact ?? '') as { readonly key: string }).key);
  return [...reports.map(({ document_key }) => document_key), ...files].toSorted();
}

/** Every row has its object, every report its job, every export its report. */
async function assertComplete(db: Database, objects: ObjectStore): Promise<void> {
  const there = new Set(await keysOf(objects));
  assert.deepEqual(
    (await namedKeys(db)).filter((key) => !there.has(key)),
    [],
  );
  const lone = db.selectFrom('jobs').leftJoin('reports', 'reports.id', 'jobs.report_id').select('jobs.id');
  assert.deepEqual(await lone.where('reports.id', 'is', null).execute(), []);
}
