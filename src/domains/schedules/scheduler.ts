import { setTimeout as delay } from 'node:timers/promises';
import { advanceRuns } from './advance-runs.ts';
import { fireDueSchedules } from './fire-schedules.ts';
import { type DeliveryContext, sendNextDelivery } from './send-delivery.ts';

/** How late a schedule may fire, and how long a run may wait for its next step. */
const everyMs = 5_000;
/** How long sending an e-mail may continue after a stop. */
const graceMs = 6_000;

export interface SchedulerContext extends DeliveryContext {
  /** Makes the workers of this process check the queue. */
  wakeWorkers(): void;
}

/** Fires schedules and moves their runs to the end. Any number of processes may do so: each step happens once. */
export function startScheduler(context: SchedulerContext): AsyncDisposable {
  const stop = new AbortController();
  const cut = new AbortController();
  // Concurrently, so that a slow mail server does not delay schedules.
  const ended = Promise.all([
    repeat(context, stop.signal, () => fireAndAdvance(context)),
    repeat(context, stop.signal, () => sendMails(context, stop.signal, cut.signal)),
  ]);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      const grace = setTimeout(() => cut.abort(), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}

async function repeat({ log }: SchedulerContext, stop: AbortSignal, round: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    try {
      await round();
    } catch (error) {
      log.error({ err: error }, 'the schedules could not be looked at');
    }
    await delay(everyMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** One round: due schedules, runs that can continue, e-mails. */
export async function runSchedules(context: SchedulerContext): Promise<void> {
  await fireAndAdvance(context);
  await sendMails(context);
}

async function fireAndAdvance({ db, log, wakeWorkers }: SchedulerContext): Promise<void> {
  const fired = await fireDueSchedules(db, (error, schedule) =>
    log.error({ err: error, schedule }, 'the schedule was not fired'),
  );
  const moved = await advanceRuns(db, (error, run) => log.error({ err: error, run }, 'the run was not advanced'));
  if (fired + moved > 0) wakeWorkers();
}

/** After `stop` no e-mail is started; `cut` aborts the one being sent. */
async function sendMails(context: DeliveryContext, stop?: AbortSignal, cut?: AbortSignal): Promise<void> {
  while (!stop?.aborted && (await sendNextDelivery(context, cut)));
}
