import { parentPort, workerData } from 'node:worker_threads';
import { connectDatabase, type DatabaseLocation } from '../src/platform/database/connect.ts';
import type { JobHandler, JobLog } from '../src/platform/jobs/job-handler.ts';
import { Rest } from '../src/platform/jobs/rest.ts';
import type { FromThread, ToThread } from '../src/platform/jobs/supervisor.ts';
import { Worker } from '../src/platform/jobs/worker.ts';
import { type QueuePeerName, queuePeers, type RunningQueue } from './queue-peers.ts';

/** What each worker thread of `bench/queue.ts` gets. */
export interface QueueThreadData {
  /** Our own queue unless given. */
  readonly peer?: QueuePeerName | undefined;
  readonly location: DatabaseLocation;
  /** How many jobs have begun, and when the last did, in nanoseconds of the steady clock. */
  readonly begun: BigInt64Array<SharedArrayBuffer>;
}

const { peer, location, begun, workerId, rest } = workerData as QueueThreadData & {
  readonly workerId: string;
  readonly rest: SharedArrayBuffer;
};
const port = parentPort;
if (!port) throw new Error('queue-thread.ts runs in a worker thread only');
const silent: JobLog = { info() {}, warn() {}, error() {}, child: () => silent };

function begin(): void {
  Atomics.store(begun, 1, process.hrtime.bigint());
  Atomics.add(begun, 0, 1n);
}

/** As `src/worker-thread.ts` runs it. */
async function workOurselves(): Promise<RunningQueue> {
  const isServer = location.engine === 'postgres';
  const db = connectDatabase(isServer ? { ...location, poolSize: 3 } : location);
  const noop: JobHandler = async () => {
    begin();
    return { status: 'completed' };
  };
  const handlers = { generation: noop, export: noop };
  const pollMs = isServer ? 5_000 : 1_000;
  const worker = new Worker({
    ...{ db, workerId, handlers, log: silent, pollMs },
    takeMeasure() {},
    rest: new Rest(rest),
    maxRunningPerAccount: 4,
  });
  const ended = worker.run();
  const stop = async () => {
    worker.stop();
    await ended;
    await db.destroy();
  };
  return { wake: () => worker.wake(), stop };
}

const running = await (peer && location.engine === 'postgres'
  ? queuePeers[peer].work(location.url, begin)
  : workOurselves());
const tellAlive = () => port.postMessage({ type: 'alive' } satisfies FromThread);
const alive = setInterval(tellAlive, 1_000);
port.on('message', async (message: ToThread) => {
  if (message === 'wake') running.wake();
  if (message !== 'stop') return;
  await running.stop();
  clearInterval(alive);
  port.close();
});
