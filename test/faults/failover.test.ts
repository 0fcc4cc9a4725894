import { sql } from 'kysely';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import type { TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { rounds, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { startDatabaseProxy } from './support/database-proxy.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { type PostgresServer, postgresServerSkip as skip } from './support/postgres-server.ts';
import { seed } from './support/random.ts';
import { type ReplicatedServer, startReplicatedServer } from './support/replicated-server.ts';

const writesBetween = 40;
const name = 'reports';

interface Address {
  readonly url: string;
  /** Has the standby take the primary's place. */
  failOver(): Promise<void>;
}

/** How an address leads to the new primary. */
const ways: Readonly<Record<string, (servers: ReplicatedServer, stack: AsyncDisposableStack) => Promise<Address>>> = {
  'a crash, and an address with both hosts': async ({ primary, standby }) => ({
    url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${name}?target_session_attrs=read-write&sslmode=disable`,
    async failOver() {
      await primary.stop('immediate');
      await promote(standby);
    },
  }),
  'a crash, and a name that leads elsewhere then': async ({ primary, standby }, stack) => {
    const proxy = stack.use(await startDatabaseProxy(primary.url(name)));
    return {
      url: proxy.url,
      async failOver() {
        await primary.stop('immediate');
        await promote(standby);
        proxy.moveTo(standby.url(name));
      },
    };
  },
  'a change of places, after which connections lead to a server that only reads': async (
    { primary, standby },
    stack,
  ) => {
    const proxy = stack.use(await startDatabaseProxy(primary.url(name)));
    return {
      url: proxy.url,
      async failOver() {
        await withDatabase(primary.url(name), async ({ db }) => {
          await sql`alter system set default_transaction_read_only = on`.execute(db);
          await sql`select pg_reload_conf()`.execute(db);
          // What has begun before each session knows of it may still write.
          const known = await sql<{ at: string }>`select (clock_timestamp() + interval '200 ms')::text as at`.execute(
            db,
          );
          const at = sql`${known.rows[0]?.at}::timestamptz`;
          await eventually(async () => {
            const { rows } = await sql`select 1 where clock_timestamp() < ${at} or exists (
              select 1 from pg_stat_activity where datname = ${name} and xact_start < ${at})`.execute(db);
            return rows.length === 0;
          });
          const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(db);
          await withDatabase(standby.url(name), ({ db: behind }) =>
            eventually(async () => {
              const there = sql<{ is: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as is`;
              return (await there.execute(behind)).rows[0]?.is;
            }),
          );
        });
        await promote(standby);
        proxy.moveTo(standby.url(name));
      },
    };
  },
};

for (const [way, address] of Object.entries(ways)) {
  test(`failover (${way}): nothing acknowledged is lost or done twice, and nobody restarts`, { skip }, async (t) => {
    for (let round = 0; round < rounds(1); round++) {
      await using stack = new AsyncDisposableStack();
      const servers = stack.use(await startReplicatedServer({ isSynchronous: true }));
      await (await servers.primary.createDatabase(name))[Symbol.asyncDispose]();
      const { url: databaseUrl, failOver } = await address(servers, stack);
      const database = stack.use(at(databaseUrl));
      const installation = stack.use(await givenFaultInstallation(database, { LOG_LEVEL: 'warn' }));
      const [api] = await Promise.all([
        installation.start('api'),
        installation.start('worker'),
        installation.start('worker'),
      ]);
      const url = await api.ready;
      const ledger = new Ledger();
      const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
      const load = startMixedLoad({ customers, clients: 2, ledger, seed: seed + round, url: () => url });
      const more = async () => {
        const { size } = ledger.acknowledged;
        await eventually(() => ledger.acknowledged.size >= size + writesBetween, 90_000);
      };
      await more();
      const begun = performance.now();
      await failOver();
      await more();
      const tookMs = Math.round(performance.now() - begun);
      await load.stop();
      // Both workers are told of jobs by the new primary.
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where query like 'listen%'
          or query like '%as is_read_only'`.execute(database.db);
        return rows.length === 2;
      }, 30_000);
      const figures = assertSound(await audit(installation, url, ledger));
      t.diagnostic(
        `${way}: ${figures}; ${ledger.failedRequests} requests sent again, ${writesBetween} writes later after ${tookMs} ms (seed ${seed + round})`,
      );
    }
  });
}

async function promote(standby: PostgresServer): Promise<void> {
  await withDatabase(standby.url(name), ({ db }) => sql`select pg_promote()`.execute(db));
}

async function withDatabase<T>(url: string, work: (database: TestDatabase) => Promise<T>): Promise<T> {
  await using database = at(url);
  return await work(database);
}

function at(url: string): TestDatabase {
  const location: DatabaseLocation = { engine: 'postgres', url, poolSize: 5 };
  const db = connectDatabase(location);
  return { location, db, [Symbol.asyncDispose]: () => db.destroy() };
}
