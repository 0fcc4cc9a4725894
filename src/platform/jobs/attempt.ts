import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../database/engine.ts';
import type { Database, JobType } from '../database/tables.ts';
import { beginSpan, failureType, isTracing, readTrace, type Span, within } from '../tracing/spans.ts';
import type { ClaimTerms } from './claims.ts';
import {
  type Completed,
  completeAndClaim,
  endJob,
  heartbeat,
  interruptJob,
  leaveToNewer,
  releaseJob,
  retryJob,
} from './held-job.ts';
import { outageOutcome } from './held-up-jobs.ts';
import { type JobHandler, type JobLog, type JobResult, TransientError, UnknownKind } from './job-handler.ts';
import { messageAttributes } from './job-spans.ts';
import type { TakeMeasure } from './measures.ts';
import type { Blame, Outages } from './outages.ts';
import { failed } from './outcomes.ts';
import { type JobRow, timeLeft } from './queue.ts';
import { backoffMs, laterMs } from './retry-waits.ts';
import { longestStandstillMs } from './standstill.ts';

export const heartbeatMs = 10_000;
/** After a fault of the database. */
export const pauseMs = 1_000;
/** What a handler uses may keep the deadline with a timer of its own, which rings that much earlier. */
const timerMarginMs = 100;

/** What a worker's attempts have in common. */
export interface AttemptContext {
  readonly db: Database;
  readonly handlers: Readonly<Record<JobType, JobHandler>>;
  readonly log: JobLog;
  readonly takeMeasure: TakeMeasure;
  readonly outages: Outages;
  readonly blame: (error: unknown) => Blame;
  /** Whether the clock has jumped; see `ClockWatch`. */
  readonly lookAtClock: () => Promise<boolean>;
  /** How to claim the next job together with the end of this one; undefined when something else comes first. */
  readonly claimTerms: () => ClaimTerms | undefined;
}

/** A newer version has created such a job, and its workers will claim it. */
const refuseUnknown: JobHandler = async ({ job: { type } }) => {
  throw new UnknownKind(type);
};

/** Ends that are no fault of the service: what a customer has to change, and a job that is run again for another reason. */
const harmless = new Set(['completed', 'blocked', 'interrupted']);

type AbortReason = 'deadline' | 'lease_lost' | 'stopping';

/** One run of a job that the worker holds, from its claim to its end. */
export class Attempt {
  readonly #context: AttemptContext;
  readonly #job: JobRow;
  readonly #log: JobLog;
  readonly #span: Span | undefined;
  readonly #abort = new AbortController();
  /** On the steady clock. */
  readonly #started = performance.now();
  /** The milliseconds of outages before it. */
  readonly #awayBeforeMs: number;
  #progress: { readonly stage: string; readonly completed: number; readonly total: number };
  #beats = Promise.resolve();

  constructor(context: AttemptContext, job: JobRow) {
    this.#context = context;
    this.#job = job;
    this.#span = beginAttemptSpan(job);
    const trace_id = this.#span?.traceId;
    const named = { job: job.id, account: job.account_id, attempt: job.attempt };
    this.#log = context.log.child(trace_id === undefined ? named : { ...named, trace_id });
    this.#awayBeforeMs = context.outages.awayMs();
    this.#progress = { stage: job.stage, completed: 0, total: 0 };
  }

  /** Gives the job back, for a stopping worker. */
  stop(): void {
    this.#abort.abort('stopping' satisfies AbortReason);
  }

  /**
   * Resolves when the job has ended, was given back or was lost. Rejects when its end could not be written. If it also
   * looked for the next job, `next` is that, or null when none is due.
   */
  async run(): Promise<Pick<Completed, 'next'>> {
    const { signal } = this.#abort;
    const leftMs = timeLeft(this.#job);
    const heart = setInterval(() => this.#beatSafely(), heartbeatMs);
    const timer = setTimeout(() => this.#abort.abort('deadline' satisfies AbortReason), leftMs);
    try {
      const result = await settle(
        signal,
        within(this.#span, () => this.#handle(leftMs)),
      );
      if (result.status !== 'completed') await this.#noteProgress();
      const { held, next } = await this.#writeEnd(result);
      this.#tellEnd(held ? result.status : 'lease_lost', 'reason' in result ? result.reason : '');
      return { next };
    } catch (error) {
      if (performance.now() - this.#started > leftMs - timerMarginMs) {
        this.#abort.abort('deadline' satisfies AbortReason);
      }
      const blame = this.#blame(error);
      if (blame !== 'away' && !signal.aborted) this.#span?.fail(failureType(error));
      const isNobodysFault = blame === 'away' || error instanceof UnknownKind;
      this.#tellEnd(isNobodysFault ? 'interrupted' : 'fault', signal.aborted ? `${signal.reason}` : '');
      if (!signal.aborted && blame !== 'away') await this.#noteProgress();
      await this.#handleFault(error, blame);
      return {};
    } finally {
      clearInterval(heart);
      clearTimeout(timer);
      this.#span?.end();
    }
  }

  #handle(leftMs: number): Promise<JobResult> {
    const { handlers, takeMeasure } = this.#context;
    return (handlers[this.#job.type] ?? refuseUnknown)({
      job: this.#job,
      signal: this.#abort.signal,
      deadline: Date.now() + leftMs,
      log: this.#log,
      takeMeasure,
      progress: (stage, completed, total) => {
        const staged = stage !== this.#progress.stage;
        this.#progress = { stage, completed, total };
        if (staged) this.#beatSafely();
      },
    });
  }

  #beatSafely(): void {
    // One after the other: with several database connections, a stage could otherwise be overwritten by an earlier one.
    this.#beats = this.#beats
      .then(() => this.#beat())
      .catch(async (error) => {
        const { outages } = this.#context;
        const answers = !isDatabaseUnavailable(error) || (await outages.ask());
        if (answers) this.#log.warn({ err: error }, 'the heartbeat failed');
      });
  }

  async #beat(): Promise<void> {
    const held = await heartbeat(this.#context.db, this.#job, this.#progress);
    if (!held) this.#abort.abort('lease_lost' satisfies AbortReason);
  }

  /** How far a job got that ends without a result; within a stage only heartbeats record it. */
  #noteProgress(): Promise<void> {
    this.#beatSafely();
    return this.#beats;
  }

  #writeEnd(result: JobResult): Promise<Completed> {
    const { db, claimTerms } = this.#context;
    return this.#write(async () =>
      result.status === 'completed'
        ? completeAndClaim(db, this.#job, result, claimTerms())
        : { held: await endJob(db, this.#job, result) },
    );
  }

  /**
   * Writes the end of a job, repeatedly while the database is away, so that the job need not run again. The fence makes
   * this safe: after a commit whose answer was lost, the next try changes nothing.
   */
  async #write<T>(work: () => Promise<T>): Promise<T> {
    for (const giveUpAt = performance.now() + longestStandstillMs; ; await delay(pauseMs)) {
      try {
        return await work();
      } catch (error) {
        const isStopping = this.#abort.signal.reason === ('stopping' satisfies AbortReason);
        if (!isDatabaseUnavailable(error) || isStopping || performance.now() > giveUpAt) throw error;
        await this.#context.outages.ask();
      }
    }
  }

  /** What the end of a run says about the dependencies: a hanging one may have made the job miss its deadline. */
  #blame(error: unknown): Blame {
    const { signal } = this.#abort;
    if (signal.aborted) return signal.reason === ('deadline' satisfies AbortReason) ? 'suspect' : undefined;
    return isDatabaseUnavailable(error) ? 'away' : this.#context.blame(error);
  }

  /**
   * Gives back a job interrupted by an outage, without counting the attempt. While a dependency does not answer
   * (`isOutage`), the job gets back all the time that the run took. If it answers again, or fails only for this job,
   * the job is retried with growing waits until its deadline, which only the time of a known outage moves.
   */
  async #interrupt(isOutage: boolean): Promise<void> {
    const { db, outages } = this.#context;
    const held = await this.#write(() => {
      const runMs = performance.now() - this.#started;
      const moves = isOutage
        ? { standstillMs: runMs }
        : { standstillMs: outages.awayMs() - this.#awayBeforeMs, delayMs: laterMs(this.#job, runMs) };
      return interruptJob(db, this.#job, moves, outageOutcome(this.#job));
    });
    if (!held) this.#log.warn({}, 'another worker has the job');
  }

  #tellEnd(status: string, reason: string): void {
    const { type, attempt } = this.#job;
    const seconds = (performance.now() - this.#started) / 1000;
    const end = { type, status, reason };
    this.#context.takeMeasure({ name: 'job', labels: { ...end, attempt: `${attempt}` }, seconds });
    this.#log.info({ ...end, duration_ms: Math.round(seconds * 1000) }, 'job ended');
    this.#span?.set({ 'report_service.job.status': status, ...(reason && { 'report_service.job.reason': reason }) });
    if (!harmless.has(status) && reason !== ('stopping' satisfies AbortReason)) this.#span?.fail(reason || status);
  }

  async #handleFault(error: unknown, blame: Blame): Promise<void> {
    const { db, outages, lookAtClock } = this.#context;
    const { signal } = this.#abort;
    const reason = signal.aborted ? (signal.reason as AbortReason) : undefined;
    if (reason === 'lease_lost') return this.#log.warn({}, 'another worker has the job');
    if (reason === 'stopping') {
      this.#log.info({}, 'the job is given back: the service is stopping');
      await releaseJob(db, this.#job);
      return;
    }
    if (error instanceof UnknownKind) {
      this.#log.warn({ err: error }, 'the job is left to workers of a newer version');
      await this.#write(() => leaveToNewer(db, this.#job, error.kind));
      return;
    }
    const answer = !blame || (await outages.ask());
    const asked = performance.now();
    // A clock that jumped ahead makes every deadline look missed: then the job did nothing wrong, and its time starts
    // over.
    const hasJumped = await this.#write(lookAtClock);
    const hadToWait = performance.now() - asked >= pauseMs;
    const wasAway = reason === 'deadline' && outages.awayMs() > this.#awayBeforeMs;
    const isOutage = blame !== undefined && (!answer || hadToWait || wasAway);
    if (isOutage || blame === 'away') {
      this.#log.warn({ err: error }, 'the job is given back: what it needs did not answer');
      return this.#interrupt(isOutage);
    }
    if (reason !== 'deadline' || hasJumped) return this.#retry(error);
    this.#log.error({ err: error }, 'the job ran past its deadline');
    const outcome = failed(this.#job.type, 'The job did not end within its time limit.', { cause: 'deadline' });
    await this.#write(() => endJob(db, this.#job, outcome));
  }

  async #retry(error: unknown): Promise<void> {
    const transient = error instanceof TransientError ? error : undefined;
    this.#log[transient ? 'warn' : 'error']({ err: error }, 'the attempt failed');
    const message = transient?.message ?? 'The job failed for a reason inside the service.';
    const delayMs = transient?.retryAfterMs ?? backoffMs(this.#job.attempt);
    const exhausted = failed(this.#job.type, message, transient?.details);
    const held = await this.#write(() => retryJob(this.#context.db, this.#job, delayMs, exhausted));
    if (!held) this.#log.warn({}, 'another worker has the job');
  }
}

function beginAttemptSpan(job: JobRow): Span | undefined {
  if (!isTracing()) return undefined;
  const attributes = { ...messageAttributes(job, 'process'), 'report_service.job.attempt': job.attempt };
  return beginSpan(`process ${job.type}`, { kind: 'consumer', attributes, parent: readTrace(job.trace_context) });
}

/** Rejects when the signal aborts, even if the handler ignores it. */
async function settle<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new Error(`aborted: ${signal.reason}`));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {});
  }
}
