import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { migrate, runBackfills } from '../../src/platform/database/migrate.ts';
import { readSchema } from '../../src/platform/database/schema-state.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createEmptyDatabase, engines, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { test, usually } from '../support/suite.ts';
import { largeMigration } from './support/large-migration.ts';

const program = fileURLToPath(new URL('./support/migrating.ts', import.meta.url));
const rows = usually(600_000, 120_000);
/** No write of anybody else waits longer. */
const longestWaitMs = 1_000;
const known = [largeMigration];

async function givenLargeTable({ db }: TestDatabase): Promise<void> {
  await sql`create table large_things (id text primary key, name text not null)`.execute(db);
  await sql`insert into large_things select 'id_' || lpad(n::text, 9, '0'), repeat('x', n % 100)
    from generate_series(1, ${sql.lit(rows)}) as n`.execute(db);
}

/** A connection that writes one row after the other, and how long each took. */
function startWriting(location: DatabaseLocation) {
  const db = connectDatabase({ ...location, ...(location.engine === 'postgres' && { poolSize: 1 }) });
  let isStopped = false;
  let longestMs = 0;
  let written = 0;
  const run = async () => {
    while (!isStopped) {
      const began = performance.now();
      const id = `id_${String(1 + ((written * 7_919) % rows)).padStart(9, '0')}`;
      await sql`update large_things set name = name where id = ${id}`.execute(db);
      await sql`insert into large_things (id, name) values (${`new_${written++}`}, 'new')`.execute(db);
      longestMs = Math.max(longestMs, performance.now() - began);
    }
    await db.destroy();
  };
  const ended = run();
  return {
    async stop() {
      isStopped = true;
      await ended;
      return { longestMs, written };
    },
  };
}

function startMigrating(location: DatabaseLocation) {
  const child = spawn(process.execPath, [program, JSON.stringify(location)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = once(child, 'exit');
  return {
    said: () => said,
    exited,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function isIndexValid(db: Database): Promise<boolean | undefined> {
  const found = sql<{ is_valid: boolean }>`select indisvalid as is_valid from pg_index
    where indexrelid = to_regclass('large_things_by_name')`;
  return (await found.execute(db)).rows[0]?.is_valid;
}

async function assertWhole(db: Database): Promise<void> {
  const { rows: wrong } =
    await sql`select id from large_things where name <> 'new' and size is distinct from length(name)
    limit 5`.execute(db);
  assert.deepEqual(wrong, []);
  assert.equal(await isIndexValid(db), true);
  const [row] = await readSchema(db);
  assert.deepEqual([row?.name, row?.kind, row?.steps_done], ['9000-large', 'expand', 3]);
  assert.ok(row?.finished_at);
}

if (engines.includes('postgres')) {
  test('postgres: a column, an index and a backfill of a large table keep no write of others waiting for a second', async (t) => {
    await using database = await createEmptyDatabase('postgres');
    await givenLargeTable(database);
    const writing = startWriting(database.location);
    const migrating = startMigrating(database.location);
    const [code] = await migrating.exited;
    const { longestMs, written } = await writing.stop();
    assert.equal(code, 0);
    assert.ok(longestMs < longestWaitMs, `a write waited ${Math.round(longestMs)} ms`);
    assert.ok(written > 50, `${written} writes meanwhile`);
    await assertWhole(database.db);
    t.diagnostic(`${rows} rows, ${written} writes meanwhile, the longest took ${Math.round(longestMs)} ms`);
  });

  test('postgres: a change of a table that others hold keeps nobody waiting, and is made when they let go', async () => {
    await using database = await createEmptyDatabase('postgres');
    const { db, location } = database;
    await sql`create table large_things (id text primary key, name text not null)`.execute(db);
    const holding = Promise.withResolvers<void>();
    const holder = db.transaction().execute(async (transaction) => {
      await sql`insert into large_things values ('held', '')`.execute(transaction);
      await holding.promise;
    });
    const migrating = migrate(db, { known: [{ ...largeMigration, steps: largeMigration.steps?.slice(0, 1) ?? [] }] });
    await eventually(async () => {
      const { rows: waiting } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like 'alter table%'`.execute(db);
      return waiting.length > 0;
    });
    const writing = startWriting(location);
    await eventually(async () => {
      const { rows: found } = await sql`select 1 from large_things where id = 'new_20'`.execute(db);
      return found.length > 0;
    });
    const { longestMs } = await writing.stop();
    assert.ok(longestMs < longestWaitMs, `a write waited ${Math.round(longestMs)} ms`);
    holding.resolve();
    await holder;
    assert.deepEqual(await migrating, ['9000-large']);
  });

  test('postgres: a migration killed while it builds an index builds it anew, and one killed in a backfill goes on', async () => {
    await using database = await createEmptyDatabase('postgres');
    const { db, location } = database;
    await givenLargeTable(database);
    // It keeps the index from being ended: it waits for those that were there before.
    const holding = Promise.withResolvers<void>();
    const holder = db.transaction().execute(async (transaction) => {
      await sql`update large_things set name = name where id = 'id_000000001'`.execute(transaction);
      await holding.promise;
    });
    // The column comes first, which needs nobody to hold the table.
    holding.resolve();
    await holder;
    await migrate(db, { known: [{ ...largeMigration, steps: largeMigration.steps?.slice(0, 1) ?? [] }] });
    await sql`update schema_migrations set finished_at = null`.execute(db);
    const old = Promise.withResolvers<void>();
    const snapshot = db.transaction().execute(async (transaction) => {
      await sql`insert into large_things (id, name) values ('open', 'open')`.execute(transaction);
      await old.promise;
    });
    const first = startMigrating(location);
    await eventually(async () => (await isIndexValid(db)) === false);
    await first.kill();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`.execute(
      db,
    );
    old.resolve();
    await snapshot;
    assert.equal(await isIndexValid(db), false, 'a kill leaves half an index');

    const second = startMigrating(location);
    await eventually(async () => (second.said().match(/batch/g) ?? []).length >= 3, 60_000);
    await second.kill();
    assert.equal(await isIndexValid(db), true);
    const [half] = await readSchema(db);
    assert.ok((half?.backfill_rows ?? 0) > 0 && (half?.backfill_rows ?? 0) < rows);
    const { rows: filled } = await sql<{
      count: string;
    }>`select count(*) from large_things where size is not null`.execute(db);
    assert.ok(Number(filled[0]?.count) < rows, 'it was killed before its end');

    assert.deepEqual(await migrate(db, { known }), []);
    const looked: number[] = [];
    assert.ok(await runBackfills(db, { known, onBatch: (at) => looked.push(at.looked) }));
    assert.ok((looked[0] ?? 0) > (half?.backfill_rows ?? 0), 'it goes on where it was');
    await assertWhole(db);
  });

  test('postgres: processes that migrate and fill at once do each step once', async () => {
    await using database = await createEmptyDatabase('postgres');
    await givenLargeTable(database);
    const all = [1, 2, 3].map(() => startMigrating(database.location));
    for (const each of all) assert.equal((await each.exited)[0], 0);
    await eventually(() => runBackfills(database.db, { known }));
    await assertWhole(database.db);
  });
}

test('sqlite: the same migration runs at once', async () => {
  await using database = await createEmptyDatabase('sqlite');
  const { db } = database;
  await sql`create table large_things (id text primary key, name text not null)`.execute(db);
  await sql`insert into large_things values ('a', 'abc')`.execute(db);
  assert.deepEqual(await migrate(db, { known }), ['9000-large']);
  const { rows: found } = await sql`select name, size from large_things`.execute(db);
  assert.deepEqual(found, [{ name: 'abc', size: 3 }]);
  assert.ok(await runBackfills(db, { known }));
});
