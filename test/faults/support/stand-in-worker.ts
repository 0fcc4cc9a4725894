import { parentPort, workerData } from 'node:worker_threads';
import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import type { JobHandler, JobLog } from '../../../src/platform/jobs/job-handler.ts';
import { Rest } from '../../../src/platform/jobs/rest.ts';
import type { FromThread, ToThread } from '../../../src/platform/jobs/supervisor.ts';
import { Worker } from '../../../src/platform/jobs/worker.ts';

/** What a job's request asks of the worker thread that runs it. */
export type Behaviour = 'work' | 'exit' | 'throw' | 'out_of_memory' | 'busy' | 'never' | 'held';

const {
  location,
  workerId,
  rest,
  pollMs = 100,
  gate,
} = workerData as {
  location: DatabaseLocation;
  pollMs?: number;
  /** Held jobs end when its first number is no longer 0. */
  gate: SharedArrayBuffer;
  workerId: string;
  rest: SharedArrayBuffer;
};
const behaviours: Readonly<Record<Behaviour, () => Promise<void>>> = {
  async work() {},
  async exit() {
    process.exit(3);
  },
  async throw() {
    // Outside of the handler's promise, where nobody catches it.
    setImmediate(() => {
      throw new Error('a fault that nobody catches');
    });
    await new Promise(() => {});
  },
  async out_of_memory() {
    const hoard: unknown[] = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  async busy() {
    for (;;);
  },
  never: () => new Promise(() => {}),
  async held() {
    await Atomics.waitAsync(new Int32Array(gate), 0, 0).value;
  },
};

const port = parentPort;
if (!port) throw new Error('stand-in-worker.ts runs in a worker thread only');
const handler: JobHandler = async ({ job }) => {
  await behaviours[(JSON.parse(job.request) as { behaviour: Behaviour }).behaviour]();
  return { status: 'completed' };
};
const silent: JobLog = { info() {}, warn() {}, error() {}, child: () => silent };
const db = connectDatabase(location);
const handlers = { generation: handler, export: handler };
const takeMeasure = () => {};
const options = { db, workerId, handlers, log: silent, takeMeasure, maxRunningPerAccount: 4, pollMs };
const worker = new Worker({ ...options, rest: new Rest(rest) });
port.on('message', (message: ToThread) => {
  if (message === 'stop') worker.stop();
  else worker.wake();
});
const alive = setInterval(() => port.postMessage({ type: 'alive' } satisfies FromThread), 100);
await worker.run();
clearInterval(alive);
await db.destroy();
port.close();
