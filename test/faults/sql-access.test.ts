import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after } from 'node:test';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { Connector } from '../../src/reporting/connectors/contract.ts';
import { mysqlConnector } from '../../src/reporting/connectors/mysql.ts';
import { postgresConnector } from '../../src/reporting/connectors/postgres.ts';
import { makeAuthority } from '../support/certificates.ts';
import { isError } from '../support/connector-conformance.ts';
import { openTestContext } from '../support/connector-context.ts';
import {
  embeddedPostgresEnvironment,
  embeddedPostgresPrograms,
  embeddedPostgresSkip,
} from '../support/embedded-postgres.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { unprivilegedUser } from '../support/pgbouncer.ts';
import { test } from '../support/suite.ts';
import { freePort } from './support/free-port.ts';
import { postgresServerSkip, startPostgresServer } from './support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-service-sql-access-'));
after(() => removeFolder(folder));
const secret = { password: 'the-right-password' };
const entries = {
  key: 'entries',
  label: 'Entries',
  sql: 'count(*)',
  unit: 'count',
  better: 'up',
  additive: true,
} as const;

/** A certificate for `localhost` and its authority, readable by the user that servers run as. */
function certificateOf(name: string) {
  const authority = makeAuthority(folder);
  const { certificate, key } = authority.sign(name, 'DNS:localhost');
  const own = `${key}.own`;
  copyFileSync(key, own);
  const owner = unprivilegedUser();
  if (owner) for (const file of [folder, own, certificate]) chownSync(file, owner.uid, owner.gid);
  return { ca: readFileSync(authority.file, 'utf8'), certificate, key: own };
}

/** A server with TLS and passwords is reached by its name, and says what is wrong otherwise. */
async function checkAccess(connector: Connector, place: object, withoutTls: (error: unknown) => true): Promise<void> {
  const { ca, ...base } = { ca: '', ...place, table: 'orders', date: 'day', metrics: [entries], dimensions: [] };
  const verify = async (config: object, credentials = secret) => {
    await using context = openTestContext({ secret: credentials });
    return await connector.verify({ ...base, ...config }, credentials, context);
  };
  assert.deepEqual(await verify({ ca }), []);
  assert.deepEqual(await verify({ tls: 'require' }), []);
  const invalid = (message: RegExp) => isError('invalid_config', message, ['reporter']);
  await assert.rejects(verify({}), invalid(/certificate.*"ca"/));
  await assert.rejects(verify({ ca, host: '127.0.0.1' }), invalid(/for another name/));
  await assert.rejects(verify({ tls: 'off' }), withoutTls);
  for (const password of ['another-password', '']) {
    const wrong = isError('reauth_required', /user name or the password/, ['another-password', 'reporter']);
    await assert.rejects(verify({ ca }, { password }), wrong);
  }
  await assert.rejects(verify({ ca, database: 'gone' }), isError('resource_missing', /database/, ['reporter']));
}

interface Programs {
  readonly skip: string | false;
  readonly programs?: string;
  environment(): Record<string, string>;
}

const postgresVersions: Record<string, Programs> = {
  postgres: { skip: postgresServerSkip, environment: () => ({}) },
  'postgres 18': {
    skip: embeddedPostgresSkip,
    programs: embeddedPostgresPrograms,
    environment: () => embeddedPostgresEnvironment(folder),
  },
};

for (const [name, { skip, environment, ...options }] of Object.entries(postgresVersions)) {
  test(`${name}: TLS is checked, and passwords are asked for`, { skip }, async () => {
    const { ca, certificate, key } = certificateOf(name.replace(' ', '-'));
    const settings = { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key };
    const accessRules = [
      ...['scram-sha-256', 'md5', 'password'].map((method) => `host by_${method.slice(0, 3)} reporter all ${method}`),
      'hostssl all reporter 127.0.0.1/32 scram-sha-256',
      'host all reporter 127.0.0.1/32 reject',
    ];
    await using server = await startPostgresServer(environment(), { settings, accessRules, ...options });
    const owner = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' });
    await owner.connect();
    await owner.query(`CREATE ROLE reporter LOGIN PASSWORD '${secret.password}'; CREATE TABLE orders (day date);
      INSERT INTO orders VALUES ('2024-01-01'); GRANT SELECT ON orders TO reporter`);
    for (const method of ['scr', 'md5', 'pas']) await owner.query(`CREATE DATABASE by_${method} TEMPLATE postgres`);
    await owner.end();
    const place = { host: 'localhost', port: server.port, database: 'postgres', user: 'reporter', ca };
    await checkAccess(postgresConnector, place, isError('invalid_config', /nobody in without TLS/));
    for (const method of ['scr', 'md5', 'pas']) await checkPassword({ ...place, database: `by_${method}`, tls: 'off' });
  });
}

/** However the password goes to the server, a wrong one and none ask for another. */
async function checkPassword(place: object): Promise<void> {
  const verify = async (changes: object, credentials = secret) => {
    await using context = openTestContext({ secret: credentials });
    const config = { ...place, table: 'orders', date: 'day', metrics: [entries], dimensions: [], ...changes };
    return await postgresConnector.verify(config as never, credentials, context);
  };
  assert.deepEqual(await verify({}), []);
  const wrong = isError('reauth_required', /user name or the password/, ['another-password', 'reporter']);
  for (const password of ['another-password', '']) await assert.rejects(verify({}, { password }), wrong);
}

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const mariadbd = folders.map((path) => join(path, 'mariadbd')).find(existsSync);

test('mysql: TLS is checked, and passwords are asked for', {
  skip: !mariadbd && 'mariadbd is not installed',
}, async () => {
  const { ca, certificate, key } = certificateOf('mysql');
  await using stack = new AsyncDisposableStack();
  const data = mkdtempSync(join(tmpdir(), 'report-service-mariadb-'));
  stack.defer(() => removeFolder(data));
  const owner = unprivilegedUser();
  if (owner) chownSync(data, owner.uid, owner.gid);
  const run = { ...owner, cwd: data, env: { ...process.env, HOME: data } };
  const common = ['--no-defaults', `--datadir=${join(data, 'data')}`];
  const making = [...common, '--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync('mariadb-install-db', making, { ...run, stdio: 'ignore' });
  const port = await freePort();
  const tls = [`--ssl-cert=${certificate}`, `--ssl-key=${key}`];
  const address = ['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(data, 'socket')}`];
  const server = spawn(mariadbd ?? '', [...common, ...address, ...tls], { ...run, stdio: 'ignore' });
  const exited = once(server, 'exit');
  stack.defer(async () => {
    server.kill('SIGKILL');
    await exited;
  });
  const root = await eventually(() =>
    mysql.createConnection({ host: '127.0.0.1', port, user: 'root' }).catch(() => undefined),
  );
  await root.query('CREATE DATABASE shop');
  await root.query('CREATE TABLE shop.orders AS SELECT DATE "2024-01-01" AS day');
  await root.query(`CREATE USER reporter@'127.0.0.1' IDENTIFIED BY '${secret.password}' REQUIRE SSL`);
  await root.query(`GRANT SELECT ON shop.* TO reporter@'127.0.0.1'`);
  await root.end();
  const place = { host: 'localhost', port, database: 'shop', user: 'reporter', ca };
  // The server words it as a wrong password.
  await checkAccess(mysqlConnector, place, isError('reauth_required', /./));
});
