import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import { openRows } from '../../src/installation/backup/backup-rows.ts';
import { folderSource } from '../../src/installation/backup/folder-source.ts';
import { type Manifest, tableNames } from '../../src/installation/backup/manifest.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { insertRows, type PortableTable, readPages } from '../../src/platform/database/snapshot.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { backupKey } from '../support/backup-of-version.ts';
import { engines } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { assertCountsExact } from '../support/list-counts.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';
import { call } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

/** Each was made by the version that it is named after, with this key. */
const backups = join(import.meta.dirname, 'backups');
const key = backupKey.toString('base64');
const versions = readdirSync(backups);
const first = join(backups, '1.0.0-beta.1');

const folder = mkdtempSync(join(tmpdir(), 'report-service-older-backups-'));
after(() => removeFolder(folder));

const manifestOf = (directory: string): Manifest => JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
const withKey = (engine: (typeof engines)[number]) => givenInstallation(engine, { SECRET_KEY: key });

async function rowsOf(db: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tableNames) rows[table] = (await Array.fromAsync(readPages(db, table))).flat();
  return rows;
}

const digestOf = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

/** The schema with these migrations. */
const schemaOf = (wanted: readonly string[]) => migrations.filter(({ name }) => wanted.includes(name));

/** A database with the rows of the first backup, in its schema. */
async function givenFirst(): Promise<Database> {
  const db = connectDatabase({ engine: 'sqlite', path: join(mkdtempSync(join(folder, 'database-')), 'db') });
  const manifest = manifestOf(first);
  await migrate(db, { wanted: schemaOf(manifest.migrations) });
  await db.deleteFrom('plans').execute();
  for (const table of Object.keys(manifest.tables) as PortableTable[]) {
    const lines = readFileSync(join(first, 'tables', `${table}.jsonl`), 'utf8')
      .split('\n')
      .slice(0, -1);
    if (lines.length > 0)
      await insertRows(
        db,
        table,
        lines.map((line) => JSON.parse(line)),
      );
  }
  return db;
}

/** The first backup as a version with these migrations would have made it of the same installation, which is migrated to them. */
async function backupOfSchema(db: Database, names: readonly string[]): Promise<string> {
  const directory = mkdtempSync(join(folder, 'backup-'));
  cpSync(first, directory, { recursive: true });
  await migrate(db, { wanted: schemaOf(names) });
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const tables: Record<string, unknown> = {};
  for (const table of tableNames.filter((name) => rows.some((row) => row.name === name))) {
    const contents = (await Array.fromAsync(readPages(db, table))).flat();
    const text = contents.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(directory, 'tables', `${table}.jsonl`), text);
    tables[table] = { rows: contents.length, ...digestOf(text) };
  }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifestOf(first), migrations: names, tables }));
  return directory;
}

async function restored(installation: TestInstallation, directory: string): Promise<Record<string, unknown[]>> {
  const { rows } = await installation.json(['restore', directory]);
  assert.equal(
    rows,
    Object.values(manifestOf(directory).tables).reduce((sum, table) => sum + table.rows, 0),
  );
  await assertCountsExact(installation.db);
  return rowsOf(installation.db);
}

test('there is a backup of each released version, which "npm run release" makes', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## (\d\S*) - /gm)].map(([, version = '']) => version);
  assert.deepEqual(versions.toSorted(), released.toSorted());
  for (const version of versions) assert.equal(manifestOf(join(backups, version)).service_version, version);
});

for (const engine of usually(engines, ['sqlite'])) {
  for (const version of versions) {
    test(`${engine}: a backup of ${version} is restored and serves what it served`, async () => {
      await using installation = await withKey(engine);
      const directory = join(backups, version);
      const { reports = [] } = await restored(installation, directory);
      const [report] = reports as { id: string }[];
      await using service = startCommand(['serve', '--role', 'api'], installation.environment);
      const url = (await service.firstLine).replace('listening on ', '');
      const { id: account } = await installation.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
      const scopes = ['--name', 'new', '--scopes', 'reports:read'];
      const { token } = await installation.json(['tokens', 'create', '--account', account, ...scopes]);
      const { status, text } = await call(url, 'GET', `/api/v1/reports/${report?.id}`, { token });
      assert.equal(status, 200, text);
      const files = readdirSync(join(directory, 'objects'), { recursive: true, withFileTypes: true });
      for (const file of files.filter((one) => one.isFile())) {
        const path = relative(directory, join(file.parentPath, file.name));
        assert.deepEqual(readFileSync(join(installation.dataDir, path)), readFileSync(join(directory, path)));
      }
    });
  }
}

/** What a restore writes. */
async function migratedRows(directory: string): Promise<Record<string, unknown[]>> {
  await using backup = await openRows(
    await folderSource(directory),
    migrations.map(({ name }) => name),
  );
  const rows: Record<string, unknown[]> = {};
  for (const table of tableNames) rows[table] = (await Array.fromAsync(backup.read(table))).flat();
  return rows;
}

test('a backup of every schema since the first version is restored to the same rows', async () => {
  const expected = await migratedRows(first);
  const oldest = manifestOf(first).migrations.length;
  await using db = await givenFirst();
  for (let count = oldest + 1; count <= migrations.length; count++) {
    const names = migrations.slice(0, count).map(({ name }) => name);
    assert.deepEqual(await migratedRows(await backupOfSchema(db, names)), expected, names.at(-1) ?? '');
  }
});

test('a backup of a schema in whose middle a migration is missing is restored, as its database would be migrated', async () => {
  const names = migrations.map(({ name }) => name).filter((name) => name <= '0019' && name !== '0015-list-counts');
  await using db = await givenFirst();
  assert.deepEqual(await migratedRows(await backupOfSchema(db, names)), await migratedRows(first));
});

test('a backup of a newer schema is refused by a sentence that names both', async () => {
  const directory = mkdtempSync(join(folder, 'newer-'));
  cpSync(first, directory, { recursive: true });
  const manifest = manifestOf(first);
  const newer = { service_version: '7.0.0', migrations: [...migrations.map(({ name }) => name), '9999-newer'] };
  // Whatever else a newer version writes.
  const tables = { plans: manifest.tables.plans };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, ...newer, tables }));
  await using installation = await withKey('sqlite');
  const { code, stderr } = await installation.run(['restore', directory]);
  assert.equal(
    stderr,
    `The backup is of version 7.0.0 with the schema 9999-newer, which this version (schema ${migrations.at(-1)?.name}) does not know: restore it with version 7.0.0 or a newer one.\n`,
  );
  assert.equal(code, 1);
});

test('an older backup that was changed or lacks a table of its schema changes nothing', async () => {
  const directory = mkdtempSync(join(folder, 'changed-'));
  await using installation = await withKey('sqlite');
  const refused = async (change: () => void, says: RegExp) => {
    rmSync(directory, { recursive: true });
    cpSync(first, directory, { recursive: true });
    change();
    const { code, stderr } = await installation.run(['restore', directory]);
    assert.match(stderr, says);
    assert.equal(code, 1);
    assert.deepEqual(await installation.db.selectFrom('accounts').selectAll().execute(), []);
    assert.equal(existsSync(join(installation.dataDir, 'objects', 'documents')), false);
  };
  const manifest = manifestOf(first);
  const write = (changed: object) =>
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, ...changed }));
  await refused(
    () => write({ tables: { ...manifest.tables, shares: undefined } }),
    /is not one of report-service-backup-1/,
  );
  await refused(() => writeFileSync(join(directory, 'tables', 'shares.jsonl'), ''), /damaged: .*shares/);
  await refused(() => {
    const text = '{"id":"acc_1","unknown":1}\n';
    writeFileSync(join(directory, 'tables', 'accounts.jsonl'), text);
    write({ tables: { ...manifest.tables, accounts: { rows: 1, ...digestOf(text) } } });
  }, /could not be brought to the schema of this version: .*unknown.* Restore it with version 1\.0\.0-beta\.1, then upgrade/);
});

test('what a restore leaves in the temporary folder goes with it', async () => {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  await using installation = await givenInstallation('sqlite', { SECRET_KEY: key, TMPDIR: temporary });
  await using command = startCommand(['restore', first], installation.environment);
  const { code, stderr } = await command.ended;
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(readdirSync(temporary), []);
});
