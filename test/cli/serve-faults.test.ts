import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createVault } from '../../src/domains/connections/vault.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { type Environment, runCommand } from '../support/command.ts';
import { engines, withoutPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenInstallation, spawnCommand, startCommand } from '../support/process.ts';
import { test, usually } from '../support/suite.ts';

const quickMs = 15_000;
const key = (seed: number) => Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 7 + seed) % 256));

/** `serve` ends by itself, soon, with exit code 1 and one sentence on stderr. */
async function assertRefused(environment: Environment, says: RegExp, run = runCommand): Promise<void> {
  const started = performance.now();
  const { code, stdout, stderr } = await run(['serve'], environment);
  assert.match(stderr, says);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `one sentence, not: ${stderr}`);
  assert.equal(stdout, '');
  assert.equal(code, 1);
  assert.ok(performance.now() - started < quickMs, 'quickly');
}

async function sealSecret(db: Database, vaultKey: Buffer): Promise<void> {
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const now = new Date().toISOString();
  await db
    .insertInto('connections')
    .values({
      id: 'con_0',
      account_id: account.id,
      project_id: projectId,
      system: 'file',
      name: 'Sealed',
      status: 'connected',
      config: '{}',
      secret: createVault(vaultKey).seal('con_0', { password: 'x' }),
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

test('a port in use', async () => {
  await using installation = await givenInstallation('sqlite');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await assertRefused(
    { ...installation.environment, PORT: String(port) },
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use; `),
    spawnCommand,
  );
  server.close();
});

test('an address that is not this machine’s', async () => {
  await using installation = await givenInstallation('sqlite');
  await assertRefused({ ...installation.environment, HOST: '192.0.2.1' }, /cannot listen on 192\.0\.2\.1:0/);
});

test('a PostgreSQL without the required TLS', { skip: withoutPostgres }, async () => {
  await using installation = await givenInstallation('postgres');
  const url = new URL(installation.environment.DATABASE_URL ?? '');
  url.searchParams.set('sslmode', 'verify-full');
  await assertRefused(
    { ...installation.environment, DATABASE_URL: url.href },
    /cannot be opened: .*SSL connections\.$/m,
  );
});

test('a data folder that cannot be created', async () => {
  await using installation = await givenInstallation('sqlite');
  const file = join(installation.dataDir, 'a-file');
  writeFileSync(file, '');
  await assertRefused({ ...installation.environment, DATA_DIR: join(file, 'data') }, /a-file\/data cannot be written/);
});

test('a database file that is damaged', async () => {
  await using installation = await givenInstallation('sqlite');
  await installation.db.destroy();
  const path = join(installation.dataDir, 'report-service.db');
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  writeFileSync(path, Buffer.alloc(8192, 'not a database '));
  await assertRefused(
    installation.environment,
    /report-service\.db is damaged \(.*\); restore it from a backup\./,
    spawnCommand,
  );
});

test('a second serve on the same data folder, while the first keeps running', async () => {
  await using installation = await givenInstallation('sqlite');
  await using first = startCommand(['serve'], installation.environment);
  const url = (await first.firstLine).replace('listening on ', '');
  await assertRefused(installation.environment, /Another process already serves the data folder/, spawnCommand);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
});

test('all faults of the configuration are reported at once, without any password in them', async () => {
  const environment = {
    PORT: '80000',
    WORKERS: 'many',
    LOG_LEVEL: 'loud',
    DATA_ROOTS: '/does/not/exist',
    REDIS_URL: 'http://user:hush@localhost',
    SECRET_KEY: 'short',
  };
  const { code, stderr } = await spawnCommand(['serve'], environment);
  assert.equal(code, 1);
  for (const name of Object.keys(environment)) assert.ok(stderr.includes(name), `${name} is missing in ${stderr}`);
  assert.ok(!stderr.includes('hush'));
});

test('DATABASE_URL without SECRET_KEY', async () => {
  await assertRefused(
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /SECRET_KEY must be set when DATABASE_URL is/,
  );
});

test('a PostgreSQL server that does not answer', async () => {
  await using installation = await givenInstallation('sqlite');
  await assertRefused(
    {
      ...installation.environment,
      DATABASE_URL: 'postgres://nobody:hush@127.0.0.1:1/none',
      SECRET_KEY: key(1).toString('base64'),
    },
    /^The database 127\.0\.0\.1:1 cannot be opened: .*ECONNREFUSED/,
  );
});

test('a key file that is damaged', async () => {
  await using installation = await givenInstallation('sqlite');
  writeFileSync(join(installation.dataDir, 'secret.key'), 'damaged');
  await assertRefused(installation.environment, /The key file .*secret\.key is damaged/);
});

test('sealed secrets whose key file is gone', async () => {
  await using installation = await givenInstallation('sqlite');
  await sealSecret(installation.db, key(1));
  await assertRefused(installation.environment, /SECRET_KEY is missing and .*secret\.key is gone/);
});

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: another SECRET_KEY than the one that secrets were sealed with`, async () => {
    await using installation = await givenInstallation(engine);
    await sealSecret(installation.db, key(1));
    const right = { ...installation.environment, SECRET_KEY: key(1).toString('base64') };
    assert.equal((await runCommand(['accounts', 'list'], right)).code, 0);
    await assertRefused(
      { ...installation.environment, SECRET_KEY: key(2).toString('base64') },
      /SECRET_KEY is not the key that the stored secrets were sealed with/,
    );
  });

  test(`${engine}: a database that a newer version has contracted`, async () => {
    await using installation = await givenInstallation(engine);
    await sql`insert into schema_migrations (name, applied_at, kind) values ('9999-later', '', 'contract')`.execute(
      installation.db,
    );
    await assertRefused(
      installation.environment,
      /made by a newer version of the service, which has changed .*9999-later.*restore a backup/s,
    );
  });
}

test('the start waits for another process’s migration, however long it takes', {
  skip: withoutPostgres,
}, async () => {
  await using installation = await givenInstallation('postgres');
  const { DATABASE_URL = '' } = installation.environment;
  const other = connectDatabase({ engine: 'postgres', url: DATABASE_URL, poolSize: 1, isPatient: true });
  // Longer than any other statement may take.
  const migrating = sql`select pg_advisory_lock(7265706011), pg_sleep(13)`.execute(other).then(() => other.destroy());
  await eventually(
    async () =>
      (
        await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(installation.db)
      ).rows.length,
  );
  const { code, stderr } = await installation.run(['migrate']);
  assert.equal(code, 0, stderr);
  await migrating;
});
