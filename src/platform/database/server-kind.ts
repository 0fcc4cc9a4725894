import { sql } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Queryable } from './tables.ts';

const leastVersion = 15;
/** What servers that speak PostgreSQL's protocol and are others say of themselves, and what they are called. */
const others = [
  [/CockroachDB/i, 'CockroachDB'],
  [/-YB-|YugabyteDB/i, 'YugabyteDB'],
  [/Redshift/i, 'Amazon Redshift'],
] as const;

/**
 * Throws an OperatorError for a server that lacks what totals and events are kept by: it could count wrongly without a
 * word. Before anything is written.
 */
export async function requirePostgres(db: Queryable): Promise<void> {
  const { rows } = await sql<{ version: string; number: number | string }>`select version() as version,
    current_setting('server_version_num') as number`.execute(db);
  const { version = '', number = 0 } = rows[0] ?? {};
  const other = others.find(([pattern]) => pattern.test(version))?.[1];
  if (other) {
    throw new OperatorError(
      `The database is ${other}, which lacks what the service keeps its totals by; use PostgreSQL ${leastVersion} or newer (docs/databases.md says which servers do).`,
    );
  }
  const major = Math.floor(Number(number) / 10_000);
  if (major < leastVersion) {
    throw new OperatorError(`The database is PostgreSQL ${major}; the service needs ${leastVersion} or newer.`);
  }
}
