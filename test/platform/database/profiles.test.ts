import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import { prepared } from '../../../src/platform/database/prepared.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { announceJobs, listenForJobs } from '../../../src/platform/jobs/notifications.ts';
import { runCommand } from '../../support/command.ts';
import { createEmptyDatabase, createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { pgBouncerSkip, startPgBouncer } from '../../support/pgbouncer.ts';
import { givenInstallation } from '../../support/process.ts';
import { silentLog } from '../../support/silent-log.ts';

const skip = engines.includes('postgres') ? false : 'no PostgreSQL answers';
const findPlan = prepared<{ name: string }, [string]>(1, (db, name) =>
  db.selectFrom('plans').select('name').where('name', '=', name),
);

describe('the profile of a database', { skip }, () => {
  test('pooled, where it is forced: sessions keep nothing, and nobody listens', async () => {
    await using own = await createTestDatabase('postgres');
    const location: DatabaseLocation = { ...locationOf(own), poolSize: 1, profile: 'pooled' };
    const db = connectDatabase(location);
    assert.deepEqual(await findPlan(db, 'pro'), [{ name: 'pro' }]);
    await db.transaction().execute(async (transaction) => {
      await findPlan(transaction, 'pro');
      assert.equal(await settingOf(transaction as unknown as Database, 'statement_timeout'), '10s');
    });
    assert.equal(await settingOf(db, 'statement_timeout'), '0');
    const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
    assert.deepEqual(rows, []);
    await db.destroy();
    let wakes = 0;
    await using _listening = listenForJobs(location, () => wakes++, silentLog);
    await eventually(() => wakes >= 2, 5_000);
    assert.deepEqual(await listeners(own.db), []);
  });

  test('postgres, where it is forced: notifications arrive through a pooler that keeps sessions', {
    skip: pgBouncerSkip,
  }, async () => {
    await using own = await createTestDatabase('postgres');
    await using pooler = await startPgBouncer(locationOf(own).url, { pool_mode: 'session', default_pool_size: 5 });
    let wakes = 0;
    await using _listening = listenForJobs({ url: pooler.url, profile: 'postgres' }, () => wakes++, silentLog);
    await eventually(() => wakes === 1);
    announceJobs(own.db)();
    await eventually(() => wakes === 2);
    assert.equal((await listeners(own.db)).length, 1);
  });

  test('pooled: another isolation by default, which no session can be told, is refused with what to do', async () => {
    await using own = await createTestDatabase('postgres');
    const url = `${locationOf(own).url}&options=-c%20default_transaction_isolation%3Dserializable`;
    const db = connectDatabase({ ...locationOf(own), url, profile: 'pooled' });
    await assert.rejects(findPlan(db, 'pro'), /is "serializable".*set it to "read committed" for its user/);
    await db.destroy();
  });

  test('doctor tells it, and how it is known', async () => {
    await using installation = await givenInstallation('postgres');
    const told = async (more: Record<string, string>) =>
      (await runCommand(['doctor'], { ...installation.environment, ...more })).stdout;
    assert.match(await told({}), /database +true +takes writes \(profile postgres, found out\)/);
    assert.match(
      await told({ DATABASE_PROFILE: 'pooled' }),
      /database +true +takes writes, behind .*every second \(profile pooled, by DATABASE_PROFILE\)/,
    );
  });

  test('a server that is none, or too old, is refused before anything is written', async () => {
    await using empty = await createEmptyDatabase('postgres');
    await using installation = await givenInstallation(empty);
    const says = {
      'CockroachDB CCL v25.2.0 (x86_64)': [130_000, /The database is CockroachDB, which lacks/],
      'PostgreSQL 15.2-YB-2025.1.0.0-b0 on x86_64': [150_002, /The database is YugabyteDB, which lacks/],
      'PostgreSQL 14.9 on x86_64': [140_009, /The database is PostgreSQL 14; the service needs 15 or newer/],
    } as const;
    await sql`create schema other`.execute(empty.db);
    for (const [version, [number, fault]] of Object.entries(says)) {
      await sql
        .raw(`create or replace function other.number() returns text language sql as 'select ''${number}''';
          create or replace function other.version() returns text language sql as 'select ''${version}''';
          create or replace function other.current_setting(name text) returns text language sql as 'select
            case name when ''server_version_num'' then other.number() else pg_catalog.current_setting(name) end'`)
        .execute(empty.db);
      const { hostname, port, pathname } = new URL(locationOf(empty).url);
      const url = `postgres://postgres@${hostname}:${port}${pathname}?options=-c%20search_path%3Dother,pg_catalog,public`;
      const { code, stderr } = await runCommand(['accounts', 'list'], {
        ...installation.environment,
        DATABASE_URL: url,
      });
      assert.equal(code, 1);
      assert.match(stderr, fault);
    }
    assert.deepEqual(await empty.db.introspection.getTables(), []);
  });

  // One that owns its database runs jobs in the suite `databases`.
  test('a user that owns nothing but a schema is enough', async () => {
    await using empty = await createEmptyDatabase('postgres');
    const { pathname, host } = new URL(locationOf(empty).url);
    const [database, role] = [pathname.slice(1), `report_service_plain_${process.pid}`];
    const admin = new pg.Client(locationOf(empty).url);
    await admin.connect();
    try {
      await admin.query(`create role ${role} login nosuperuser nocreatedb nocreaterole;
        create schema reports authorization ${role}; revoke all on schema public from public;
        alter role ${role} in database ${database} set search_path = reports`);
      const url = `postgres://${role}@${host}${pathname}?sslmode=disable`;
      const own = { ...empty, async [Symbol.asyncDispose]() {} };
      await using installation = await givenInstallation(own);
      const found = await runCommand(['doctor'], { ...installation.environment, DATABASE_URL: url });
      assert.equal(found.code, 0, found.stdout);
    } finally {
      await admin.query(`reassign owned by ${role} to postgres; drop owned by ${role}; drop role ${role}`);
      await admin.end();
    }
  });
});

function locationOf({ location }: TestDatabase) {
  assert.ok(location.engine === 'postgres');
  return location;
}

async function settingOf(db: Database, name: string): Promise<string | undefined> {
  return (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value;
}

async function listeners(db: Database) {
  return (
    await sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(db)
  ).rows;
}
