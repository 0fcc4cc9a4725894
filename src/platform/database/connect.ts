import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseProfile } from '../database-profiles.ts';
import { measureWaits, type OnWait } from './measured-waits.ts';
import { PostgresClient } from './postgres-client.ts';
import { type Route, RouteChoice, routesTo } from './postgres-routes.ts';
import { RepeatingDatabase } from './repeats.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Database, Tables } from './tables.ts';

/**
 * Where the rows live: a SQLite file, or a PostgreSQL server with at most `poolSize` connections (to each of its hosts,
 * where there are several). On patient connections a statement may take as long as it needs, such as a migration that
 * indexes a large table.
 */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'postgres';
      readonly url: string;
      /** Whether a pooler shares the server's sessions among its clients; each connection finds out by itself unless it is given. */
      readonly profile?: DatabaseProfile | null;
      readonly poolSize: number;
      readonly isPatient?: boolean;
      /** How long the answer to a statement is awaited, in milliseconds; usually longer than the server may take. */
      readonly answerMs?: number;
      /** How long a connection may take to be made; 5 s unless given. */
      readonly connectMs?: number;
    };

/**
 * Opens the database. SQLite is opened at once and throws if that fails; PostgreSQL connects on the first query, but an
 * unusable address throws an OperatorError at once. Every wait is bounded: 5 s for a SQLite lock or a PostgreSQL
 * connection (to each of its hosts, where there are several), 10 s for a statement. PostgreSQL may undo a transaction for the
 * sake of others: then its work is run again, whole, up to ten times.
 */
export function connectDatabase(location: DatabaseLocation, onWait?: OnWait): Database {
  const dialect = location.engine === 'sqlite' ? sqliteDialect(location.path) : postgresDialect(location);
  const config = { dialect: onWait ? measureWaits(dialect, onWait) : dialect };
  return location.engine === 'sqlite' ? new Kysely<Tables>(config) : new RepeatingDatabase(config);
}

export function postgresDialect(location: DatabaseLocation & { readonly engine: 'postgres' }): Dialect {
  const routes = routesTo(location.url).map(({ host, config }) => ({ host, pool: createPool(location, config) }));
  const choice = new RouteChoice(routes);
  const [only, ...others] = routes.map(({ pool }) => pool);
  if (only && others.length === 0) return new PostgresDialect({ pool: only });
  const connect = () => choice.take(({ pool }) => pool.connect());
  const end = async () => void (await Promise.all(routes.map(({ pool }) => pool.end())));
  return new PostgresDialect({ pool: { connect, end, options: {} } });
}

function createPool(
  {
    poolSize,
    profile = null,
    isPatient,
    answerMs = 12_000,
    connectMs = 5_000,
  }: DatabaseLocation & { readonly engine: 'postgres' },
  config: Route['config'],
): pg.Pool {
  const pool = new pg.Pool({
    Client: PostgresClient,
    ...{ max: poolSize, profile },
    connectionTimeoutMillis: connectMs,
    ...(!isPatient && { statement_timeout: Math.min(10_000, answerMs), query_timeout: answerMs }),
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'report-service',
    // An idle connection that the network has dropped is detected within about 20 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...config,
  });
  // The next query gets the error; without a listener the process would crash.
  pool.on('error', () => {});
  dropUnfit(pool);
  return pool;
}

/** The connections of all pools that nobody uses. */
const idle = new Set<PostgresClient>();

/**
 * A connection that got no answer in time is closed, and with it those to the same server that nobody uses: what made
 * the network lose the one has lost the others too, and each would keep a request waiting before it is noticed. So is one
 * whose server takes no writes any more: a new one is made to whichever does by now, by its name.
 */
function dropUnfit(pool: pg.Pool): void {
  const own = (client: pg.PoolClient) => client as unknown as PostgresClient;
  pool.on('acquire', (client) => void idle.delete(own(client)));
  pool.on('remove', (client) => void idle.delete(own(client)));
  pool.on('release', (_error, client) => {
    const { isSilent, takesNoWrites, host, port } = own(client);
    if (!isSilent && !takesNoWrites) return void idle.add(own(client));
    if (takesNoWrites) void own(client).end();
    for (const other of idle) {
      if (other.host !== host || other.port !== port) continue;
      idle.delete(other);
      other.abandon();
    }
  });
}
