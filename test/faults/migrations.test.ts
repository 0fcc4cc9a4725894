import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { DatabaseLocation } from '../../src/platform/database/connect.ts';
import { isPostgres } from '../../src/platform/database/engine.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createEmptyDatabase, engines } from '../support/databases.ts';
import { isLongRun, test, usually } from '../support/suite.ts';

/** Kills come after every so many statements, in a long run after each. PostgreSQL has more of them, which take longer. */
const strides = { sqlite: usually(9, 250), postgres: usually(29, 800) };
const program = fileURLToPath(new URL('./support/pausing-migration.ts', import.meta.url));
const deadlineMs = 60_000;

/** Runs the migrations in a process that is killed after the given number of statements; false if they finish first. */
async function killAfter(statements: number, location: DatabaseLocation): Promise<boolean> {
  const argv = [program, String(statements), JSON.stringify(location)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'], timeout: deadlineMs });
  const exited = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), exited]);
  child.kill('SIGKILL');
  await exited;
  assert.match(String(said), /^(paused|done)$/);
  return String(said) === 'paused';
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
    const stride = isLongRun ? 1 : strides[engine];
    let kills = 0;
    for (let statements = 1; ; statements += stride) {
      await using database = await createEmptyDatabase(engine);
      if (!(await killAfter(statements, database.location))) break;
      kills++;
      await migrate(database.db);
      assert.deepEqual(await describeSchema(database.db), expected, `killed after statement ${statements}`);
    }
    t.diagnostic(`${engine}: killed after ${kills} different statements, the same schema each time`);
  });
}
