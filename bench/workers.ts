import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/platform/database/tables.ts';
import { startPostgresServer } from '../test/faults/support/postgres-server.ts';
import type { TestDatabase } from '../test/support/databases.ts';
import { enqueueMany, givenOwners } from './backlog.ts';
import { median } from './median.ts';
import { fitScalability, type Scalability } from './scalability.ts';
import { processorTime, processorTimeOfAll } from './server-process.ts';
import type { FromWorkers, ToWorkers } from './workers-process.ts';

/** What so many workers do together, with a PostgreSQL server of their own on the same processors. */
export interface WorkersFigures {
  readonly perSecond: number;
  /** Processor time of the server, and of the workers' processes, for a job. */
  readonly serverCpuUs: number;
  readonly workersCpuUs: number;
  /** Connections that wait for a lock of another, on average while jobs are done. */
  readonly waitingForLocks: number;
}

/** Processes, and workers of each. */
const sizes = [
  [1, 1],
  [1, 2],
  [1, 4],
  [1, 16],
  [4, 16],
  [16, 16],
  [64, 16],
] as const;
const rounds = 3;
/** By then each worker has its plans, and has looked after the queue as it does first of all. */
const settleMs = 7_000;
const roundMs = 5_000;
const sampleMs = 50;
/** More than are done in a round. */
const queued = 25_000;
/** With so many accounts; each runs four jobs at most, so sixteen keep 64 workers busy. */
const accountsOf = [2_000, 16];

/** Measures up to 64 processes of up to 16 workers, and fits the Universal Scalability Law to what they do. */
export async function benchWorkers(): Promise<Record<string, WorkersFigures | Scalability>> {
  const most = Math.max(...sizes.map(([processes, workers]) => processes * workers + processes));
  await using server = await startPostgresServer(
    {},
    { settings: { max_connections: String(most + 50), shared_buffers: '512MB', max_wal_size: '4GB' } },
  );
  const figures: Record<string, WorkersFigures | Scalability> = {};
  for (const accounts of accountsOf) {
    const name = `${accounts} accounts`;
    const measured: { workers: number; perSecond: number }[] = [];
    for (const [processes, workers] of sizes) {
      await using database = await server.createDatabase(`bench_${Object.keys(figures).length}`);
      await givenOwners(database.db, accounts);
      await using running = await startWorkers(database, processes, workers);
      const made: WorkersFigures[] = [];
      for (let round = 0; round < rounds; round++) made.push(await runRound(server.folder, database.db, running));
      const of = (figure: keyof WorkersFigures) => median(made.map((round) => round[figure]));
      figures[`${name}: ${processes} × ${workers}`] = {
        perSecond: of('perSecond'),
        serverCpuUs: of('serverCpuUs'),
        workersCpuUs: of('workersCpuUs'),
        waitingForLocks: of('waitingForLocks'),
      };
      measured.push({ workers: processes * workers, perSecond: of('perSecond') });
    }
    figures[`${name}: the law`] = fitScalability(measured);
  }
  return figures;

  async function runRound(folder: string, db: Database, running: RunningWorkers): Promise<WorkersFigures> {
    await sql`truncate jobs, job_queues cascade`.execute(db);
    await enqueueMany(db, queued, (await db.selectFrom('accounts').select('id').execute()).length);
    await sql`vacuum analyze`.execute(db);
    await running.tell('work');
    await delay(settleMs);
    const look = async () => {
      const { rows } = await completed.execute(db);
      const cpuUs = { server: serverCpuUs(folder), workers: running.cpuUs() };
      return { at: performance.now(), cpuUs, jobs: Number(rows[0]?.count) };
    };
    const before = await look();
    const waits: number[] = [];
    while (performance.now() < before.at + roundMs) {
      await delay(sampleMs);
      const { rows } = await waiting.execute(db);
      waits.push(Number(rows[0]?.count));
    }
    const after = await look();
    const begun = (await running.tell('stop')).reduce((sum, answer) => sum + answer.begun, 0);
    const ended = Number((await completed.execute(db)).rows[0]?.count);
    if (begun !== ended || ended === queued) throw new Error(`${begun} jobs were begun, ${ended} of ${queued} ended.`);
    const jobs = after.jobs - before.jobs;
    return {
      perSecond: (jobs * 1_000) / (after.at - before.at),
      serverCpuUs: (after.cpuUs.server - before.cpuUs.server) / jobs,
      workersCpuUs: (after.cpuUs.workers - before.cpuUs.workers) / jobs,
      waitingForLocks: waits.reduce((sum, count) => sum + count, 0) / waits.length,
    };
  }
}

const completed = sql<{ count: string }>`select count(*) from jobs where status = 'completed'`;
const waiting = sql<{ count: string }>`select count(*) from pg_stat_activity where wait_event_type = 'Lock'`;

interface RunningWorkers extends AsyncDisposable {
  /** Resolves when all have answered. */
  tell(message: ToWorkers): Promise<FromWorkers[]>;
  cpuUs(): number;
}

async function startWorkers({ location }: TestDatabase, processes: number, workers: number): Promise<RunningWorkers> {
  if (location.engine !== 'postgres') throw new Error('The workers need PostgreSQL.');
  const children: ChildProcess[] = [];
  const ask = async (child: ChildProcess, message: ToWorkers): Promise<FromWorkers> => {
    const answered = once(child, 'message');
    child.send(message);
    return (await answered)[0];
  };
  const connected: Promise<FromWorkers>[] = [];
  for (let process = 0; process < processes; process++) {
    const child = fork(new URL('./workers-process.ts', import.meta.url));
    children.push(child);
    connected.push(ask(child, { url: location.url, workers, process }));
    // Two start at a time.
    if (process % 2 === 1) await Promise.all(connected);
  }
  await Promise.all(connected);
  return {
    tell: (message) => Promise.all(children.map((child) => ask(child, message))),
    cpuUs: () => children.reduce((sum, { pid }) => sum + processorTime(pid), 0),
    async [Symbol.asyncDispose]() {
      const gone = children.map((child) => once(child, 'exit'));
      for (const child of children) child.disconnect();
      await Promise.all(gone);
    },
  };
}

/** The processor time of all the server's processes. */
function serverCpuUs(folder: string): number {
  return processorTimeOfAll(Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10));
}

if (import.meta.main) console.table(await benchWorkers());
