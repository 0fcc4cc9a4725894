import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { DatabaseLocation } from '../../src/platform/database/connect.ts';
import { isPostgres } from '../../src/platform/database/engine.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createEmptyDatabase, type Engine, engines, type TestDatabase } from '../support/databases.ts';
import { isLongRun, test, usually } from '../support/suite.ts';

/** The statements after which a start is killed. The newest migrations, which may still change, are killed more often. */
const strides = { old: usually(30, 150), new: usually(5, 20) };
const newest = 4;
const program = fileURLToPath(new URL('./support/pausing-migration.ts', import.meta.url));
const deadlineMs = 60_000;

/** Runs the migrations in a process that is killed after the given number of statements; how many there are, if they finish first. */
async function killAfter(statements: number, location: DatabaseLocation): Promise<number | undefined> {
  const argv = [program, String(statements), JSON.stringify(location)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'], timeout: deadlineMs });
  const exited = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), exited]);
  child.kill('SIGKILL');
  await exited;
  assert.match(String(said), /^(paused|\d+)$/);
  return String(said) === 'paused' ? undefined : Number(said);
}

/**
 * Starts again and again, each time killed further on, until the migrations are all there; how often that was. A migration
 * of more statements than the stride gets more with each start that did not complete it.
 */
async function killUntilMigrated({ db, location }: TestDatabase): Promise<number> {
  let applied = 0;
  let tries = 1;
  for (let kills = 0; ; kills++) {
    const stride = applied < migrations.length - newest ? strides.old : strides.new;
    if ((await killAfter(stride * tries, location)) !== undefined) return kills;
    const found = await appliedMigrations(db);
    tries = found === applied ? tries + 1 : 1;
    applied = found;
  }
}

async function appliedMigrations(db: Database): Promise<number> {
  const applied = sql`select name from schema_migrations`.execute(db);
  // The table itself comes with the first.
  return applied.then(({ rows }) => rows.length).catch(() => 0);
}

/** The whole schema and the rows that migrations write, as text that is the same for the same schema. */
async function describeSchema(db: Database): Promise<string[]> {
  const queries = isPostgres(db)
    ? [
        sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
          where table_schema = 'public'`,
        sql`select indexdef from pg_indexes where schemaname = 'public'`,
        sql`select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint
          where connamespace = 'public'::regnamespace`,
        sql`select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace`,
        sql`select relname, relpersistence, reloptions from pg_class where relnamespace = 'public'::regnamespace`,
      ]
    : [sql`select type, name, tbl_name, sql from sqlite_schema`];
  const tables = [...queries, sql`select * from plans`, sql`select name from schema_migrations`];
  const lines: string[] = [];
  for (const query of tables) {
    const { rows } = await query.execute(db);
    lines.push(...rows.map((row) => JSON.stringify(row)));
  }
  return lines.toSorted();
}

for (const engine of engines) {
  test(`${engine}: a migration killed after any of its statements is completed by the next start`, async (t) => {
    await using whole = await createEmptyDatabase(engine);
    await migrate(whole.db);
    const expected = await describeSchema(whole.db);
    if (isLongRun) return killAtEach(engine, expected, t);
    await using database = await createEmptyDatabase(engine);
    const kills = await killUntilMigrated(database);
    assert.ok(kills > 1, `${kills} kills`);
    assert.deepEqual(await describeSchema(database.db), expected);
    t.diagnostic(`${engine}: killed ${kills} times, the same schema`);
  });
}

/** Each from an empty database. */
async function killAtEach(engine: Engine, expected: readonly string[], t: TestContext): Promise<void> {
  await using counted = await createEmptyDatabase(engine);
  const total = (await killAfter(Number.MAX_SAFE_INTEGER, counted.location)) ?? 0;
  assert.ok(total > 1, `${total} statements`);
  for (let statements = 1; statements <= total; statements++) {
    await using database = await createEmptyDatabase(engine);
    assert.equal(await killAfter(statements, database.location), undefined, `not killed after ${statements}`);
    await migrate(database.db);
    assert.deepEqual(await describeSchema(database.db), expected, `killed after statement ${statements}`);
  }
  t.diagnostic(`${engine}: killed after each of ${total} statements, the same schema each time`);
}
