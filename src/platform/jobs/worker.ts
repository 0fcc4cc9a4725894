import { isDatabaseUnavailable } from '../database/engine.ts';
import { Attempt, type AttemptContext, heartbeatMs, pauseMs } from './attempt.ts';
import { claimJob } from './claims.ts';
import { ClockWatch } from './clock-jumps.ts';
import { releaseJob } from './held-job.ts';
import { endGivenUp, holdUpQueued, renewLeases } from './held-up-jobs.ts';
import { type Blame, databaseName, noOutages, type Outages } from './outages.ts';
import { type JobRow, timeToNextJob } from './queue.ts';
import { releaseJobsOf, rescueLapsedJobs } from './rescue.ts';
import { Rest } from './rest.ts';

const rescueMs = 5_000;
/** How long a job may continue after the worker was told to stop. */
const graceMs = 6_000;
/** Between two checks of a due job whose account is at its limit of running jobs. */
const crowdedMs = 250;

export interface WorkerOptions extends Pick<AttemptContext, 'db' | 'handlers' | 'log' | 'takeMeasure'> {
  readonly workerId: string;
  readonly maxRunningPerAccount: number;
  /** As in `ClaimTerms`. */
  readonly kinds?: readonly string[];
  /** The longest wait between two checks of the queue when nothing wakes the worker. */
  readonly pollMs: number;
  /** What all jobs need, besides their own sources; everything counts as answering unless given. */
  readonly outages?: Outages;
  /** What a handler's error says about the dependencies in `outages`; the worker recognises database errors itself. */
  readonly blame?: (error: unknown) => Blame;
  /** By which its supervisor knows whether it rests; its own unless given. */
  readonly rest?: Rest;
}

/** Claims and runs one job after another until stopped. */
export class Worker {
  readonly #options: Required<Omit<WorkerOptions, 'kinds'>> & Pick<WorkerOptions, 'kinds'>;
  #stopping = false;
  #running: Attempt | undefined;
  #wake: (() => void) | undefined;
  #lastRescue = -Infinity;
  /** How much of the outages so far has been compensated. */
  #madeGoodMs = 0;
  readonly #clock: ClockWatch;

  constructor(options: WorkerOptions) {
    this.#options = { outages: noOutages, blame: () => undefined, rest: new Rest(), ...options };
    this.#clock = new ClockWatch(options.db);
  }

  /** Checks the queue at once. */
  wake(): void {
    this.#options.rest.ask();
    this.#wake?.();
  }

  /** Stops claiming; the running job gets a grace period to finish and is given back after that. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.wake();
    setTimeout(() => this.#running?.stop(), graceMs).unref();
  }

  /** Resolves when the worker is stopped and holds no job. */
  async run(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#options.rest.beginLook();
        if (!(await this.#step())) await this.#rest();
      } catch (error) {
        // The watch has already reported what is away.
        if (await this.#answers(error)) this.#options.log.error({ err: error }, 'the job queue could not be read');
        await this.#sleep(pauseMs);
      }
    }
  }

  /** Looks after the queue and runs what is due; false when nothing was. */
  async #step(): Promise<boolean> {
    const { db, workerId, maxRunningPerAccount, kinds, outages } = this.#options;
    if (outages.away.includes(databaseName)) return false;
    await this.#makeGood();
    if (performance.now() - this.#lastRescue >= rescueMs) {
      this.#lastRescue = performance.now();
      await this.#lookAfter();
    }
    if (outages.away.length > 0) return false;
    let job = (await claimJob(db, workerId, maxRunningPerAccount, kinds)) ?? null;
    while (job) {
      const next = await this.#run(job);
      if (next === undefined) return true;
      job = next;
    }
    return false;
  }

  /** Runs the job to its end; the next one, if it was claimed with that end, or null when none was due then. */
  async #run(job: JobRow): Promise<JobRow | null | undefined> {
    const lookAtClock = () => this.#lookAtClock();
    const claimTerms = () => (this.#mayClaim() ? this.#options : undefined);
    this.#running = new Attempt({ ...this.#options, lookAtClock, claimTerms }, job);
    const { next } = await this.#running.run().finally(() => {
      this.#running = undefined;
    });
    if (!next || !this.#stopping) return next;
    await releaseJob(this.#options.db, next);
    return null;
  }

  /** Whether nothing has to be done before the next claim. */
  #mayClaim(): boolean {
    const { outages } = this.#options;
    const isMadeGood = outages.away.length === 0 && outages.awayMs() === this.#madeGoodMs;
    return isMadeGood && !this.#stopping && performance.now() - this.#lastRescue < rescueMs;
  }

  /** After an outage: deadlines of waiting jobs were paused, and leases could not be renewed. */
  async #makeGood(): Promise<void> {
    const { db, outages } = this.#options;
    const awayMs = outages.awayMs();
    if (outages.away.length > 0 || awayMs === this.#madeGoodMs) return;
    await holdUpQueued(db, awayMs - this.#madeGoodMs);
    if (awayMs - this.#madeGoodMs > heartbeatMs) await renewLeases(db, awayMs - this.#madeGoodMs);
    this.#madeGoodMs = awayMs;
  }

  /** Maintenance that any worker does for all jobs. */
  async #lookAfter(): Promise<void> {
    const { db, log, outages } = this.#options;
    await this.#lookAtClock();
    await releaseJobsOf(db, this.#options.workerId);
    await rescueLapsedJobs(db, (error, job) => log.error({ err: error, job: job.id }, 'the job was not rescued'));
    if (outages.away.length > 0) await holdUpQueued(db, outages.awayMs() - this.#madeGoodMs);
    const ended = await endGivenUp(db);
    if (ended > 0) log.error({ jobs: ended }, 'jobs were delayed by outages for the maximum time and have failed');
  }

  /** Whether all dependencies answer, checked after an error that may be theirs. */
  async #answers(error: unknown): Promise<boolean> {
    return !isDatabaseUnavailable(error) || this.#options.outages.ask();
  }

  async #lookAtClock(): Promise<boolean> {
    const hasJumped = await this.#clock.look();
    if (hasJumped) this.#options.log.warn({}, 'the clock has jumped: leases and time limits start over');
    return hasJumped;
  }

  /** Until it is woken, or it is time to look without being told. */
  async #rest(): Promise<void> {
    const { db, outages, pollMs, rest } = this.#options;
    // Nothing is claimed until the outage is over, and then the worker is woken; a job is not for it.
    if (outages.away.length > 0) return this.#sleep(rescueMs);
    const nextMs = await timeToNextJob(db);
    const waitMs = nextMs === null ? Infinity : Math.max(nextMs, crowdedMs);
    rest.fallAsleep({ isJobDue: nextMs !== null && nextMs <= 0 });
    await this.#sleep(Math.min(waitMs, pollMs));
    rest.wakeUp();
  }

  async #sleep(waitMs: number): Promise<void> {
    if (this.#options.rest.isAsked || this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
