import { sql } from 'kysely';
import type { TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** A server of a test's own with a standby that follows it. */
export interface ReplicatedServer extends AsyncDisposable {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
}

/** With `isSynchronous` each commit waits until the standby has it on its disk. Another standby of it can be started with `startStandby`. */
export async function startReplicatedServer({ isSynchronous = false } = {}): Promise<ReplicatedServer> {
  await using stack = new AsyncDisposableStack();
  const primary = stack.use(await startPostgresServer({}, { settings: { fsync: 'off', max_connections: '200' } }));
  const standby = stack.use(await startStandby(primary));
  if (isSynchronous) {
    await using database = await primary.createDatabase('settings');
    await sql`alter system set synchronous_standby_names = '*'`.execute(database.db);
    await sql`select pg_reload_conf()`.execute(database.db);
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`.execute(database.db);
      return rows.length === 1;
    });
  }
  const resources = stack.move();
  return { primary, standby, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

export function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const settings = {
    fsync: 'off',
    max_connections: '200',
    hot_standby_feedback: 'off',
    max_standby_streaming_delay: '0',
  };
  return startPostgresServer({}, { of: primary, settings });
}

/** Resolves once the standby has all that the database has. */
export async function untilFollowed({ db }: Pick<TestDatabase, 'db'>, standby: TestDatabase): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(db);
  await eventually(async () => {
    const there = await sql<{ is: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as is`.execute(
      standby.db,
    );
    return there.rows[0]?.is;
  });
}
