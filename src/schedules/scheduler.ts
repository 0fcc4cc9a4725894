import { setTimeout as delay } from 'node:timers/promises';
import type { JobLog } from '../jobs/worker.ts';
import { advanceRuns } from './advance-runs.ts';
import { fireDueSchedules } from './fire-schedules.ts';
import { type DeliveryContext, sendNextDelivery } from './send-delivery.ts';

/** How late a schedule may fire, and how long a run may wait for its next step. */
const everyMs = 5_000;
/** Then the schedules are looked at again. */
const mailsPerRound = 20;

export interface SchedulerContext extends DeliveryContext {
  readonly log: JobLog;
  /** Lets the workers of this process look at the queue. */
  wakeWorkers(): void;
}

/** Fires schedules and sees their runs through. Any number of processes may do so: each step is taken once. */
export function startScheduler(context: SchedulerContext): AsyncDisposable {
  const stop = new AbortController();
  const ended = run(context, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function run(context: SchedulerContext, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await runSchedules(context, stop);
    } catch (error) {
      context.log.error({ err: error }, 'the schedules could not be looked at');
    }
    await delay(everyMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** One round: due schedules, runs that can go on, e-mails. */
export async function runSchedules(context: SchedulerContext, stop?: AbortSignal): Promise<void> {
  const { db, log } = context;
  const fired = await fireDueSchedules(db, (error, schedule) =>
    log.error({ err: error, schedule }, 'the schedule was not fired'),
  );
  const moved = await advanceRuns(db, (error, run) => log.error({ err: error, run }, 'the run was not advanced'));
  if (fired + moved > 0) context.wakeWorkers();
  for (let sent = 0; sent < mailsPerRound && !stop?.aborted; sent++) {
    if (!(await sendNextDelivery(context))) return;
  }
}
