import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import { portableTables } from '../../src/platform/database/snapshot.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import { type Engine, engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { givenFullInstallation } from '../support/full-installation.ts';
import { assertCountsExact } from '../support/list-counts.ts';
import { rowsOf } from '../support/portable-rows.ts';
import { givenInstallation, spawnCommand, startCommand, type TestInstallation } from '../support/process.ts';
import { call } from '../support/service.ts';
import { test } from '../support/suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-backup-'));
after(() => removeFolder(folder));
let backups = 0;
const newFolder = () => join(folder, `backup-${backups++}`);

const vaultKey = randomBytes(32);
const withKey = (engine: Engine) => givenInstallation(engine, { SECRET_KEY: vaultKey.toString('base64') });
const givenContents = (installation: TestInstallation) => givenFullInstallation(installation, { vaultKey });

for (const from of engines) {
  for (const to of engines) {
    test(`${from} to ${to}: a restored installation equals the one that was backed up`, async () => {
      await using source = await withKey(from);
      await using target = await withKey(to);
      const contents = await givenContents(source);
      const directory = newFolder();
      const backup = await source.json(['backup', directory]);
      assert.equal(backup.objects, 2);
      assert.equal(backup.missing_objects, 0);
      assert.match(backup.note, /vault key is not in the backup/);
      const everything = readdirSync(directory, { recursive: true, withFileTypes: true });
      for (const entry of everything.filter((one) => one.isFile())) {
        const path = join(entry.parentPath, entry.name);
        assert.equal(statSync(path).mode & 0o077, 0, `${path} is for its owner alone`);
        assert.ok(!readFileSync(path).includes(vaultKey.toString('base64')), 'without the key');
      }

      const restored = await target.json(['restore', directory]);
      assert.match(restored.note, /vault key was not in the backup/);
      assert.equal(restored.rows, backup.rows);
      assert.ok((await assertCountsExact(target.db)) > 0);
      const before = await rowsOf(source.db);
      const after = await rowsOf(target.db);
      for (const table of Object.keys(before).filter((name) => !['jobs', 'job_queues'].includes(name))) {
        assert.deepEqual(after[table], before[table], table);
      }
      const ended = (rows: string[] = []) => rows.filter((row) => !contents.unfinished.some((id) => row.includes(id)));
      assert.deepEqual(ended(after.jobs), ended(before.jobs));

      const queue = await target.db.selectFrom('job_queues').selectAll().executeTakeFirstOrThrow();
      const unfinished = await target.db.selectFrom('jobs').selectAll().where('completed_at', 'is', null).execute();
      assert.deepEqual(unfinished.map(({ id }) => id).sort(), contents.unfinished.toSorted());
      for (const { status, worker_id, deadline_at } of unfinished) {
        assert.deepEqual([status, worker_id, deadline_at], ['queued', null, null]);
      }
      assert.equal(queue.running, 0);
      assert.equal(queue.head_due_at, unfinished.map(({ due_at }) => due_at).sort()[0]);

      await using service = startCommand(['serve', '--role', 'api'], target.environment);
      const url = (await service.firstLine).replace('listening on ', '');
      const get = (path: string, token = contents.token) => call(url, 'GET', path, { token });
      assert.equal((await get('/api/v1/me', contents.revoked)).status, 401, 'revoked tokens stay revoked');
      const project = await get(`/api/v1/projects/${contents.project.id}`);
      assert.equal(project.body.data.name, contents.project.name);
      const { token } = contents;
      const path = `/api/v1/export-jobs/${contents.exportId}/download`;
      const download = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      assert.deepEqual(Buffer.from(await download.arrayBuffer()), contents.bytes);
    });
  }

  test(`${from}: a backup under write load is a snapshot of one moment`, async () => {
    await using source = await givenInstallation(from);
    const account = await givenAccount(source.db, { perMinute: 100_000, perDay: 1_000_000 });
    const token = await givenToken(source.db, account.id);
    await using service = startCommand(['serve', '--role', 'api'], source.environment);
    const url = (await service.firstLine).replace('listening on ', '');
    let created = 0;
    let writing = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) {
        const { status } = await call(url, 'POST', '/api/v1/projects', { token, body: { name: 'Under load' } });
        assert.equal(status, 201);
        created++;
      }
    });
    await eventually(() => created > 0);
    const directory = newFolder();
    const { stdout } = await spawnCommand(['backup', directory, '--json'], source.environment).finally(() => {
      writing = false;
    });
    const backup = JSON.parse(stdout);
    await Promise.all(writers);

    await using target = await givenInstallation(engines.at(-1) ?? from);
    await target.json(['restore', directory]);
    const projects = await target.db.selectFrom('projects').select('id').execute();
    const answers = await target.db.selectFrom('idempotency_keys').select('response').execute();
    assert.ok(projects.length > 0 && projects.length < created, `${projects.length} of ${created}`);
    assert.equal(backup.rows, 4 + 1 + 1 + 2 * projects.length);
    // A project and the answer to its creation are written in one transaction.
    const answered = answers.map(({ response }) => JSON.parse(response).data.id);
    assert.deepEqual(answered.sort(), projects.map(({ id }) => id).sort());
  });

  test(`${from}: nothing is restored from a backup that was changed, is incomplete or does not match`, async () => {
    await using source = await withKey(from);
    await using target = await withKey(from);
    await givenContents(source);
    const directory = newFolder();
    await source.json(['backup', directory]);
    const refused = async (says: RegExp, environment = target.environment) => {
      const { code, stdout, stderr } = await runCommand(['restore', directory], environment);
      assert.match(stderr, says);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
      assert.deepEqual([code, stdout], [1, '']);
      assert.deepEqual(await target.db.selectFrom('accounts').selectAll().execute(), []);
      assert.equal(existsSync(join(target.dataDir, 'objects', 'documents')), false, 'no object is stored either');
    };
    const [document = ''] = readdirSync(join(directory, 'objects', 'documents'));
    const changes: readonly (readonly [path: string, change: (text: string) => string | undefined, says: RegExp])[] = [
      ['tables/tokens.jsonl', (text) => text.replace(/"revoked_at":"[^"]+"/, '"revoked_at":null'), /damaged: .*tokens/],
      ['tables/jobs.jsonl', (text) => text.slice(0, -20), /damaged: .*jobs/],
      ['objects.jsonl', (text) => text.replace(/"sha256":"./, '"sha256":"x'), /damaged: .*objects\.jsonl/],
      [`objects/documents/${document}`, (text) => text.replace('Some text', 'Same text'), /damaged: .*documents/],
      [`objects/documents/${document}`, () => undefined, /damaged: .*documents/],
      ['manifest.json', () => undefined, /holds no finished backup/],
      ['manifest.json', (text) => text.slice(0, 100), /manifest\.json in .* is not one of report-service-backup-1/],
      ...['tables', 'objects', 'migrations', 'vault_key_ids'].map((part) => {
        const without = (text: string) => text.replace(`"${part}"`, '"others"');
        return ['manifest.json', without, /manifest\.json in .* is not one of report-service-backup-1/] as const;
      }),
      ['manifest.json', (text) => text.replace(/0001-initial/, '0000-other'), /schema 0000-other, which this version/],
    ];
    for (const [name, change, says] of changes) {
      const path = join(directory, name);
      const whole = readFileSync(path, 'utf8');
      const changed = change(whole);
      assert.notEqual(changed, whole);
      if (changed === undefined) rmSync(path);
      else writeFileSync(path, changed);
      await refused(says);
      writeFileSync(path, whole);
    }
    const otherKey = { ...target.environment, SECRET_KEY: randomBytes(32).toString('base64') };
    await refused(/sealed with another key/, otherKey);
    await target.json(['restore', directory]);
    const { code, stderr } = await target.run(['restore', directory]);
    assert.equal(code, 1);
    assert.match(stderr, /The installation has accounts/);
  });
}

for (const engine of engines) {
  test(`${engine}: an installation whose accounts were all deleted is restored, and keeps the newer entries of its log`, async () => {
    await using installation = await withKey(engine);
    const { account } = await givenContents(installation);
    const other = await givenAccount(installation.db);
    const remove = (id: string) => installation.json(['accounts', 'delete', id, '--confirm', id]);
    await remove(other.id);
    const directory = newFolder();
    await installation.json(['backup', directory]);
    const before = await rowsOf(installation.db);
    await remove(account.id);
    const [newer] = await installation.json(['audit', 'list', '--limit', '1']);
    assert.deepEqual([newer.action, newer.subject], ['account.delete', account.id]);

    await installation.json(['restore', directory]);
    const after = await rowsOf(installation.db);
    for (const table of Object.keys(before).filter((name) => !['jobs', 'job_queues', 'audit_log'].includes(name))) {
      assert.deepEqual(after[table], before[table], table);
    }
    const kept = after.audit_log?.filter((row) => !row.includes(newer.id));
    assert.deepEqual(kept, before.audit_log);
    assert.equal(after.audit_log?.length, Number(before.audit_log?.length) + 1);
  });
}

test('a backup folder must be new or empty', async () => {
  await using installation = await givenInstallation('sqlite');
  const full = newFolder();
  mkdirSync(full);
  writeFileSync(join(full, 'a-file'), '');
  for (const [path, says] of [
    [full, /is not empty; name a new one/],
    [join(full, 'a-file'), /cannot be used: ENOTDIR/],
    [join(full, 'a-file', 'below'), /cannot be used: ENOTDIR/],
  ] as const) {
    const { code, stdout, stderr } = await installation.run(['backup', path]);
    assert.match(stderr, says);
    assert.deepEqual([code, stdout], [1, '']);
  }
  assert.deepEqual(readdirSync(full), ['a-file']);
});

test('a folder that cannot be created, such as one in /proc, is reported in one sentence', {
  skip: !existsSync('/proc/self') && 'there is no /proc',
}, async () => {
  await using installation = await givenInstallation('sqlite');
  const backup = await installation.run(['backup', '/proc/x/y']);
  assert.equal(backup.code, 1);
  assert.match(backup.stderr, /^The backup folder \/proc\/x\/y cannot be used: ENOENT[^\n]*\.\n$/);
  const list = await runCommand(['accounts', 'list'], { ...installation.environment, DATA_DIR: '/proc/x/y' });
  assert.equal(list.code, 1);
  assert.match(list.stderr, /^The data folder \/proc\/x\/y cannot be written: ENOENT[^\n]*\.\n$/);
});

test('a lost object is counted, and the rows that name it are restored as they were', async () => {
  await using source = await withKey('sqlite');
  await using target = await withKey('sqlite');
  const { exportId } = await givenContents(source);
  rmSync(join(source.dataDir, 'objects', 'artifacts'), { recursive: true });
  const directory = newFolder();
  const backup = await source.json(['backup', directory]);
  assert.deepEqual([backup.objects, backup.missing_objects], [1, 1]);
  await target.json(['restore', directory]);
  const job = await target.db.selectFrom('jobs').selectAll().where('id', '=', exportId).executeTakeFirstOrThrow();
  assert.equal(job.status, 'completed');
});

test('every table is in the backup or left out for a reason', async () => {
  await using installation = await givenInstallation('sqlite');
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    installation.db,
  );
  const leftOut = [
    'schema_migrations',
    'request_counts',
    'recent_requests',
    'installation_marks',
    'auth_version',
    'list_counts',
    'oauth_authorizations',
    'invitations',
    'password_resets',
    'sessions',
    'sign_in_networks',
    'sign_in_tries',
    'sso_used',
    'pending_sign_ins',
    'used_challenges',
    'replaced_uploads',
    // They are made anew when somebody asks.
    'live_pages',
  ];
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...Object.keys(portableTables), ...leftOut].sort());
});
