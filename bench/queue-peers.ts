import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** A running worker of one queue. */
export interface RunningQueue {
  wake(): void;
  stop(): Promise<void>;
}

/**
 * A queue to compare with. As it keeps no finished jobs in the form that an API shows, each job also has a row of its
 * own: made in the transaction that starts the job, and ended by the job.
 */
interface QueuePeer {
  /** Makes its tables; returns how a job is started. */
  prepare(url: string): Promise<{ start(client: pg.PoolClient, id: string): Promise<void>; close(): Promise<void> }>;
  /** Runs one job at a time; `begin` is called first in each. */
  work(url: string, begin: () => void): Promise<RunningQueue>;
}

async function load<Module>(name: string): Promise<Module> {
  const require = createRequire(new URL('./peers/package.json', import.meta.url));
  return import(pathToFileURL(require.resolve(name)).href);
}

/** Connections whose end, when their database is dropped, does not end the process. */
export function openPool(url: string, max = 3): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function endRow(pool: pg.Pool, id: string): Promise<void> {
  await pool.query({ name: 'end', text: `update bench_jobs set status = 'completed' where id = $1`, values: [id] });
}

interface GraphileWorker {
  run(options: object): Promise<{ stop(): Promise<void> }>;
  runMigrations(options: object): Promise<void>;
  readonly Logger: new (factory: () => () => void) => object;
}

const graphileWorker: QueuePeer = {
  async prepare(url) {
    const { runMigrations, Logger } = await load<GraphileWorker>('graphile-worker');
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
    const text = `select graphile_worker.add_job('noop', json_build_object('id', $1::text))`;
    return {
      start: async (client, id) => void (await client.query({ name: 'start', text, values: [id] })),
      async close() {},
    };
  },
  async work(url, begin) {
    const { run, Logger } = await load<GraphileWorker>('graphile-worker');
    const pool = openPool(url);
    const noop = async ({ id }: { readonly id: string }) => {
      begin();
      await endRow(pool, id);
    };
    const logger = new Logger(() => () => {});
    const runner = await run({ pgPool: pool, concurrency: 1, noHandleSignals: true, logger, taskList: { noop } });
    const stop = async () => {
      await runner.stop();
      await pool.end();
    };
    return { wake() {}, stop };
  },
};

interface PgBoss {
  on(event: string, listener: () => void): void;
  start(): Promise<unknown>;
  createQueue(name: string, options: object): Promise<void>;
  send(name: string, data: object, options: object): Promise<unknown>;
  work(name: string, options: object, handler: (jobs: { data: { id: string } }[]) => Promise<void>): Promise<unknown>;
  stop(options: object): Promise<void>;
}

async function openBoss(url: string): Promise<PgBoss> {
  const { PgBoss } = await load<{ PgBoss: new (options: object) => PgBoss }>('pg-boss');
  const boss = new PgBoss({ connectionString: url, max: 3, useListenNotify: true, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  return boss;
}

const pgBoss: QueuePeer = {
  async prepare(url) {
    const boss = await openBoss(url);
    await boss.createQueue('noop', { notify: true });
    return {
      async start(client, id) {
        await boss.send(
          'noop',
          { id },
          { db: { executeSql: (text: string, values: []) => client.query(text, values) } },
        );
      },
      close: () => boss.stop({ graceful: false }),
    };
  },
  async work(url, begin) {
    const boss = await openBoss(url);
    const pool = openPool(url);
    // With a batch of one it would wait for its next look at the queue after each job of a backlog.
    await boss.work('noop', { batchSize: 2, burstWhenBatchFull: true }, async (jobs) => {
      for (const { data } of jobs) {
        begin();
        await endRow(pool, data.id);
      }
    });
    const stop = async () => {
      await boss.stop({ graceful: true });
      await pool.end();
    };
    return { wake() {}, stop };
  },
};

export const queuePeers = { 'graphile-worker': graphileWorker, 'pg-boss': pgBoss } as const;
export type QueuePeerName = keyof typeof queuePeers;
