import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateAccount } from '../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { setOAuthClient } from '../../src/domains/connections/oauth-clients.ts';
import { insertGrant } from '../../src/domains/connections/oauth-grants.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { checkContracts } from '../../src/installation/upgrade-check.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { asSchemaDb } from '../../src/platform/database/schema-state.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { type Environment, runCommand } from '../support/command.ts';
import { engines } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { givenJob } from '../support/outcomes.ts';
import { givenInstallation, spawnCommand } from '../support/process.ts';
import { redisUrl } from '../support/redis.ts';
import { startS3Server } from '../support/s3-server.ts';
import { givenSchedule, makeDue } from '../support/schedules.ts';
import { test, usually } from '../support/suite.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

async function diagnose(
  environment: Environment,
  run = runCommand,
): Promise<{ code: number | null; findings: Finding[] }> {
  const { code, stdout } = await run(['doctor', '--json'], environment);
  return { code, findings: JSON.parse(stdout) };
}

/** Only this fault is found, with exit code 1. */
async function assertFound(environment: Environment, check: string, says: RegExp, run = runCommand): Promise<void> {
  const { code, findings } = await diagnose(environment, run);
  const faults = findings.filter(({ ok }) => !ok);
  assert.deepEqual(
    faults.map((fault) => fault.check),
    [check],
    JSON.stringify(faults),
  );
  assert.match(faults[0]?.message ?? '', says);
  assert.equal(code, 1);
}

async function givenStoredConnection(db: Database, status: 'connected' | 'reauth_required', key?: Buffer) {
  const account = await givenAccount(db);
  const project = await givenProject(db, account);
  return insertConnection(db, {
    accountId: account.id,
    projectId: project.id,
    system: 'file',
    name: 'Sales',
    config: {},
    status,
    seal: (id) => (key ? createVault(key).seal(id, 'x') : null),
  });
}

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: a healthy installation has no faults, and exit code 0`, async () => {
    await using mail = await startMailServer();
    await using installation = await givenInstallation(engine, {
      ...(redisUrl && { REDIS_URL: redisUrl }),
      SMTP_URL: mail.url,
      MAIL_FROM: 'reports@example.com',
    });
    const { code, findings } = await diagnose(installation.environment, spawnCommand);
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
    assert.equal(code, 0);
    for (const check of [
      'version',
      'node',
      'configuration',
      'installation',
      'database',
      'objects',
      'connections',
      'networks',
      'vault',
      'queue',
      'schedules',
      'retention',
      'mail',
      'files',
      'disk',
      'renderer',
    ]) {
      assert.ok(
        findings.some((finding) => finding.check === check),
        check,
      );
    }
    const disk = findings.find(({ check }) => check === 'disk')?.message ?? '';
    const bounds =
      /^\d+ MiB free in .*, of which uploads leave 512 MiB; the database takes \d+ MiB, uploads that arrive take 0 MiB of at most 8192 MiB, pages of previews take 0 MiB of at most 256 MiB, files of compiled code take \d+ MiB of at most 128 MiB$/;
    assert.match(disk, bounds);
    assert.equal(
      findings.some(({ check }) => check === 'redis'),
      redisUrl !== undefined,
    );
    const { stdout } = await installation.run(['doctor']);
    assert.match(stdout, /^check +ok +message\nversion +true .*\nnode +true +is 26\./);
  });

  test(`${engine}: allowed networks, those granted without effect, and addresses that stand in for systems`, async () => {
    await using installation = await givenInstallation(engine, {
      ALLOWED_NETWORKS: '10.20.0.0/16',
      SYSTEM_ADDRESSES: '{"stripe": "https://gateway.example.com"}',
    });
    const { id } = await givenAccount(installation.db);
    await updateAccount(installation.db, id, { allowNetworks: ['10.20.1.0/24', '10.21.0.0/16'] });
    const { findings } = await diagnose(installation.environment);
    const message = (name: string) => findings.find(({ check }) => check === name)?.message;
    assert.equal(
      message('networks'),
      `10.20.0.0/16; without effect until ALLOWED_NETWORKS has them: 10.21.0.0/16 of ${id}`,
    );
    assert.equal(message('system addresses'), 'stripe: https://gateway.example.com');
  });

  test(`${engine}: a connection that is not connected`, async () => {
    await using installation = await givenInstallation(engine);
    const { id } = await givenStoredConnection(installation.db, 'reauth_required');
    await assertFound(installation.environment, 'connections', new RegExp(`${id} \\(reauth_required\\)`));
  });

  test(`${engine}: a connection to the database server that the service itself is on`, {
    skip: engine === 'sqlite' && 'it has none',
  }, async () => {
    await using installation = await givenInstallation(engine);
    const { db, environment } = installation;
    const { hostname: host, port } = new URL(environment.DATABASE_URL ?? '');
    const { id } = await givenStoredConnection(db, 'connected');
    const place = async (config: object) => {
      const changed = { system: 'postgres', config: JSON.stringify({ database: 'shop', ...config }) };
      await db.updateTable('connections').set(changed).where('id', '=', id).execute();
    };
    await place({ host, port: Number(port || 5432) });
    await assertFound(
      environment,
      'connections',
      new RegExp(`${id} read from the database server of the service itself`),
    );
    await place({ host, port: 1 });
    assert.equal((await diagnose(environment)).code, 0);
  });

  test(`${engine}: sign-ins that end soon, or whose client is gone`, async () => {
    const key = randomBytes(32);
    const vault = createVault(key);
    await using installation = await givenInstallation(engine, {
      ...{ SECRET_KEY: key.toString('base64'), PUBLIC_URL: 'https://reports.example.com', TRUST_PROXY: '1' },
    });
    const { db, environment } = installation;
    const client = { client_id: 'client', client_secret: 'secret', developer_token: null };
    await setOAuthClient(db, vault, 'google', client);
    const { id, account_id: accountId } = await givenStoredConnection(db, 'connected');
    const days = 86_400_000;
    const grant = { accountId, signIn: 'google', clientId: 'client', scopes: [], madeBy: 'operator:test' } as const;
    const tokens = { access_token: 'x', refresh_token: 'x', expires_at: null };
    const grant_id = await insertGrant(db, vault, { ...grant, tokens, endsAt: Date.now() + 15 * days });
    await db.updateTable('connections').set({ grant_id }).where('id', '=', id).execute();
    assert.equal((await diagnose(environment)).code, 0);
    const ends_at = new Date(Date.now() + 13 * days).toISOString();
    await db.updateTable('oauth_grants').set({ ends_at }).execute();
    await assertFound(environment, 'sign-ins', new RegExp(`${id} \\(${ends_at.slice(0, 10)}\\) end soon.*authorize`));
    await setOAuthClient(db, vault, 'google', { ...client, client_id: 'another' });
    await assertFound(environment, 'sign-ins', new RegExp(`${id} was signed in with a client of google that is gone`));
  });

  test(`${engine}: jobs and schedules without a worker`, async () => {
    await using installation = await givenInstallation(engine);
    const { db } = installation;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    await givenJob(db, account, project.id, { type: 'generation' });
    const longAgo = '2026-01-01T00:00:00.000Z';
    await db.updateTable('jobs').set({ due_at: longAgo }).execute();
    await db.updateTable('job_queues').set({ head_due_at: longAgo }).execute();
    await assertFound(
      installation.environment,
      'queue',
      /a job has waited \d+ minutes; does a "serve" with workers run/,
    );
    await db.updateTable('job_queues').set({ head_due_at: null }).execute();
    const schedule = await givenSchedule(db, project.id);
    await makeDue(db, schedule.id, longAgo);
    await assertFound(installation.environment, 'schedules', new RegExp(`${schedule.id} is \\d+ minutes late`));
  });

  test(`${engine}: jobs that only a newer version can do`, async () => {
    await using installation = await givenInstallation(engine);
    const { db, environment } = installation;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    for (const _ of ['one', 'another']) await givenJob(db, account, project.id, { type: 'generation' });
    const left = { needs: 'section:of_the_future', updated_at: '2026-02-01T00:00:00.000Z' };
    await db.updateTable('jobs').set(left).execute();
    const says =
      '2 jobs wait for a newer version since 2026-02-01T00:00:00.000Z (section:of_the_future); start its workers';
    const fresh = await diagnose(environment);
    assert.equal(fresh.code, 0, 'they may be taken soon');
    assert.ok(fresh.findings.find(({ check }) => check === 'queue')?.message.startsWith(says));
    const longAgo = '2026-01-01T00:00:00.000Z';
    await db.updateTable('jobs').set({ due_at: longAgo }).execute();
    await db.updateTable('job_queues').set({ head_due_at: longAgo }).execute();
    await assertFound(environment, 'queue', new RegExp(RegExp.escape(says)));
    await givenJob(db, account, project.id, { type: 'generation' });
    await db.updateTable('jobs').set({ due_at: longAgo }).execute();
    await db.updateTable('job_queues').set({ head_due_at: longAgo }).execute();
    await assertFound(environment, 'queue', /a job has waited/);
    await db.updateTable('jobs').set({ needs: 'section:kpis' }).execute();
    await assertFound(environment, 'queue', /a job has waited/);
  });

  test(`${engine}: migrations that take away wait, since when, and what runs them`, async () => {
    await using installation = await givenInstallation(engine);
    const { db, environment } = installation;
    const { findings } = await diagnose(environment);
    assert.equal(findings.find(({ check }) => check === 'migrations')?.message, 'no migration waits');
    await asSchemaDb(db).updateTable('schema_migrations').set({ applied_at: '2026-02-01T00:00:00.000Z' }).execute();
    const going = { name: '9998-going', kind: 'contract', unusedSince: '1.0.0-beta.2', statements: [] } as const;
    const [message] = await checkContracts(db, [...migrations, going]);
    assert.match(message, /^9998-going waiting since 2026-02-01T00:00:00.000Z; run "migrate --contract" once/);
    await migrate(db, { known: [...migrations, going], contract: true });
    assert.deepEqual(await checkContracts(db, [...migrations, going]), ['no migration waits', null]);
  });

  test(`${engine}: expired data without a sweep`, async () => {
    await using installation = await givenInstallation(engine);
    const { db } = installation;
    const { id: account_id } = await givenAccount(db);
    const key = { account_id, kind: 'project.create', key: 'k', fingerprint: '', response: '' } as const;
    await db
      .insertInto('idempotency_keys')
      .values({ ...key, created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    await assertFound(
      installation.environment,
      'retention',
      /idempotency keys are kept .*does a "serve" with workers run/,
    );
    await db.deleteFrom('idempotency_keys').execute();
    await installation.json(['accounts', 'create', '--name', 'A', '--plan', 'pro']);
    await db.updateTable('audit_log').set({ at: '2020-01-01T00:00:00.000Z' }).execute();
    await assertFound(installation.environment, 'retention', /audit entries are kept/);
    await db.deleteFrom('audit_log').execute();
    const folder = join(installation.dataDir, 'objects', 'artifacts');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'exp_none-1.pdf'), '');
    utimesSync(join(folder, 'exp_none-1.pdf'), 1, 1);
    await assertFound(installation.environment, 'retention', /files that belong to no report or export are kept/);
  });

  test(`${engine}: a schedule whose e-mails or links cannot go out`, async () => {
    await using mail = await startMailServer();
    await using installation = await givenInstallation(engine);
    const { db, environment } = installation;
    const project = await givenProject(db, await givenAccount(db));
    const { id } = await givenSchedule(db, project.id, { recipients: ['ann@example.com'], delivery: 'link' });
    await assertFound(environment, 'schedules', new RegExp(`${id} sends e-mails.*; set SMTP_URL`));
    const mailing = { ...environment, SMTP_URL: mail.url, MAIL_FROM: 'reports@example.com' };
    await assertFound(mailing, 'schedules', new RegExp(`${id} sends links.*; set PUBLIC_URL`));
    const { code } = await diagnose({ ...mailing, PUBLIC_URL: 'https://reports.example.com', TRUST_PROXY: '1' });
    assert.equal(code, 0);
    await db.updateTable('schedules').set({ enabled: 0 }).execute();
    assert.equal((await diagnose(environment)).code, 0);
  });

  test(`${engine}: a mail server that does not answer`, async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };
    await using installation = await givenInstallation(engine, mail);
    await assertFound(installation.environment, 'mail', /cannot be used; look at SMTP_URL: .*ECONNREFUSED/);
  });

  test(`${engine}: secrets that a rotation has not reached`, async () => {
    const [previous, present] = [randomBytes(32), randomBytes(32)];
    await using installation = await givenInstallation(engine, {
      SECRET_KEY: present.toString('base64'),
      SECRET_KEY_PREVIOUS: previous.toString('base64'),
    });
    await givenStoredConnection(installation.db, 'connected', previous);
    await assertFound(installation.environment, 'vault', /sealed with the previous key; run "vault rotate"/);
  });

  test(`${engine}: a key that does not open the stored secrets`, async () => {
    const environment = { SECRET_KEY: Buffer.from('another key of thirty-two bytes.').toString('base64') };
    await using installation = await givenInstallation(engine, environment);
    await givenStoredConnection(installation.db, 'connected', Buffer.from('a key of thirty-two bytes length'));
    await assertFound(installation.environment, 'installation', /SECRET_KEY is not the key/);
  });
}

test('files that other users can reach, all at once', async () => {
  await using installation = await givenInstallation('sqlite');
  await installation.json(['migrate']);
  const paths = ['.', 'secret.key', 'report-service.db'].map((name) => join(installation.dataDir, name));
  for (const path of paths) chmodSync(path, 0o755);
  await assertFound(installation.environment, 'files', new RegExp(`run "chmod go-rwx ${paths.join(' ')}"`));
});

test('a data root that is missing', async () => {
  await using installation = await givenInstallation('sqlite');
  const DATA_ROOTS = join(installation.dataDir, 'gone');
  await assertFound({ ...installation.environment, DATA_ROOTS }, 'configuration', /DATA_ROOTS .* does not exist/);
});

test('a data root that is not a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const DATA_ROOTS = join(folder, 'a-file');
  writeFileSync(DATA_ROOTS, '');
  await using installation = await givenInstallation('sqlite', { DATA_ROOTS });
  await assertFound(installation.environment, 'configuration', /DATA_ROOTS names .* not a folder: .*a-file/);
  rmSync(folder, { recursive: true });
});

test('a data root that the service cannot read', {
  skip: process.getuid?.() === 0 && 'root can read every folder',
}, async () => {
  const DATA_ROOTS = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  await using installation = await givenInstallation('sqlite', { DATA_ROOTS });
  chmodSync(DATA_ROOTS, 0o000);
  await assertFound(installation.environment, 'data roots', /the service cannot read .*EACCES/);
  rmSync(DATA_ROOTS, { recursive: true });
});

test('a database that does not answer, while the rest is checked', async () => {
  await using installation = await givenInstallation('sqlite');
  const DATABASE_URL = 'postgres://nobody:hush@127.0.0.1:1/none';
  const SECRET_KEY = Buffer.from('a key of thirty-two bytes length').toString('base64');
  const environment = { ...installation.environment, DATABASE_URL, SECRET_KEY };
  await assertFound(environment, 'installation', /127\.0\.0\.1:1 cannot be opened/);
});

test('a Redis that does not answer', async () => {
  await using installation = await givenInstallation('sqlite');
  const environment = { ...installation.environment, REDIS_URL: 'redis://127.0.0.1:1' };
  await assertFound(environment, 'redis', /cannot be used; look at REDIS_URL: .*ECONNREFUSED/);
});

test('a Redis that refuses, and says why', { skip: redisUrl === undefined }, async () => {
  await using installation = await givenInstallation('sqlite');
  const REDIS_URL = new URL('/999999', redisUrl).href;
  const environment = { ...installation.environment, REDIS_URL };
  await assertFound(environment, 'redis', /cannot be used; look at REDIS_URL: ERR DB index is out of range/);
});

test('an object store that does not answer', async () => {
  await using installation = await givenInstallation('sqlite');
  const s3 = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'us-east-1' };
  const environment = { OBJECT_STORE: 's3://bucket', S3_ENDPOINT: 'http://127.0.0.1:1', ...s3 };
  // The credentials are read from the environment of a process.
  await assertFound(
    { ...installation.environment, ...environment },
    'objects',
    /look at OBJECT_STORE.*ECONNREFUSED/,
    spawnCommand,
  );
});

test('an object store that refuses, and what to do', async () => {
  await using server = await startS3Server();
  server.refusal = { status: 403, code: 'AccessDenied' };
  await using installation = await givenInstallation('sqlite');
  const s3 = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'us-east-1' };
  const environment = { OBJECT_STORE: 's3://bucket', S3_ENDPOINT: server.endpoint, ...s3 };
  const says = /AccessDenied; the key may not do this: allow it s3:ListBucket on the bucket/;
  await assertFound({ ...installation.environment, ...environment }, 'objects', says, spawnCommand);
});

test('objects that cannot be written', async () => {
  await using installation = await givenInstallation('sqlite');
  writeFileSync(join(installation.dataDir, 'objects'), '');
  await assertFound(installation.environment, 'installation', /The objects folder .* cannot be used: EEXIST/);
});

test('a key file that cannot be read', async () => {
  await using installation = await givenInstallation('sqlite');
  mkdirSync(join(installation.dataDir, 'secret.key'), { mode: 0o700 });
  await assertFound(
    installation.environment,
    'installation',
    /The key file .*secret\.key cannot be read \(EISDIR\); let /,
  );
});
