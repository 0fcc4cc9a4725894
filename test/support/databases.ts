import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './folders.ts';
import { createDatabase, leaseDatabase, type PostgresDatabase, postgresFault } from './postgres-databases.ts';

export type Engine = 'sqlite' | 'postgres';

export interface TestDatabase extends AsyncDisposable {
  readonly db: Database;
  readonly location: DatabaseLocation;
}

/** The engine that `TEST_ON` wants: a run of all tests is shared between them. */
const wanted = process.env.TEST_ON as Engine | undefined;

const answers = await hasPostgres();

/** The engines that tests run on: SQLite, and PostgreSQL where a server answers. With CI=true it must. */
export const engines: readonly Engine[] = !answers ? ['sqlite'] : wanted ? [wanted] : ['sqlite', 'postgres'];

/** Why tests of PostgreSQL alone are skipped; false where they run. */
export const withoutPostgres = engines.includes('postgres')
  ? false
  : `PostgreSQL ${answers ? 'has its turn in npm run test:faults' : 'does not answer'}`;

async function hasPostgres(): Promise<boolean> {
  const reason = await postgresFault();
  if (reason === null) return true;
  if (process.env.CI === 'true') throw new Error(`PostgreSQL is needed for the tests: ${reason}`);
  test(`PostgreSQL: ${reason}; set DATABASE_URL_TEST`, { skip: reason });
  return false;
}

/** A migrated database of its own: a copy of a template file, or a database that is lent. Removed, or given back, on dispose. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? createSqlite() : openPostgres(await leaseDatabase());
}

/** One that nobody has used before: no statistics about former rows lead its planner. */
export async function createFreshDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? createSqlite() : openPostgres(await createDatabase({ isEmpty: false }));
}

/** A database of its own without any schema. Removed on dispose. */
export async function createEmptyDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? openSqlite() : openPostgres(await createDatabase({ isEmpty: true }));
}

let sqliteTemplate: string | undefined;

async function createSqlite(): Promise<TestDatabase> {
  const database = openSqlite(sqliteTemplate);
  await migrate(database.db);
  if (!sqliteTemplate) {
    const folder = mkdtempSync(join(tmpdir(), 'report-service-template-'));
    process.once('exit', () => removeFolder(folder));
    const template = join(folder, 'template.db');
    const copy = connectDatabase({ engine: 'sqlite', path: template });
    await migrate(copy);
    await copy.destroy();
    sqliteTemplate = template;
  }
  return database;
}

function openSqlite(template?: string): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const path = join(folder, 'report-service.db');
  if (template) copyFileSync(template, path);
  const location: DatabaseLocation = { engine: 'sqlite', path };
  const db = connectDatabase(location);
  return {
    db,
    location,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      removeFolder(folder);
    },
  };
}

/** Suites that run other tests again behind a pooler say where it is. */
function throughPooler(url: string): string {
  const through = new URL(url);
  if (process.env.TEST_POOLER) through.host = process.env.TEST_POOLER;
  return through.href;
}

function openPostgres(database: PostgresDatabase): TestDatabase {
  const location: DatabaseLocation = { engine: 'postgres', url: throughPooler(database.url), poolSize: 5 };
  const db = connectDatabase(location);
  return {
    db,
    location,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Resolves once a statement on a PostgreSQL database waits for a lock that another holds. */
export async function untilLocked(db: Database): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
}
