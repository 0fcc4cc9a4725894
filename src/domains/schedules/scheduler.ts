import { setTimeout as delay } from 'node:timers/promises';
import type { BounceConfig } from '../../platform/config/bounces.ts';
import { advanceRuns } from './advance-runs.ts';
import { sendNextNotice } from './approval-notices.ts';
import { type AskingContext, askNextSources } from './ask-sources.ts';
import { type BounceOutcome, takeBounces } from './bounces.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { fireDueSchedules } from './fire-schedules.ts';
import { sendNextRetentionNotice } from './retention-notices.ts';
import { sendNextDelivery } from './send-delivery.ts';
import { insertWebhookNotices, sendNextWebhookNotice } from './webhook-notices.ts';

/** How late a schedule may fire, and how long a run may wait for its next step. */
const everyMs = 5_000;
/** How long sending an e-mail may continue after a stop. */
const graceMs = 6_000;
/** So that one e-mail whose server takes minutes, or a source that is as slow, does not hold up the others. */
const atOnce = 4;

export interface SchedulerContext extends DeliveryContext {
  /** Makes the workers of this process check the queue. */
  wakeWorkers(jobs: number): void;
  /** Where e-mails that come back are read, and what counts them; undefined for nowhere. */
  readonly bounces?: { readonly config: BounceConfig; readonly count: (outcome: BounceOutcome) => void } | undefined;
}

/** Fires schedules and moves their runs to the end. Any number of processes may do so: each step happens once. */
export function startScheduler(context: SchedulerContext & AskingContext): AsyncDisposable {
  const stop = new AbortController();
  const cut = new AbortController();
  // Concurrently, so that a slow mail server or source does not delay schedules.
  const ended = Promise.all([
    repeat(context, stop.signal, () => fireAndAdvance(context)),
    repeat(context, stop.signal, () => sendMails(context, stop.signal, cut.signal)),
    repeat(context, stop.signal, () => readReturned(context)),
    repeat(context, stop.signal, () => askSources(context, stop.signal)),
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

/** One round: what has come back, due schedules, runs that can continue, e-mails. */
export async function runSchedules(context: SchedulerContext): Promise<void> {
  await readReturned(context);
  await fireAndAdvance(context);
  await sendMails(context);
}

async function readReturned({ db, log, bounces }: SchedulerContext): Promise<void> {
  if (!bounces) return;
  await takeBounces({ db, log, countBounce: bounces.count }, bounces.config).catch((error: unknown) =>
    log.warn({ err: error }, 'e-mails that came back could not be read; look at MAIL_BOUNCES'),
  );
}

async function fireAndAdvance({ db, objects, log, wakeWorkers }: SchedulerContext): Promise<void> {
  const fired = await fireDueSchedules(db, (error, schedule) =>
    log.error({ err: error, schedule }, 'the schedule was not fired'),
  );
  const moved = await advanceRuns(db, objects, (error, run) =>
    log.error({ err: error, run }, 'the run was not advanced'),
  );
  if (fired + moved > 0) wakeWorkers(fired + moved);
}

/** Asks the sources of all occurrences that wait and are due to be asked. */
export async function askSources(
  context: AskingContext & Pick<SchedulerContext, 'wakeWorkers'>,
  stop?: AbortSignal,
): Promise<void> {
  const askInTurn = async () => {
    while (!stop?.aborted && (await askNextSources(context, () => context.wakeWorkers(1), stop)));
  };
  await Promise.all(Array.from({ length: atOnce }, askInTurn));
}

/** After `stop` no e-mail is started; `cut` aborts the one being sent. */
async function sendMails(context: DeliveryContext, stop?: AbortSignal, cut?: AbortSignal): Promise<void> {
  try {
    await insertWebhookNotices(context);
    await Promise.all(Array.from({ length: atOnce }, () => sendInTurn(context, stop, cut)));
  } finally {
    context.sendMail?.release();
  }
}

async function sendInTurn(context: DeliveryContext, stop?: AbortSignal, cut?: AbortSignal): Promise<void> {
  while (!stop?.aborted && (await sendNextDelivery(context, cut)));
  while (!stop?.aborted && (await sendNextNotice(context, cut)));
  while (!stop?.aborted && (await sendNextWebhookNotice(context, cut)));
  while (!stop?.aborted && (await sendNextRetentionNotice(context, cut)));
}
