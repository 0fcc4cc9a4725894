import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectDatabase, type DatabaseLocation } from './connect.ts';
import { isPostgres } from './engine.ts';
import { migrate, runBackfills } from './migrate.ts';
import type { RunStep } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';
import { readSchema } from './schema-state.ts';
import { portableTables } from './snapshot.ts';
import type { Database } from './tables.ts';

/** A step that was run on a copy. */
export interface MeasuredStep {
  readonly migration: string;
  readonly step: string;
  readonly ms: number;
  /** The locks that its transaction held when it was done, of tables that were there before. */
  readonly locks: string;
}

const heldModes = sql`('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock', 'RowExclusiveLock')`;

/**
 * Runs what is not applied on a copy of all rows, and removes the copy: on PostgreSQL a schema of its own in the same
 * database, which needs the right to create one and as much space again; on SQLite a file in the folder that `makeFolder` makes, which it removes.
 * The copy has no other load: on the real one a step may take longer.
 */
export async function measureMigrations(
  location: DatabaseLocation,
  db: Database,
  makeFolder: () => Promise<string>,
): Promise<MeasuredStep[]> {
  await using copy =
    location.engine === 'sqlite' ? await copyFile(db, await makeFolder()) : await copySchema(location, db);
  const measured: MeasuredStep[] = [];
  const before = new Set(await tablesOf(copy.db));
  await migrate(copy.db, {
    contract: true,
    onStep: async ({ migration, step, tookMs, transaction }) => {
      const locks = isPostgres(copy.db) && step.does === 'statements' ? await heldLocks(transaction, before) : '';
      measured.push({ migration: migration.name, step: described(step), ms: Math.round(tookMs), locks });
    },
  });
  const began = performance.now();
  const tables = new Set<string>();
  await runBackfills(copy.db, { onBatch: ({ table }) => tables.add(table) });
  if (tables.size > 0) {
    const ms = Math.round(performance.now() - began);
    measured.push({ migration: 'backfills', step: `fill ${[...tables].join(', ')}`, ms, locks: '' });
  }
  return measured;
}

function described(step: RunStep): string {
  if (step.does === 'index') return `index ${step.index}`;
  if (step.does === 'backfill') return `fill ${step.backfill}`;
  const [first = ''] = step.statements;
  const more = step.statements.length > 1 ? ` and ${step.statements.length - 1} more` : '';
  return `${first.replaceAll(/\s+/g, ' ').slice(0, 80)}${more}`;
}

async function heldLocks(transaction: Database, before: ReadonlySet<string>): Promise<string> {
  const { rows } = await sql<{ name: string; mode: string }>`select relname as name, mode from pg_locks
    join pg_class on pg_class.oid = relation where pid = pg_backend_pid() and mode in ${heldModes} and relkind = 'r'
      and relnamespace = current_schema()::regnamespace and relname <> 'schema_migrations' order by 1, 2`.execute(
    transaction,
  );
  return rows
    .filter(({ name }) => before.has(name))
    .map(({ name, mode }) => `${name} ${mode}`)
    .join(', ');
}

async function tablesOf(db: Database): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{
        name: string;
      }>`select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** A database that was made by other steps may have them in another order. */
async function columnsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  return rows.map(({ name }) => name);
}

type Copy = AsyncDisposable & { readonly db: Database };

async function copyFile(db: Database, folder: string): Promise<Copy> {
  const path = join(folder, 'copy.db');
  await sql`vacuum into ${path}`.execute(db);
  const copy = connectDatabase({ engine: 'sqlite', path });
  return {
    db: copy,
    async [Symbol.asyncDispose]() {
      await copy.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function copySchema(location: DatabaseLocation & { readonly engine: 'postgres' }, db: Database): Promise<Copy> {
  await using stack = new AsyncDisposableStack();
  const schema = `report_service_copy_${process.pid}`;
  const url = new URL(location.url);
  url.searchParams.set('options', `-c search_path=${schema}`);
  // Dropping many tables takes its time as well.
  const patient = stack.adopt(connectDatabase({ ...location, poolSize: 1, isPatient: true }), (it) => it.destroy());
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const source = rows[0]?.schema ?? 'public';
  await sql`create schema ${sql.id(schema)}`.execute(patient);
  stack.defer(async () => void (await sql`drop schema ${sql.id(schema)} cascade`.execute(patient)));
  const copy = connectDatabase({ ...location, url: url.href, poolSize: 2, isPatient: true });
  stack.defer(() => copy.destroy());
  const applied = (await readSchema(db)).map(({ name }) => name);
  await migrate(copy, { wanted: migrations.filter(({ name }) => applied.includes(name)) });
  const there = await tablesOf(copy);
  const ordered = [...Object.keys(portableTables).filter((table) => there.includes(table)), ...there];
  for (const table of new Set(ordered)) {
    if (table === 'schema_migrations') continue;
    const at = sql.id(schema, table);
    await sql`truncate ${at} cascade`.execute(copy);
  }
  for (const table of new Set(ordered)) {
    if (table === 'schema_migrations') continue;
    const at = sql.id(schema, table);
    await sql`alter table ${at} disable trigger user`.execute(copy);
    const columns = sql.join((await columnsOf(copy, table)).map((column) => sql.ref(column)));
    await sql`insert into ${at} (${columns}) overriding system value select ${columns} from ${sql.id(source, table)}`.execute(
      copy,
    );
    await sql`alter table ${at} enable trigger user`.execute(copy);
    await sql`analyze ${at}`.execute(copy);
  }
  const resources = stack.move();
  return { db: copy, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
