import { type Kysely, sql } from 'kysely';
import { OperatorError } from '../errors.ts';
import { isPostgres } from './engine.ts';
import type { Migration, MigrationKind } from './migration.ts';
import { migrations } from './migrations/index.ts';
import type { Queryable, Tables } from './tables.ts';

/** A migration that was begun. */
export interface AppliedMigration {
  readonly name: string;
  readonly applied_at: string;
  /** Null for those that landed before there were kinds. */
  readonly kind: MigrationKind | null;
  /** How many of its steps are done; null where they are not counted, since it was one transaction. */
  readonly steps_done: number | null;
  /** When its last step was done; null before, and where steps are not counted. */
  readonly finished_at: string | null;
  /** How far the backfill that is under way has come: the last key, and how many rows it has looked at. */
  readonly backfill_key: string | null;
  readonly backfill_rows: number;
}

export type SchemaDb = Kysely<Tables & { schema_migrations: AppliedMigration }>;

export const asSchemaDb = (db: Queryable) => db as unknown as SchemaDb;

const addedColumns = {
  kind: 'text',
  steps_done: 'integer',
  finished_at: 'text',
  backfill_key: 'text',
  backfill_rows: 'integer not null default 0',
} as const;

/** Makes the table of migrations, or brings it to what this program has in it; in a transaction. */
export async function prepareMigrationsTable(transaction: Queryable): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`.execute(
    transaction,
  );
  const has = await columnsOf(transaction);
  for (const [column, type] of Object.entries(addedColumns)) {
    if (has.has(column)) continue;
    await sql.raw(`alter table schema_migrations add column ${column} ${type}`).execute(transaction);
  }
}

async function columnsOf(db: Queryable): Promise<Set<string>> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = to_regclass('schema_migrations') and attnum > 0 and not attisdropped`
    : sql<{ name: string }>`select name from pragma_table_info('schema_migrations')`;
  return new Set((await query.execute(db)).rows.map(({ name }) => name));
}

/** The migrations that were begun, in the order of their names; of a schema that no program with kinds has seen, as it would see them. */
export async function readSchema(db: Queryable, { isPrepared = false } = {}): Promise<AppliedMigration[]> {
  const has = isPrepared ? undefined : await columnsOf(db);
  if (has?.size === 0) return [];
  if (!has || has.has('backfill_rows'))
    return asSchemaDb(db).selectFrom('schema_migrations').selectAll().orderBy('name').execute();
  const { rows } = await sql<{ name: string; applied_at: string }>`select name, applied_at from schema_migrations
    order by name`.execute(db);
  const uncounted = { kind: null, steps_done: null, finished_at: null, backfill_key: null, backfill_rows: 0 };
  return rows.map((row) => ({ ...row, ...uncounted }));
}

/** Migrations of newer programs. */
export function newerThan(applied: readonly AppliedMigration[], known: readonly Migration[] = migrations) {
  return applied.filter(({ name }) => !known.some((migration) => migration.name === name));
}

/** Throws an OperatorError when a newer program has changed or removed what this one uses; what it has added is no matter. */
export function refuseContracted(applied: readonly AppliedMigration[], known?: readonly Migration[]): void {
  const blocking = newerThan(applied, known).find(({ kind }) => kind !== 'expand');
  if (!blocking) return;
  throw new OperatorError(
    `The database was made by a newer version of the service, which has changed or removed what this version uses (migration ${blocking.name}): run that version or a later one, or restore a backup that was made before it.`,
  );
}

/** Whether a newer program has added to the schema: tables and columns that this one knows nothing of. */
export async function isNewerSchema(db: Queryable): Promise<boolean> {
  return newerThan(await readSchema(db)).length > 0;
}

/** Throws an OperatorError for work that has to know every table and column while a newer program has added some. */
export async function requireOwnSchema(db: Queryable, what: string): Promise<void> {
  const [added] = newerThan(await readSchema(db));
  if (!added) return;
  throw new OperatorError(
    `A newer version of the service has added to the database (migration ${added.name}), and ${what} would leave that out; use the newer version for it.`,
  );
}

export const isUnfinished = ({ steps_done, finished_at }: AppliedMigration) =>
  steps_done !== null && finished_at === null;
