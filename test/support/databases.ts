import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase, type DatabaseLocation } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Database } from '../../src/database/tables.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './folders.ts';

export type Engine = 'sqlite' | 'postgres';

export interface TestDatabase extends AsyncDisposable {
  readonly db: Database;
  readonly location: DatabaseLocation;
}

const serverUrl = process.env.DATABASE_URL_TEST ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The engines that tests run on: SQLite always, PostgreSQL where a server answers. With CI=true it must. */
export const engines: readonly Engine[] = (await postgresFault()) === null ? ['sqlite', 'postgres'] : ['sqlite'];

async function postgresFault(): Promise<string | null> {
  try {
    await withServer(async () => {});
    return null;
  } catch (error) {
    const reason = `no PostgreSQL answers at ${new URL(serverUrl).host} (${(error as Error).message})`;
    if (process.env.CI === 'true') throw new Error(`PostgreSQL is needed for the tests: ${reason}`);
    test(`PostgreSQL: ${reason}; set DATABASE_URL_TEST`, { skip: reason });
    return reason;
  }
}

async function withServer<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
  const url = new URL(serverUrl);
  if (database) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database of its own: a copy of a template file, or a clone of a template database. Removed on dispose. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? createSqlite() : createPostgres();
}

/** A database of its own without any schema. Removed on dispose. */
export async function createEmptyDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? openSqlite() : openPostgres('template1');
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

let databaseCount = 0;

async function createPostgres(): Promise<TestDatabase> {
  const version = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12);
  const template = `report_service_template_${version}`;
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock(726570)');
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) await makeTemplate(client, template);
  });
  return openPostgres(template);
}

async function openPostgres(template: string): Promise<TestDatabase> {
  const name = `report_service_test_${process.pid}_${Date.now()}_${databaseCount++}`;
  await withServer(async (client) => {
    // A template that another is copying from cannot be copied: one at a time.
    await client.query('select pg_advisory_lock(726570)');
    await client.query(`create database ${name} template ${template}`);
  });
  const location: DatabaseLocation = { engine: 'postgres', url: databaseUrl(name), poolSize: 5 };
  const db = connectDatabase(location);
  return {
    db,
    location,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await withServer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Made under another name first, so that a killed run leaves no half-made template behind. */
async function makeTemplate(client: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const db = connectDatabase({ engine: 'postgres', url: databaseUrl(draft), poolSize: 1 });
  await migrate(db);
  await db.destroy();
  await client.query(`alter database ${draft} rename to ${template}`);
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Resolves once a statement on a PostgreSQL database waits for a lock that another holds. */
export async function untilLocked(db: Database): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
}
