import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount } from '../support/accounts.ts';
import { type Engine, engines, withoutPostgres } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { givenFullInstallation } from '../support/full-installation.ts';
import { givenReport, smallDocument } from '../support/outcomes.ts';
import { rowsOf } from '../support/portable-rows.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { startS3Server } from '../support/s3-server.ts';
import { test } from '../support/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-stores-'));
after(() => removeFolder(folder));
let places = 0;
const newPlace = () => join(folder, `place-${places++}`);
const vaultKey = randomBytes(32);
const withKey = (engine: Engine, more = {}) =>
  givenInstallation(engine, { SECRET_KEY: vaultKey.toString('base64'), ...more });

/** What a restore changes of itself. */
const requeued = ['jobs', 'job_queues'];

async function assertRestored(target: TestInstallation, expected: Record<string, string[]>): Promise<void> {
  const rows = await rowsOf(target.db);
  for (const table of Object.keys(expected).filter((name) => !requeued.includes(name)))
    assert.deepEqual(rows[table], expected[table], table);
}

/** The files of a store, such as `rows/….gz`, without those of one kind. */
const filesOf = (place: string, kind: string) => readdirSync(join(place, kind)).map((name) => join(place, kind, name));

for (const [index, engine] of engines.entries()) {
  test(`${engine}: an encrypted store of backups grows by what changed, and each is restored as it was, on either database`, async () => {
    await using source = await withKey(engine);
    const contents = await givenFullInstallation(source, { vaultKey, keys: 12 });
    const [place, key] = [newPlace(), newPlace()];
    const { recipient } = await source.json(['backup', 'new-key', key]);
    assert.match(recipient, /^age1/);
    assert.equal(statSync(key).mode & 0o077, 0);
    const backup = () => source.json(['backup', '--to', place, '--key', key]);

    const base = await backup();
    const before = await rowsOf(source.db);
    assert.deepEqual([base.objects, base.missing_objects, base.rows_deleted], [2, 0, 0]);
    assert.equal(base.rows_added, base.rows);
    const same = await backup();
    assert.deepEqual([same.files_added, same.rows_added, same.rows_changed, same.rows_deleted], [0, 0, 0, 0]);

    // A row that changes without a word in its times, as a clock that went back would have it; some that go; an object.
    await source.db.updateTable('projects').set({ name: 'Changed' }).where('id', '=', contents.project.id).execute();
    await source.db.deleteFrom('idempotency_keys').where('key', 'in', ['key-7', 'key-8', 'key-9']).execute();
    const objects = await openFileStore(join(source.dataDir, 'objects'));
    const jobs = (await rowsOf(source.db)).jobs?.length ?? 0;
    await givenReport(source.db, objects, contents.account, contents.project.id, { document: smallDocument() });
    const increment = await backup();
    const now = await rowsOf(source.db);
    assert.equal((now.jobs?.length ?? 0) - jobs, 1);
    assert.deepEqual([increment.rows_deleted, increment.objects], [3, 3]);
    assert.ok(increment.rows_changed >= 1 && increment.rows_added >= 1);
    assert.ok(
      increment.bytes_added < 200_000 + base.bytes_added / 2,
      `${increment.bytes_added} of ${base.bytes_added}`,
    );

    for (const path of ['rows', 'objects', 'backups'].flatMap((kind) => filesOf(place, kind))) {
      assert.match(readFileSync(path).subarray(0, 21).toString(), /^age-encryption.org\/v1/);
      assert.equal(statSync(path).mode & 0o077, 0);
    }
    const verified = await source.json(['backup', 'verify', place, '--key', key]);
    assert.deepEqual(
      verified.map(({ backup: id, whole, rows }: { backup: string; whole: boolean; rows: number }) => [
        id,
        whole,
        rows,
      ]),
      [increment, same, base].map(({ backup: id, rows }) => [id, true, rows]),
    );
    const list = await source.json(['backup', 'list', place, '--key', key]);
    assert.deepEqual(
      list.map(({ backup: id }: { backup: string }) => id),
      [base, same, increment].map(({ backup: id }) => id),
    );

    const other = engines[(index + 1) % engines.length] ?? engine;
    await using newest = await withKey(other);
    const restored = await newest.json(['restore', place, '--key', key]);
    assert.equal(restored.rows, increment.rows);
    await assertRestored(newest, now);
    const stored = readdirSync(join(newest.dataDir, 'objects/documents'));
    assert.equal(stored.length, 2);
    await using first = await withKey(engine);
    await first.json(['restore', place, '--key', key, '--backup', base.backup]);
    await assertRestored(first, before);
    assert.equal(readdirSync(join(first.dataDir, 'objects/documents')).length, 1);
  });
}

test('postgres: what a long transaction commits after a backup that it began before is in the next one', {
  skip: withoutPostgres,
}, async () => {
  await using source = await withKey('postgres');
  const place = newPlace();
  await givenAccount(source.db);
  await source.db.transaction().execute(async (transaction) => {
    const late = await givenAccount(transaction as never, { name: 'Late' });
    await source.json(['backup', '--to', place]);
    await transaction
      .updateTable('accounts')
      .set({ created_at: '2001-01-01T00:00:00.000Z' })
      .where('id', '=', late.id)
      .execute();
  });
  const { rows_added } = await source.json(['backup', '--to', place]);
  assert.ok(rows_added >= 1);
  await using target = await withKey('postgres');
  await target.json(['restore', place]);
  const accounts = await target.db.selectFrom('accounts').select('name').orderBy('name').execute();
  assert.ok(accounts.some(({ name }) => name === 'Late') && accounts.length === 2);
});

test('what is broken, missing, of another store or locked by another key is named, and nothing is restored of it', async () => {
  await using source = await withKey('sqlite');
  await using target = await withKey('sqlite');
  await givenFullInstallation(source, { vaultKey, keys: 12 });
  const [place, key, otherKey, plain] = [newPlace(), newPlace(), newPlace(), newPlace()];
  for (const path of [key, otherKey]) await source.json(['backup', 'new-key', path]);
  const { backup: id } = await source.json(['backup', '--to', place, '--key', key]);
  await source.json(['backup', '--to', plain]);
  const refused = async (argv: readonly string[], says: RegExp) => {
    const { code, stdout, stderr } = await target.run(argv);
    assert.match(stderr, says);
    assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [1, '', 1]);
    assert.deepEqual(await target.db.selectFrom('accounts').selectAll().execute(), []);
  };
  const faultsOf = async () => {
    const { code, stdout } = await target.run(['backup', 'verify', place, '--key', key, '--json']);
    const [{ faults, whole }] = JSON.parse(stdout);
    assert.deepEqual([code, whole], [faults.length === 0 ? 0 : 1, faults.length === 0]);
    return faults.join('\n');
  };

  await refused(['restore', place], /are encrypted for age1\w+: name its key with --key/);
  await refused(
    ['restore', place, '--key', otherKey],
    /is that of age1\w+, but the backups in .* are encrypted for age1/,
  );
  await refused(['restore', plain, '--key', key], /are not encrypted: leave out --key/);
  await refused(['restore', place, '--key', place], /cannot be read: EISDIR/);
  await refused(['restore', place, '--key', join(plain, 'store/about.json')], /does not hold one key of age/);
  await refused(['restore', place, '--key', key, '--backup', 'x'], /There is no backup x in .*; "backup list" shows/);
  await refused(['restore', newPlace(), '--key', key], /--backup and --key go with a store/);
  await refused(['backup', 'verify', newPlace()], /cannot be used: ENOENT/);
  await refused(['backup', newPlace(), '--to', place], /Name one: a new folder, or a store/);
  await refused(['backup', newPlace(), '--key', key], /--key goes with --to/);
  await refused(['backup', 'new-key', key], /cannot be written to .*: EEXIST/);
  await refused(['backup', '--to', plain, '--key', key], /are not encrypted: leave out --key/);
  const whole = newPlace();
  await source.json(['backup', whole]);
  await refused(['backup', '--to', whole], /has files of something else, such as tables\/\w+\.jsonl, and no store/);
  await refused(['backup', '--to', 's3:///x'], /is not of the form s3:\/\/bucket\/prefix/);
  assert.equal(await faultsOf(), '');

  const restore = ['restore', place, '--key', key];
  const damages: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    ['rows', (path) => rmSync(path), /rows\/.* is missing/],
    ['rows', (path) => writeFileSync(path, readFileSync(path).subarray(0, -1)), /damaged: rows\//],
    ['objects', (path) => rmSync(path), /objects\/.* is missing/],
    ['objects', (path) => writeFileSync(path, readFileSync(path).subarray(0, 65_800)), /damaged: objects\//],
    ['objects', (path) => writeFileSync(path, readFileSync(path).subarray(0, 10)), /damaged: objects\//],
    [
      'backups',
      (path) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, -9), Buffer.alloc(9)])),
      /damaged: backups\//,
    ],
  ];
  for (const [kind, damage, says] of damages) {
    const [path = ''] = filesOf(place, kind).sort((a, b) => statSync(b).size - statSync(a).size);
    const bytes = readFileSync(path);
    damage(path);
    assert.match(await faultsOf(), says);
    await refused(restore, says);
    writeFileSync(path, bytes);
  }
  // Files that were swapped: each is whole and of this key, but not what its name says.
  const [one = '', two = ''] = filesOf(place, 'rows');
  const bytes = readFileSync(one);
  cpSync(two, one);
  assert.match(await faultsOf(), /damaged: rows\//);
  await refused(restore, /damaged: rows\//);
  writeFileSync(one, bytes);

  // A backup of another store, made for the same key.
  const elsewhere = newPlace();
  const { backup: foreign } = await source.json(['backup', '--to', elsewhere, '--key', key]);
  cpSync(join(elsewhere, `backups/${foreign}.json`), join(place, `backups/${foreign}.json`));
  await refused([...restore, '--backup', foreign], /damaged: backups\//);
  rmSync(join(place, `backups/${foreign}.json`));

  rmSync(join(place, `backups/${id}.json`));
  await refused(restore, /holds no finished backup/);
  // What was written is used again.
  const again = await source.json(['backup', '--to', place, '--key', key]);
  assert.deepEqual([again.files_added, again.rows_added], [0, again.rows]);
  await target.json(restore);
});

test('a file that verify found broken is written anew once it is removed, and a broken backup hinders no new one', async () => {
  await using source = await withKey('sqlite');
  await givenFullInstallation(source, { vaultKey, keys: 12 });
  const place = newPlace();
  const { backup: id } = await source.json(['backup', '--to', place]);
  for (const kind of ['rows', 'objects']) {
    const [path = ''] = filesOf(place, kind).sort((a, b) => statSync(b).size - statSync(a).size);
    rmSync(path);
    const { files_added } = await source.json(['backup', '--to', place]);
    assert.equal(files_added, 1, kind);
    assert.ok(existsSync(path));
  }
  writeFileSync(join(place, `backups/${id}.json`), '{}');
  const { code, stdout } = await source.run(['backup', 'verify', place, '--json']);
  const verified: { backup: string; whole: boolean }[] = JSON.parse(stdout);
  assert.equal(code, 1);
  assert.deepEqual(
    verified.filter(({ whole }) => !whole).map((each) => each.backup),
    [id],
  );
  await using target = await withKey('sqlite');
  await target.json(['restore', place]);
});

test('a store in a bucket, beside the installation whose files are in one', async (t) => {
  await using s3 = await startS3Server();
  // The client of AWS reads them by itself.
  const aws = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' };
  const former = { ...process.env };
  Object.assign(process.env, aws);
  t.after(() => {
    process.env = former;
  });
  const bucket = { BACKUP_S3_ENDPOINT: s3.endpoint };
  await using source = await withKey('sqlite', bucket);
  await givenFullInstallation(source, { vaultKey, keys: 12 });
  const key = newPlace();
  await source.json(['backup', 'new-key', key]);
  const place = `s3://${s3.bucket}/backups`;
  const base = await source.json(['backup', '--to', place, '--key', key]);
  await sql`update projects set name = 'Other'`.execute(source.db);
  const increment = await source.json(['backup', '--to', place, '--key', key]);
  assert.ok(increment.files_added > 0 && increment.files_added < base.files_added);
  const verified = await source.json(['backup', 'verify', place, '--key', key]);
  assert.deepEqual(
    verified.map(({ whole }: { whole: boolean }) => whole),
    [true, true],
  );
  await using target = await withKey('sqlite', bucket);
  await target.json(['restore', place, '--key', key]);
  await assertRestored(target, await rowsOf(source.db));
  const own = await withKey('sqlite', { ...bucket, S3_ENDPOINT: s3.endpoint, OBJECT_STORE: `s3://${s3.bucket}/files` });
  await using _ = own;
  const { stderr } = await own.run(['backup', '--to', `s3://${s3.bucket}/files`]);
  assert.match(stderr, /is where the installation keeps its files: name another/);
});

test('the tool age opens what is in a store', {
  skip: spawnSync('age', ['--version'], { timeout: 30_000 }).status !== 0 && 'age is not installed',
}, async () => {
  await using source = await withKey('sqlite');
  const { id } = await givenAccount(source.db);
  const [place, key] = [newPlace(), newPlace()];
  execFileSync('age-keygen', ['-o', key], { stdio: 'ignore', timeout: 30_000 });
  await source.json(['backup', '--to', place, '--key', key]);
  const texts = filesOf(place, 'rows').map((path) =>
    execFileSync('sh', ['-c', `age -d -i '${key}' '${path}' | gunzip`], { encoding: 'utf8', timeout: 30_000 }),
  );
  assert.ok(texts.some((text) => text.includes(`"id":"${id}"`)));
});
