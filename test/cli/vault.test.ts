import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { createVault } from '../../src/domains/connections/vault.ts';
import { signInWithCode } from '../../src/domains/users/sign-in-by-code.ts';
import { lockEmbeddedKey } from '../../src/installation/open-installation.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import { engines } from '../support/databases.ts';
import { givenFullAuditLog } from '../support/full-audit-log.ts';
import { codeAt, givenCodeApp } from '../support/one-time-codes.ts';
import { givenUser, password } from '../support/people.ts';
import { givenInstallation, spawnCommand, startCommand, type TestInstallation } from '../support/process.ts';
import { test, usually } from '../support/suite.ts';

const text = (key: Buffer) => key.toString('base64');
const rotate = ['vault', 'rotate', '--json'];

async function givenSecrets({ db }: TestInstallation, key: Buffer, count: number): Promise<void> {
  const account = await givenAccount(db);
  const project = await givenProject(db, account);
  const now = new Date().toISOString();
  const times = { checked_at: now, created_at: now, updated_at: now };
  for (let index = 0; index < count; index++) {
    const id = `con_${index}`;
    const owner = { id, account_id: account.id, project_id: project.id };
    const secret = createVault(key).seal(id, { password: `secret ${index}` });
    await db
      .insertInto('connections')
      .values({ ...owner, ...times, system: 'file', name: 'S', status: 'connected', config: '{}', secret })
      .execute();
  }
}

/** The stored secrets, opened with just one key. */
async function openAll({ db }: TestInstallation, key: Buffer): Promise<unknown[]> {
  const rows = await db.selectFrom('connections').select(['id', 'secret']).orderBy('id').execute();
  return rows.map(({ id, secret }) => (createVault(key).open(id, secret ?? '') as { password: string }).password);
}

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: vault rotate`, () => {
    test('with both keys set every secret is resealed with the new one, and only that opens them', async () => {
      const [old, next] = [randomBytes(32), randomBytes(32)];
      await using installation = await givenInstallation(engine, { SECRET_KEY: text(old) });
      await givenSecrets(installation, old, 3);
      const environment = { ...installation.environment, SECRET_KEY: text(next), SECRET_KEY_PREVIOUS: text(old) };
      const { code, stdout } = await runCommand(rotate, environment);
      assert.equal(code, 0);
      assert.equal(JSON.parse(stdout).resealed, 3);
      assert.deepEqual(await openAll(installation, next), ['secret 0', 'secret 1', 'secret 2']);
      assert.equal(
        JSON.parse((await runCommand(rotate, environment)).stdout).resealed,
        0,
        'given again, nothing is left',
      );
    });

    test('one-time codes of people are right after a rotation, too', async () => {
      const [old, next] = [randomBytes(32), randomBytes(32)];
      await using installation = await givenInstallation(engine, { SECRET_KEY: text(old) });
      const { db } = installation;
      const user = await givenUser(db);
      const { secret } = await givenCodeApp(db, user, createVault(old));
      const environment = { ...installation.environment, SECRET_KEY: text(next), SECRET_KEY_PREVIOUS: text(old) };
      assert.equal(JSON.parse((await runCommand(rotate, environment)).stdout).resealed, 1);
      const given = { email: user.email, password, code: codeAt(secret) };
      const entered = await signInWithCode(db, createVault(next), given, { address: '192.0.2.1', agent: 'Test' });
      assert.equal(entered.result, 'right');
    });

    test('without the previous key it says how to rotate', async () => {
      await using installation = await givenInstallation(engine, { SECRET_KEY: text(randomBytes(32)) });
      const { code, stderr } = await installation.run(rotate);
      assert.equal(code, 1);
      assert.match(stderr, /Set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to the current one/);
    });
  });
}

describe('the key in the data folder', () => {
  const keyFile = ({ dataDir }: TestInstallation) => join(dataDir, 'secret.key');
  const readKey = (installation: TestInstallation) =>
    Buffer.from(readFileSync(keyFile(installation), 'utf8'), 'base64');

  test('rotate replaces it with a new one, readable by its owner only, and removes the old one', async () => {
    await using installation = await givenInstallation('sqlite');
    await installation.run(['migrate']);
    const old = readKey(installation);
    await givenSecrets(installation, old, 2);
    assert.equal((await installation.json(['vault', 'rotate'])).resealed, 2);
    const next = readKey(installation);
    assert.ok(!next.equals(old));
    assert.deepEqual(await openAll(installation, next), ['secret 0', 'secret 1']);
    assert.equal(statSync(keyFile(installation)).mode & 0o777, 0o600);
    assert.ok(!existsSync(`${keyFile(installation)}.previous`));
  });

  test('an interrupted rotation continues with the key it made; until then both open', async () => {
    await using installation = await givenInstallation('sqlite');
    await installation.run(['migrate']);
    const [old, next] = [readKey(installation), randomBytes(32)];
    await givenSecrets(installation, old, 2);
    const first = { secret: createVault(next).seal('con_0', { password: 'secret 0' }) };
    await installation.db.updateTable('connections').set(first).where('id', '=', 'con_0').execute();
    writeFileSync(`${keyFile(installation)}.previous`, text(old));
    writeFileSync(keyFile(installation), text(next));
    assert.equal((await installation.run(['accounts', 'list'])).code, 0);
    assert.equal((await installation.json(['vault', 'rotate'])).resealed, 1);
    assert.ok(readKey(installation).equals(next));
    assert.deepEqual(await openAll(installation, next), ['secret 0', 'secret 1']);
  });

  test('the previous key is not removed without an audit entry: when the log is full, the command can be run again', async () => {
    await using installation = await givenInstallation('sqlite');
    await installation.run(['migrate']);
    await givenSecrets(installation, readKey(installation), 2);
    const makeRoom = await givenFullAuditLog(installation.db);
    assert.notEqual((await installation.run(rotate)).code, 0);
    assert.ok(existsSync(`${keyFile(installation)}.previous`));
    await makeRoom();
    const { key_id: keyId } = await installation.json(['vault', 'rotate']);
    const [entry] = await installation.json(['audit', 'list', '--limit', '1']);
    assert.deepEqual([entry.action, entry.subject], ['vault.rotate', keyId]);
    assert.ok(!existsSync(`${keyFile(installation)}.previous`));
  });

  test('a missing data folder is created', async () => {
    await using installation = await givenInstallation('sqlite');
    const DATA_DIR = join(installation.dataDir, 'new');
    const { code, stderr } = await runCommand(rotate, { ...installation.environment, DATA_DIR });
    assert.equal(code, 0, stderr);
  });

  for (const role of ['all', 'api', 'worker']) {
    test(`it is not rotated while the service runs in the role ${role}`, async () => {
      await using installation = await givenInstallation('sqlite');
      await using service = startCommand(['serve', '--role', role], installation.environment);
      await service.firstLine;
      const before = readKey(installation);
      const { code, stderr } = await installation.run(rotate);
      assert.equal(code, 1);
      assert.match(stderr, /Another process already serves the data folder/);
      assert.ok(readKey(installation).equals(before));
      await service.stop('SIGTERM');
      assert.equal((await installation.run(rotate)).code, 0);
    });
  }

  test('no service starts during a rotation; several may use the key at once', async () => {
    await using installation = await givenInstallation('sqlite');
    {
      using _ = lockEmbeddedKey(installation.dataDir);
      const { code, stderr } = await spawnCommand(['serve', '--role', 'worker'], installation.environment);
      assert.equal(code, 1);
      assert.match(stderr, /^The key in the data folder .* is being rotated; start the service when that is done\.\n$/);
    }
    await using api = startCommand(['serve', '--role', 'api'], installation.environment);
    await using worker = startCommand(['serve', '--role', 'worker'], installation.environment);
    for (const { firstLine } of [api, worker]) assert.match(await firstLine, /^listening on /);
  });
});
