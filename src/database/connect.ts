import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { measureWaits, type OnWait } from './measured-waits.ts';
import { PostgresClient } from './postgres-client.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Database, Tables } from './tables.ts';

/**
 * Where the rows live: a SQLite file, or a PostgreSQL server with at most `poolSize` connections. On those of a patient one a
 * statement may take as long as it needs, as that of a migration may which makes an index on a large table.
 */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: string; readonly poolSize: number; readonly isPatient?: boolean };

/**
 * Opens the database. SQLite is opened at once and throws when it cannot be; PostgreSQL connects on the first query.
 * Every wait is bounded: 5 s for a SQLite lock or a PostgreSQL connection, 10 s for a statement.
 */
export function connectDatabase(location: DatabaseLocation, onWait?: OnWait): Database {
  const dialect = location.engine === 'sqlite' ? sqliteDialect(location.path) : postgresDialect(location);
  return new Kysely<Tables>({ dialect: onWait ? measureWaits(dialect, onWait) : dialect });
}

function postgresDialect(location: DatabaseLocation & { readonly engine: 'postgres' }): Dialect {
  const pool = new pg.Pool({
    Client: PostgresClient,
    connectionString: location.url,
    max: location.poolSize,
    connectionTimeoutMillis: 5_000,
    ...(!location.isPatient && { statement_timeout: 10_000, query_timeout: 12_000 }),
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'report-service',
    // An idle connection that the network has forgotten is found out within some 20 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A connection that breaks, idle or in a query, is replaced by the pool, and its query fails; without a listener the
  // process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
