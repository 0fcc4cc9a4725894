import { sql } from 'kysely';
import { connectDatabase } from '../src/platform/database/connect.ts';
import type { JobHandler } from '../src/platform/jobs/job-handler.ts';
import { listenForJobs } from '../src/platform/jobs/notifications.ts';
import { Worker } from '../src/platform/jobs/worker.ts';
import { silentLog } from '../test/support/silent-log.ts';

/** What `bench/workers.ts` says to each process. */
export type ToWorkers =
  /** Connects so many workers, which claim nothing yet. */
  | { readonly url: string; readonly workers: number; readonly process: number }
  /** Lets them do jobs that do nothing. */
  | 'work'
  /** Ends them. */
  | 'stop';

/** What a process answers: that it has done what it was told, and how many jobs its workers have begun since. */
export interface FromWorkers {
  readonly begun: number;
}

let database: ReturnType<typeof connectDatabase> | undefined;
let address: Exclude<ToWorkers, string> | undefined;
let workers: Worker[] = [];
let ended: Promise<unknown> = Promise.resolve();
let listening: AsyncDisposable | undefined;
let begun = 0;

async function connect(told: Exclude<ToWorkers, string>): Promise<void> {
  address = told;
  database = connectDatabase({ engine: 'postgres', url: told.url, poolSize: told.workers });
  const db = database;
  // Each connection is made, and its plans of a claim are too, before the clock starts.
  const claimNothing = () => sql`select from claim_known_job('none', 0, 0, 0, 0, 0, null), pg_sleep(0.1)`.execute(db);
  await Promise.all(Array.from({ length: told.workers }, claimNothing));
}

function work(): void {
  const [db, told] = [database, address];
  if (!db || !told) throw new Error('The workers have no database yet.');
  begun = 0;
  const handler: JobHandler = async () => {
    begun++;
    return { status: 'completed' };
  };
  const handlers = { generation: handler, export: handler };
  workers = Array.from({ length: told.workers }, (_, index) => {
    const workerId = `${told.process}:${index}`;
    return new Worker({
      ...{ db, workerId, handlers, log: silentLog, pollMs: 5_000, maxRunningPerAccount: 4 },
      takeMeasure() {},
    });
  });
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  listening = listenForJobs({ url: told.url }, wake, silentLog);
  ended = Promise.all(workers.map((worker) => worker.run()));
}

async function stop(): Promise<void> {
  for (const worker of workers) worker.stop();
  await ended;
  await listening?.[Symbol.asyncDispose]();
}

process.on('message', async (told: ToWorkers) => {
  if (told === 'work') work();
  else if (told === 'stop') await stop();
  else await connect(told);
  process.send?.({ begun } satisfies FromWorkers);
});
process.on('disconnect', () => process.exit());
