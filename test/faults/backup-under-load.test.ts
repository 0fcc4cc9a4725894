import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArtifact } from '../../src/domains/export-jobs/export-jobs.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, spawnCommand, type TestInstallation } from '../support/process.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { type Acknowledged, Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { seed } from './support/random.ts';

const backups = rounds(1);
const loadMs = 60_000;

for (const engine of engines) {
  test(`${engine}: a backup under a mixed load has every write acknowledged before it began, and every object its rows name`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'report-service-backup-'));
    t.after(() => removeFolder(folder));
    await using installation = await givenFaultInstallation(engine, { LOG_LEVEL: 'error' });
    const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
    const ledger = new Ledger();
    const service = await installation.start();
    const url = await service.ready;
    const load = startMixedLoad({ customers, clients: usually(3, 1), ledger, seed, url: () => url });
    const figures: string[] = [];
    for (let round = 0; round < backups; round++) {
      const { downloads } = ledger;
      await eventually(() => ledger.downloads >= downloads + usually(3, 1), loadMs);
      const before = [...ledger.acknowledged.values()];
      const directory = join(folder, String(round));
      const { code, stdout, stderr } = await spawnCommand(['backup', directory, '--json'], installation.environment);
      assert.equal(code, 0, stderr);
      const backup = JSON.parse(stdout);
      const during = ledger.acknowledged.size - before.length;
      await using target = await givenInstallation(engine);
      const restored = await target.json(['restore', directory]);
      assert.equal(restored.rows, backup.rows);
      assert.equal(backup.missing_objects, 0);
      assert.deepEqual(await findLost(target, before), []);
      const objects = await assertObjects(target);
      assert.ok(objects > 0 && objects <= backup.objects, `${objects} of ${backup.objects}`);
      figures.push(`${before.length} writes before and ${during} during it, ${objects} objects`);
    }
    await load.stop();
    t.diagnostic(`${engine}: ${backups} backups, nothing missing: ${figures.join('; ')} (seed ${seed})`);
  });
}

/** What was acknowledged but is missing. */
async function findLost({ db }: TestInstallation, writes: readonly Acknowledged[]): Promise<string[]> {
  const projects = await db.selectFrom('projects').select('id').execute();
  const jobs = await db.selectFrom('jobs').select('id').execute();
  const keys = await db.selectFrom('idempotency_keys').select(['kind', 'key']).execute();
  const ids = new Set([...projects, ...jobs].map(({ id }) => id));
  const answered = new Set(keys.map(({ kind, key }) => `${kind} ${key}`));
  return writes
    .filter(({ kind, key, promise }) => !ids.has(promise.data.id) || !answered.has(`${kind} ${key}`))
    .map(({ kind, key }) => `${kind} ${key}`);
}

/** Checks that each document and each downloadable file matches its row; returns how many. */
async function assertObjects({ db, dataDir }: TestInstallation): Promise<number> {
  const reports = await db.selectFrom('reports').select(['document_key as key', 'document_sha256 as sha256']).execute();
  const exports = await db
    .selectFrom('jobs')
    .selectAll()
    .where('live', '=', 1)
    .where('status', '=', 'completed')
    .execute();
  const named = [...reports, ...exports.map((job) => readArtifact(job)).filter((artifact) => artifact !== null)];
  for (const { key, sha256 } of named) {
    const bytes = readFileSync(join(dataDir, 'objects', key));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, key);
  }
  return named.length;
}
