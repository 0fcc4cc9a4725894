import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../database/engine.ts';
import type { Database, JobType, Queryable } from '../database/tables.ts';
import { ClockWatch } from './clock-jumps.ts';
import { type Completion, completeJob, endJob, heartbeat, releaseJob, retryJob } from './held-job.ts';
import type { TakeMeasure } from './measures.ts';
import { failed, type Outcome } from './outcomes.ts';
import { claimJob, type JobRow, leaseMs, timeLeft, timeToNextJob } from './queue.ts';
import { rescueLapsedJobs } from './rescue.ts';

const heartbeatMs = 10_000;
const rescueMs = 5_000;
/** How long a job may go on after the worker was told to stop. */
const graceMs = 6_000;
/** Between two looks at a due job whose account runs as many as it may. */
const crowdedMs = 250;
const firstRetryMs = 1_000;
/** After a fault of the database. */
const pauseMs = 1_000;

/** What a handler makes of a job: an end the customer must act on, or the effect that completes it. */
export type JobResult = Outcome | { readonly status: 'completed'; effect(transaction: Queryable): Promise<Completion> };

/** What a handler gets to run one job. It must stop when `signal` aborts. */
export interface JobRun {
  readonly job: JobRow;
  readonly signal: AbortSignal;
  /** Epoch milliseconds on this process's clock. */
  readonly deadline: number;
  readonly log: JobLog;
  readonly takeMeasure: TakeMeasure;
  /** Notes how far the job is; written with the next heartbeat, or at once when the stage changes. */
  progress(stage: string, completed: number, total: number): void;
}

export type JobHandler = (run: JobRun) => Promise<JobResult>;

export interface JobLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  child(fields: Record<string, unknown>): JobLog;
}

/** A fault that may be gone later: the job is run again, after `retryAfterMs` when the other side named a time. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly retryAfterMs: number | undefined;
  /** Shown to the customer when no attempt is left. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: { retryAfterMs?: number | undefined; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details ?? {};
  }
}

export interface WorkerOptions {
  readonly db: Database;
  readonly workerId: string;
  readonly handlers: Readonly<Record<JobType, JobHandler>>;
  readonly log: JobLog;
  readonly takeMeasure: TakeMeasure;
  readonly maxRunningPerAccount: number;
  /** The longest wait between two looks at the queue when nothing wakes the worker. */
  readonly pollMs: number;
}

/** A newer version may have left such a job, and a worker of that version may take the next attempt. */
const refuseUnknown: JobHandler = async ({ job: { type } }) => {
  throw new TransientError(`This version of the service does not know jobs of the type "${type}".`, {
    details: { cause: 'unknown_type' },
  });
};

type AbortReason = 'deadline' | 'lease_lost' | 'stopping';

/** Claims and runs one job after the other until it is stopped. */
export class Worker {
  readonly #options: WorkerOptions;
  #stopping = false;
  #running: AbortController | undefined;
  #wake: (() => void) | undefined;
  #woken = false;
  #lastRescue = -Infinity;
  readonly #clock: ClockWatch;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#clock = new ClockWatch(options.db);
  }

  /** Looks at the queue at once. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Claims no more; the running job has a grace to finish and is given back after it. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.wake();
    setTimeout(() => this.#abort('stopping'), graceMs).unref();
  }

  /** Resolves when the worker was stopped and holds no job. */
  async run(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#woken = false;
        if (!(await this.#step())) await this.#sleep(await this.#idleMs());
      } catch (error) {
        this.#options.log.error({ err: error }, 'the job queue could not be read');
        await this.#sleep(pauseMs);
      }
    }
  }

  async #step(): Promise<boolean> {
    const { db, workerId, maxRunningPerAccount, log } = this.#options;
    if (performance.now() - this.#lastRescue >= rescueMs) {
      this.#lastRescue = performance.now();
      await this.#lookAtClock();
      await rescueLapsedJobs(db, (error, job) => log.error({ err: error, job: job.id }, 'the job was not rescued'));
    }
    const job = await claimJob(db, workerId, maxRunningPerAccount);
    if (!job) return false;
    await this.#runJob(job);
    return true;
  }

  async #lookAtClock(): Promise<boolean> {
    const hasJumped = await this.#clock.look();
    if (hasJumped) this.#options.log.warn({}, 'the clock has jumped: leases and time limits begin anew');
    return hasJumped;
  }

  async #idleMs(): Promise<number> {
    const nextMs = await timeToNextJob(this.#options.db);
    const waitMs = nextMs === null ? Infinity : Math.max(nextMs, crowdedMs);
    return Math.min(waitMs, this.#options.pollMs);
  }

  async #sleep(waitMs: number): Promise<void> {
    if (this.#woken || this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  #abort(reason: AbortReason): void {
    this.#running?.abort(reason);
  }

  async #runJob(job: JobRow): Promise<void> {
    const { db, handlers } = this.#options;
    const log = this.#options.log.child({ job: job.id, account: job.account_id, attempt: job.attempt });
    const abort = new AbortController();
    this.#running = abort;
    const leftMs = timeLeft(job);
    let progress = { stage: job.stage, completed: 0, total: 0 };
    const beat = async () => {
      if (!(await heartbeat(db, job, progress))) abort.abort('lease_lost' satisfies AbortReason);
    };
    // One after the other: the database has several connections, and a stage must not be overwritten by the one before it.
    let beats = Promise.resolve();
    const beatSafely = () => {
      beats = beats.then(beat).catch((error) => log.warn({ err: error }, 'the heartbeat failed'));
    };
    /** How far a job came that ends without a result; within a stage only every heartbeat tells. */
    const noteProgress = () => {
      beatSafely();
      return beats;
    };
    const heart = setInterval(beatSafely, heartbeatMs);
    const timer = setTimeout(() => abort.abort('deadline' satisfies AbortReason), leftMs);
    const started = performance.now();
    try {
      const result = await settle(
        abort.signal,
        (handlers[job.type] ?? refuseUnknown)({
          job,
          signal: abort.signal,
          deadline: Date.now() + leftMs,
          log,
          takeMeasure: this.#options.takeMeasure,
          progress(stage, completed, total) {
            const staged = stage !== progress.stage;
            progress = { stage, completed, total };
            if (staged) beatSafely();
          },
        }),
      );
      if (result.status !== 'completed') await noteProgress();
      const held = await this.#write(abort.signal, () =>
        result.status === 'completed'
          ? completeJob(db, job, (transaction) => result.effect(transaction))
          : endJob(db, job, result),
      );
      this.#tellEnd(job, started, held ? result.status : 'lease_lost', 'reason' in result ? result.reason : '', log);
    } catch (error) {
      this.#tellEnd(job, started, 'fault', abort.signal.aborted ? `${abort.signal.reason}` : '', log);
      if (!abort.signal.aborted) await noteProgress();
      await this.#handleFault(job, abort.signal, error, log);
    } finally {
      clearInterval(heart);
      clearTimeout(timer);
      this.#running = undefined;
    }
  }

  /**
   * Writes how a job went, again and again while the database is away, so that the job need not be run again for that. The
   * fence lets it be written once: after a commit whose answer was lost, the next try changes nothing.
   */
  async #write<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (const giveUpAt = performance.now() + leaseMs; ; await delay(pauseMs)) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseUnavailable(error) || signal.reason === 'stopping' || performance.now() > giveUpAt) throw error;
      }
    }
  }

  #tellEnd({ type, attempt }: JobRow, started: number, status: string, reason: string, log: JobLog): void {
    const seconds = (performance.now() - started) / 1000;
    const end = { type, status, reason };
    this.#options.takeMeasure({ name: 'job', labels: { ...end, attempt: `${attempt}` }, seconds });
    log.info({ ...end, duration_ms: Math.round(seconds * 1000) }, 'job ended');
  }

  async #handleFault(job: JobRow, signal: AbortSignal, error: unknown, log: JobLog): Promise<void> {
    const { db } = this.#options;
    const reason = signal.aborted ? (signal.reason as AbortReason) : undefined;
    if (reason === 'lease_lost') return log.warn({}, 'another worker has the job');
    if (reason === 'stopping') {
      log.info({}, 'the job is given back: the service stops');
      await releaseJob(db, job);
      return;
    }
    // A clock that jumped ahead makes every deadline look past: then the job did nothing wrong, and its time begins anew.
    const hasJumped = await this.#write(signal, () => this.#lookAtClock());
    if (reason === 'deadline' && !hasJumped) {
      log.error({ err: error }, 'the job ran past its deadline');
      const outcome = failed(job.type, 'The job did not end within its time limit.', { cause: 'deadline' });
      await this.#write(signal, () => endJob(db, job, outcome));
      return;
    }
    const transient = error instanceof TransientError ? error : undefined;
    log[transient ? 'warn' : 'error']({ err: error }, 'the attempt failed');
    const message = transient?.message ?? 'The job failed for a reason inside the service.';
    const delayMs = transient?.retryAfterMs ?? backoffMs(job.attempt);
    const exhausted = failed(job.type, message, transient?.details);
    const held = await this.#write(signal, () => retryJob(db, job, delayMs, exhausted));
    if (!held) log.warn({}, 'another worker has the job');
  }
}

/** Exponential with full jitter, so that many jobs of one failing system do not come back together. */
export function backoffMs(attempt: number, random = Math.random()): number {
  return Math.round(firstRetryMs * 2 ** (attempt - 1) * (0.5 + random));
}

/** Rejects when the signal aborts, even if the handler does not heed it. */
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
