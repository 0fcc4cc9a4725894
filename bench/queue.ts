import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { inShortTransaction } from '../src/platform/database/transactions.ts';
import { announceJobs, listenForJobs } from '../src/platform/jobs/notifications.ts';
import { enqueueJob, type NewJob } from '../src/platform/jobs/queue.ts';
import { Supervisor } from '../src/platform/jobs/supervisor.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { createFreshDatabase, type Engine, engines, type TestDatabase } from '../test/support/databases.ts';
import { silentLog } from '../test/support/silent-log.ts';
import { median } from './median.ts';
import { openPool, type QueuePeerName, queuePeers } from './queue-peers.ts';
import type { QueueThreadData } from './queue-thread.ts';

/** Medians of one queue with two worker threads and a job that does nothing. */
export interface QueueFigures {
  /** Jobs started, each in a transaction of its own, and completed, in a second. */
  readonly perSecond: number;
  /** Processor time of this process for such a job: the start, the run and the end. */
  readonly cpuUs: number;
  /** From the committed start of one job to its begin, while nothing else is queued. */
  readonly pickUpP50Ms: number;
}

const rounds = 5;
const warmUps = 50;
const pickUps = 25;
const jobs = 400;
const startersAtOnce = 8;
const accountCount = 4;
/** After it, the workers wait again. */
const restMs = 20;

/** One queue on a database of its own. */
interface Contestant extends AsyncDisposable {
  readonly name: string;
  readonly database: TestDatabase;
  readonly peer?: QueuePeerName;
  /** Resolves when the start is committed; ours as the API starts a job. */
  start(): Promise<void>;
  countUnfinished(): Promise<number>;
}

async function ourselves(engine: Engine): Promise<Contestant> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createFreshDatabase(engine));
  const { db } = database;
  const owners: Pick<NewJob, 'accountId' | 'projectId'>[] = [];
  for (let index = 0; index < accountCount; index++) {
    const account = await givenAccount(db);
    owners.push({ accountId: account.id, projectId: (await givenProject(db, account)).id });
  }
  const common = {
    type: 'generation',
    reportId: null,
    format: null,
    source: 'api',
    request: {},
    refusal: null,
  } as const;
  let count = 0;
  const resources = stack.move();
  return {
    name: `report-service, ${engine}`,
    database,
    async start() {
      const owner = owners[count++ % accountCount];
      if (owner) await inShortTransaction(db, (transaction) => enqueueJob(transaction, { ...common, ...owner }));
    },
    async countUnfinished() {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from jobs where status <> 'completed'`.execute(db);
      return Number(rows[0]?.count);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function peerQueue(peer: QueuePeerName): Promise<Contestant> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createFreshDatabase('postgres'));
  if (database.location.engine !== 'postgres') throw new Error(`${peer} needs PostgreSQL`);
  const { url } = database.location;
  const pool = stack.adopt(openPool(url, 5), (adopted) => adopted.end());
  await pool.query(`create table bench_jobs (id text primary key, status text not null)`);
  await pool.query(`create index on bench_jobs (id) where status <> 'completed'`);
  const prepared = stack.adopt(await queuePeers[peer].prepare(url), ({ close }) => close());
  const insert = { name: 'insert', text: `insert into bench_jobs values ($1, 'queued')` };
  let count = 0;
  const resources = stack.move();
  return {
    name: peer,
    peer,
    database,
    async start() {
      const id = `job_${count++}`;
      const client = await pool.connect();
      await client.query('begin');
      await client.query({ ...insert, values: [id] });
      await prepared.start(client, id);
      await client.query('commit');
      client.release();
    },
    async countUnfinished() {
      const { rows } = await pool.query(`select count(*) as count from bench_jobs where status <> 'completed'`);
      return Number(rows[0].count);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function runRound({ database, peer, start, countUnfinished }: Contestant): Promise<QueueFigures> {
  const { db, location } = database;
  const begun = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));
  const workerData = { peer, location, begun } satisfies QueueThreadData;
  const entry = new URL('./queue-thread.ts', import.meta.url);
  const supervisor = new Supervisor({ db, entry, threads: 2, workerData, log: silentLog, takeMeasure() {} });
  const wake = () => supervisor.wake();
  await using _ = !peer && location.engine === 'postgres' ? listenForJobs(location, wake, silentLog) : undefined;
  const announce = !peer && location.engine === 'postgres' ? announceJobs(db) : undefined;
  const startOne = async () => {
    await start();
    // As the API does it.
    if (!peer && !supervisor.wake(1)) announce?.();
  };
  const untilBegun = async (expected: bigint) => {
    for (let seen = Atomics.load(begun, 0); seen < expected; seen = Atomics.load(begun, 0)) {
      const { async, value } = Atomics.waitAsync(begun, 0, seen, 1);
      if (async) await value;
    }
  };
  const untilDone = async () => {
    while ((await countUnfinished()) > 0) await delay(2);
  };
  await supervisor.start();
  await startMany(startOne, warmUps);
  await untilDone();
  const waits: number[] = [];
  for (let index = 0; index < pickUps; index++) {
    await delay(restMs);
    const before = Atomics.load(begun, 0);
    await startOne();
    const committed = process.hrtime.bigint();
    await untilBegun(before + 1n);
    waits.push(Number(Atomics.load(begun, 1) - committed) / 1e6);
    await untilDone();
  }
  const before = Atomics.load(begun, 0);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await startMany(startOne, jobs);
  await untilBegun(before + BigInt(jobs));
  await untilDone();
  const [tookMs, { user, system }] = [performance.now() - started, process.cpuUsage(cpu)];
  await supervisor.stop();
  return { perSecond: (jobs * 1_000) / tookMs, cpuUs: (user + system) / jobs, pickUpP50Ms: median(waits) };
}

async function startMany(start: () => Promise<void>, total: number): Promise<void> {
  let left = total;
  const startInTurn = async () => {
    while (left-- > 0) await start();
  };
  await Promise.all(Array.from({ length: startersAtOnce }, startInTurn));
}

/** Measures our queue on each engine, and in turns with it those of `bench/peers` on PostgreSQL. */
export async function benchQueue(): Promise<Record<string, QueueFigures | string>> {
  await using stack = new AsyncDisposableStack();
  const contestants: Contestant[] = [];
  for (const engine of engines) contestants.push(stack.use(await ourselves(engine)));
  const hasPeers = existsSync(new URL('./peers/node_modules', import.meta.url));
  if (hasPeers && engines.includes('postgres')) {
    for (const name of Object.keys(queuePeers)) contestants.push(stack.use(await peerQueue(name as QueuePeerName)));
  }
  const figures = new Map<Contestant, QueueFigures[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [contestant, measured] of figures) measured.push(await runRound(contestant));
  }
  const medians = [...figures].map(([{ name }, measured]) => [
    name,
    {
      perSecond: median(measured.map(({ perSecond }) => perSecond)),
      cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
      pickUpP50Ms: median(measured.map(({ pickUpP50Ms }) => pickUpP50Ms)),
    },
  ]);
  return { ...Object.fromEntries(medians), ...(!hasPeers && { peers: 'not measured: run "npm ci" in bench/peers' }) };
}

if (import.meta.main) console.table(await benchQueue());
