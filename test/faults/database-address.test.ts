import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { isDatabaseUnavailable } from '../../src/platform/database/engine.ts';
import { makeAuthority } from '../support/certificates.ts';
import { removeFolder } from '../support/folders.ts';
import { unprivilegedUser } from '../support/pgbouncer.ts';
import { freePort } from './support/free-port.ts';
import { type PostgresServer, postgresServerSkip as skip, startPostgresServer } from './support/postgres-server.ts';

const loopback = 'all 127.0.0.1/32';
const accessRules = [
  `hostssl tls_only ${loopback} trust`,
  `hostnossl tls_only ${loopback} reject`,
  `hostnossl plain_only ${loopback} trust`,
  `hostssl plain_only ${loopback} reject`,
  `hostssl by_certificate ${loopback} cert`,
];
const mismatch = /does not match certificate|altnames/;
const unknownAuthority = /unable to (verify|get)|self.signed/;

/**
 * The result of each mode: encrypted, plain, or the text of the refusal. `other` is a name that the certificate does
 * not have.
 */
const expectations: readonly (readonly [
  database: string,
  query: string,
  expected: 'tls' | 'plain' | RegExp,
  other?: true,
])[] = [
  ['open', '', 'tls'],
  ['open', 'sslmode=disable', 'plain'],
  ['open', 'sslmode=allow', 'plain'],
  ['open', 'sslmode=prefer', 'tls'],
  ['open', 'sslmode=require', 'tls'],
  ['open', 'sslmode=require', 'tls', true],
  ['open', 'ssl=true', 'tls'],
  ['open', 'sslmode=no-verify', 'tls'],
  ['open', 'sslmode=require&uselibpqcompat=true', 'tls'],
  ['open', 'sslmode=require&sslrootcert=AUTHORITY', 'tls', true],
  ['open', 'sslmode=require&sslrootcert=STRANGER', unknownAuthority],
  ['open', 'sslmode=prefer&sslrootcert=STRANGER', 'tls'],
  ['open', 'sslmode=verify-ca&sslrootcert=AUTHORITY', 'tls'],
  ['open', 'sslmode=verify-ca&sslrootcert=AUTHORITY', 'tls', true],
  ['open', 'sslmode=verify-ca&sslrootcert=STRANGER', unknownAuthority],
  ['open', 'sslmode=verify-full&sslrootcert=AUTHORITY', 'tls'],
  ['open', 'sslmode=verify-full&sslrootcert=AUTHORITY', mismatch, true],
  ['open', 'sslmode=verify-full', unknownAuthority],
  ['open', 'sslrootcert=system', unknownAuthority],
  ['tls_only', '', 'tls'],
  ['tls_only', 'sslmode=disable', /pg_hba.conf/],
  ['tls_only', 'sslmode=allow', 'tls'],
  ['tls_only', 'sslmode=prefer', 'tls'],
  ['plain_only', '', 'plain'],
  ['plain_only', 'sslmode=allow', 'plain'],
  ['plain_only', 'sslmode=prefer', 'plain'],
  ['plain_only', 'sslmode=require', /pg_hba.conf/],
  ['by_certificate', 'sslmode=require', /certificate/],
  ['by_certificate', 'sslmode=verify-full&sslrootcert=AUTHORITY&sslcert=CERTIFICATE&sslkey=KEY', 'tls'],
];

suite('postgres: an address is read as libpq reads it', { skip }, () => {
  const stack = new AsyncDisposableStack();
  let tls: PostgresServer;
  let plain: PostgresServer;
  let reading: PostgresServer;
  let files: Record<string, string> = {};

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-service-certificates-'));
    stack.defer(() => removeFolder(folder));
    const authority = makeAuthority(folder);
    const own = authority.sign('localhost');
    const client = authority.sign('postgres');
    const strangers = mkdtempSync(join(folder, 'strangers-'));
    files = {
      AUTHORITY: authority.file,
      STRANGER: makeAuthority(strangers).file,
      CERTIFICATE: client.certificate,
      KEY: client.key,
    };
    const owner = unprivilegedUser();
    chmodSync(folder, 0o755);
    if (owner) chownSync(own.key, owner.uid, owner.gid);
    const certificates = { ssl_cert_file: own.certificate, ssl_key_file: own.key, ssl_ca_file: authority.file };
    tls = stack.use(await startPostgresServer({}, { settings: { ssl: 'on', ...certificates }, accessRules }));
    plain = stack.use(await startPostgresServer());
    reading = stack.use(await startPostgresServer({}, { settings: { default_transaction_read_only: 'on' } }));
    const made = connectDatabase({
      engine: 'postgres',
      url: `postgres://postgres@localhost:${tls.port}/postgres`,
      poolSize: 1,
    });
    for (const name of ['open', 'tls_only', 'plain_only', 'by_certificate'])
      await sql`create database ${sql.raw(name)}`.execute(made);
    await made.destroy();
  });
  after(() => stack.disposeAsync());

  for (const [database, query, expected, other] of expectations) {
    const host = other ? '127.0.0.1' : 'localhost';
    test(`${host}/${database}?${query}: ${expected}`, async () => {
      const filled = query.replace(/[A-Z]{3,}/g, (name) => encodeURIComponent(files[name] ?? name));
      await assertAnswer(`postgres://postgres@${host}:${tls.port}/${database}?${filled}`, expected);
    });
  }

  test('a server without TLS', async () => {
    const url = `postgres://postgres@127.0.0.1:${plain.port}/postgres`;
    for (const query of ['', 'sslmode=prefer', 'sslmode=allow']) await assertAnswer(`${url}?${query}`, 'plain');
    await assertAnswer(`${url}?sslmode=require`, /does not support SSL/);
  });

  test('a socket, in the query or as the host, without TLS', async () => {
    for (const url of [
      `postgres:///postgres?host=${plain.folder}&port=${plain.port}&user=postgres`,
      `postgres://postgres@/postgres?host=${plain.folder}&port=${plain.port}&sslmode=require`,
      `postgres://postgres@${encodeURIComponent(plain.folder)}:${plain.port}/postgres`,
    ]) {
      await assertAnswer(url, 'plain');
    }
  });

  test('of several hosts the first that answers, and accepts writes if required', async () => {
    const dead = `127.0.0.1:${await freePort()}`;
    const [first, second] = [`127.0.0.1:${reading.port}`, `localhost:${plain.port}`];
    assert.equal(await portOf(`postgres://postgres@${dead},${first},${second}/postgres`), reading.port);
    for (const attribute of ['read-write', 'primary']) {
      const query = `target_session_attrs=${attribute}`;
      assert.equal(await portOf(`postgres://postgres@${dead},${first},${second}/postgres?${query}`), plain.port);
      const hosts = `host=127.0.0.1,localhost&port=${reading.port},${plain.port}`;
      assert.equal(await portOf(`postgres://postgres@/postgres?${hosts}&${query}`), plain.port);
      await assertAnswer(`postgres://postgres@${dead},${first}/postgres?${query}`, /ECONNREFUSED.*takes no writes/);
    }
  });

  test('after a host that refuses the user no other is tried', async () => {
    const hosts = `127.0.0.1:${plain.port},localhost:${tls.port}`;
    await assertAnswer(`postgres://nobody_at_all@${hosts}/postgres`, /^role "nobody_at_all" does not exist$/);
  });

  test('a pool switches to the next host when its own is gone', async () => {
    await using own = await startPostgresServer();
    const hosts = `127.0.0.1:${own.port},127.0.0.1:${plain.port}`;
    const db = connectDatabase({ engine: 'postgres', url: `postgres://postgres@${hosts}/postgres`, poolSize: 2 });
    const port = async () =>
      (await sql<{ port: string }>`select current_setting('port') as port`.execute(db)).rows[0]?.port;
    assert.equal(await port(), String(own.port));
    await own.stop('immediate');
    // One query may see the broken connection.
    const later = await port().catch(() => port());
    assert.equal(later, String(plain.port));
    await db.destroy();
  });
});

async function portOf(url: string): Promise<number> {
  const db = connectDatabase({ engine: 'postgres', url, poolSize: 1 });
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db);
  await db.destroy();
  return Number(rows[0]?.port);
}

async function assertAnswer(url: string, expected: 'tls' | 'plain' | RegExp): Promise<void> {
  const db = connectDatabase({ engine: 'postgres', url, poolSize: 1 });
  const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  try {
    if (typeof expected === 'string') assert.equal((await asked).rows[0]?.ssl, expected === 'tls');
    else {
      await assert.rejects(asked, (error: Error) => {
        assert.match(error.message, expected);
        return isDatabaseUnavailable(error);
      });
    }
  } finally {
    await db.destroy();
  }
}
