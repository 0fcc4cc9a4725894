import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVault } from '../../src/domains/connections/vault.ts';
import { folderSource } from '../../src/installation/backup/folder-source.ts';
import { restoreBackup } from '../../src/installation/backup/restore-backup.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { givenInstallation } from '../support/process.ts';

const key = Buffer.from('a key of thirty-two bytes length');
const csv = 'day,sold\n2026-05-01,1\n2026-05-02,4\n';

for (const engine of engines) {
  test(`${engine}: uploads are managed by commands, backed up, and missed when they are lost`, async () => {
    await using installation = await givenInstallation(engine, { SECRET_KEY: key.toString('base64') });
    const { db, dataDir } = installation;
    const account = await givenAccount(db);
    const file = join(dataDir, 'sales.csv');
    writeFileSync(file, csv);

    const added = await installation.json(['uploads', 'add', file, '--account', account.id]);
    assert.deepEqual([added.name, added.path, added.size_bytes], ['sales.csv', `upload:${added.id}`, csv.length]);
    const replaced = await installation.json(['uploads', 'replace', added.id, file, '--name', 'later.csv']);
    assert.deepEqual([replaced.id, replaced.name], [added.id, 'later.csv']);
    assert.deepEqual(await installation.json(['uploads', 'list', '--account', account.id]), [replaced]);
    for (const [argv, sentence] of [
      [['uploads', 'add', dataDir, '--account', account.id], /is not a file/],
      [['uploads', 'add', file, '--account', 'acc_none'], /There is no account/],
      [['uploads', 'replace', 'upl_none', file], /There is no upload upl_none/],
      [['uploads', 'add', '/usr/bin/env', '--account', account.id], /none of csv/],
    ] as const) {
      const { code, stderr } = await installation.run([...argv]);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
    }
    assert.deepEqual(readdirSync(join(dataDir, 'incoming')), []);

    const folder = join(dataDir, 'backup');
    await installation.json(['backup', folder]);
    await using other = await createTestDatabase(engine);
    const store = await openFileStore(join(dataDir, 'restored'));
    await restoreBackup({ db: other.db, objects: store, vault: createVault(key) }, await folderSource(folder));
    const [row] = await other.db.selectFrom('uploads').selectAll().execute();
    assert.equal(Buffer.from((await store.get(row?.object_key ?? '')) ?? []).toString(), csv);

    rmSync(join(dataDir, 'objects/uploads'), { recursive: true });
    const { stdout } = await installation.run(['doctor', '--json']);
    const found = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'uploads');
    assert.match(found.message, new RegExp(`no file of ${added.id} of ${account.id}`));

    await installation.json(['uploads', 'remove', added.id]);
    assert.deepEqual(await installation.json(['uploads', 'list', '--account', account.id]), []);
    const log = await installation.json(['audit', 'list', '--limit', '3']);
    const actions = log.map(({ action }: { action: string }) => action);
    assert.deepEqual(actions, ['upload.remove', 'upload.replace', 'upload.add']);
  });
}
