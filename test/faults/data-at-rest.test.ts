import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { spawnCommand } from '../support/process.ts';
import { test, usually } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { seed } from './support/random.ts';

/**
 * Every file and folder below, and the folder itself, that another user of the machine could read. Files that a running
 * service has removed or renamed meanwhile are skipped.
 */
function openPaths(root: string): { paths: number; open: string[] } {
  const names = ['.', ...(readdirSync(root, { recursive: true }) as string[])];
  const modeOf = (name: string) => statSync(join(root, name), { throwIfNoEntry: false })?.mode ?? 0;
  const open = names.filter((name) => (modeOf(name) & 0o077) !== 0);
  return { paths: names.length, open };
}

test('sqlite: after a full run only the owner can access the data folder and the backup', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-rest-'));
  const dataDir = join(folder, 'data');
  const backupDir = join(folder, 'backup');
  t.after(() => removeFolder(folder));
  const environment = { DATA_DIR: dataDir };
  // The service creates everything itself, with a umask that would let everybody read and write.
  const mask = process.umask(0);
  try {
    const made = await spawnCommand(['migrate'], environment);
    assert.equal(made.code, 0, made.stderr);
    assert.deepEqual(openPaths(dataDir).open, []);
    const path = join(dataDir, 'report-service.db');
    const db = connectDatabase({ engine: 'sqlite', path });
    const database = { db, location: { engine: 'sqlite', path }, [Symbol.asyncDispose]: () => db.destroy() } as const;
    await using installation = await givenFaultInstallation(database);
    const ledger = new Ledger();
    const customers = [await givenCustomer(installation)];
    const service = await installation.start();
    const url = await service.ready;
    const load = startMixedLoad({ customers, clients: usually(3, 1), ledger, seed, url: () => url });
    await eventually(() => ledger.downloads >= usually(3, 1), 60_000);
    await load.stop();
    const backup = await spawnCommand(['backup', backupDir], installation.environment);
    assert.equal(backup.code, 0, backup.stderr);
    const [data, saved] = [openPaths(dataDir), openPaths(backupDir)];
    const names = readdirSync(dataDir);
    for (const name of ['report-service.db-wal', 'report-service.db-shm', 'objects', 'secret.key']) {
      assert.ok(names.includes(name), `${name} is among ${names}`);
    }
    assert.deepEqual([...data.open, ...saved.open], []);
    t.diagnostic(`${data.paths} paths in the data folder and ${saved.paths} in the backup, none open to others`);
  } finally {
    process.umask(mask);
  }
});
