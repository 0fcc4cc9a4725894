import { type Kysely, sql } from 'kysely';
import { OperatorError } from '../errors.ts';
import { isPostgres } from './engine.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';
import type { Database, Tables } from './tables.ts';

/** Any number that no other program on the server uses for an advisory lock. */
const advisoryLock = 7_265_706_011;

/**
 * Brings the schema to this program's version, one transaction per migration, so that a killed migration leaves nothing
 * behind. Returns the names it applied. Throws an OperatorError when the database is newer than the program. With
 * `wanted`, the schema is that of an older program.
 */
export async function migrate(database: Database, wanted: readonly Migration[] = migrations): Promise<string[]> {
  const db = database as unknown as Kysely<Tables & { schema_migrations: { name: string; applied_at: string } }>;
  const postgres = isPostgres(database);
  const applied: string[] = [];
  for (let step = 0; step <= migrations.length; step++) {
    const name = await db.transaction().execute(async (transaction) => {
      if (postgres) await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
      await sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`.execute(
        transaction,
      );
      const done = (await transaction.selectFrom('schema_migrations').select('name').execute()).map((row) => row.name);
      const unknown = done.find((name) => !migrations.some((migration) => migration.name === name));
      if (unknown) {
        throw new OperatorError(
          `The database was made by a newer version of the service (migration ${unknown}); run that version or restore a backup.`,
        );
      }
      const next = wanted.find((migration) => !done.includes(migration.name));
      if (!next) return undefined;
      const own = (postgres ? next.postgres : next.sqlite) ?? [];
      for (const statement of [...next.statements, ...own]) await sql.raw(statement).execute(transaction);
      await transaction
        .insertInto('schema_migrations')
        .values({ name: next.name, applied_at: new Date().toISOString() })
        .execute();
      return next.name;
    });
    if (!name) break;
    applied.push(name);
  }
  return applied;
}
