import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import type { Database } from '../database/tables.ts';
import { within } from '../within.ts';
import type { JobLog } from './job-handler.ts';
import type { Measure, TakeMeasure } from './measures.ts';
import type { OutageWatch } from './outages.ts';
import { rescueJobsOf, rescueOrphanedJobs, workerPrefix } from './rescue.ts';
import { Rest } from './rest.ts';

/** A thread reports every few seconds that its event loop runs. */
const silentMs = 30_000;
const checksWhileSilent = 6;
/** Only the thread that needs more ends; without its own limit it could use as much as the machine gives a process. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 };
const restartMs = 500;
const stopMs = 8_500;

/** `away` lists what does not answer; empty means that everything does. */
export type ToThread = 'wake' | 'warm' | 'stop' | { readonly away: readonly string[] };
/**
 * What a thread reports: that it is alive, its measures, its child processes, so that none outlives it, and that the
 * worker that takes the next export should have a render process ready. It can also ask whether dependencies answer.
 */
export type FromThread =
  | { readonly type: 'alive' | 'warm' | 'ask' }
  | { readonly type: 'child' | 'child_ended'; readonly pid: number }
  | { readonly type: 'measure'; readonly measure: Measure };

interface Seat {
  thread: Thread;
  workerId: string;
  readonly rest: Rest;
  /** On the monotonic clock. */
  lastAliveAt: number;
  children: Set<number>;
  exited: Promise<void>;
}

export interface SupervisorOptions {
  readonly db: Database;
  readonly entry: URL;
  readonly threads: number;
  /** Passed to each thread besides its `workerId`, the memory of its `rest` and what is `away`. */
  readonly workerData: Readonly<Record<string, unknown>>;
  readonly log: JobLog;
  /** A thread silent for this long is ended and replaced; default 30,000. */
  readonly silentMs?: number;
  readonly takeMeasure: TakeMeasure;
  /** Its findings are passed on to the threads. */
  readonly outages?: OutageWatch;
}

/**
 * Keeps the worker threads alive: one that dies or hangs is replaced, its child processes are killed and its job is
 * requeued at once. The API's thread only posts to them.
 */
export class Supervisor {
  readonly #options: SupervisorOptions & { readonly silentMs: number };
  readonly #seats = new Set<Seat>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = { silentMs, ...options };
    options.outages?.onChange(() => this.#tellAll(this.#away()));
  }

  async start(): Promise<void> {
    const { db, log, threads } = this.#options;
    const rescued = await rescueOrphanedJobs(db, this.#onRescueError);
    if (rescued > 0) log.warn({ jobs: rescued }, 'jobs of an earlier process are run again');
    for (let index = 0; index < threads; index++) this.#seat();
    this.#timer = setInterval(() => this.#endSilentThreads(), this.#options.silentMs / checksWhileSilent);
  }

  /**
   * Makes a worker that rests check the queue at once for each of the new jobs, all of them unless told how many; one
   * that is busy checks it when it is not. Whether there were as many.
   */
  wake(jobs = Infinity): boolean {
    // First, so that one that is falling asleep sees it.
    for (const { rest } of this.#seats) rest.ask();
    let left = jobs;
    for (const { rest, thread } of this.#seats) {
      const { isMissing } = rest;
      if ((left === 0 && !isMissing) || !rest.rouse()) continue;
      thread.postMessage('wake' satisfies ToThread);
      // That one may take the job that it was missing.
      if (!isMissing) left--;
    }
    return left === 0;
  }

  #tellAll(message: ToThread): void {
    for (const seat of this.#seats) seat.thread.postMessage(message);
  }

  /** Running jobs finish or are given back; resolves when all threads have ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const seats = [...this.#seats];
    this.#tellAll('stop');
    await within(stopMs, Promise.all(seats.map((seat) => seat.exited)), () => undefined);
    await Promise.all(seats.map((seat) => seat.thread.terminate()));
    for (const seat of seats) killChildren(seat);
  }

  readonly #onRescueError = (error: unknown, job: { readonly id: string }) => {
    this.#options.log.error({ err: error, job: job.id }, 'the job was not rescued');
  };

  #seat(): void {
    const { entry, workerData } = this.#options;
    const workerId = workerPrefix() + randomBytes(6).toString('hex');
    const rest = new Rest();
    const thread = new Thread(entry, {
      workerData: { ...workerData, workerId, rest: rest.memory, ...this.#away() },
      resourceLimits,
    });
    const exit = Promise.withResolvers<void>();
    const lastAliveAt = performance.now();
    const seat: Seat = { thread, workerId, rest, lastAliveAt, children: new Set(), exited: exit.promise };
    this.#seats.add(seat);
    thread.on('message', (message: FromThread) => {
      seat.lastAliveAt = performance.now();
      if (message.type === 'child') seat.children.add(message.pid);
      // The system may reuse its id for someone else's process.
      if (message.type === 'child_ended') seat.children.delete(message.pid);
      if (message.type === 'warm') this.#tellAll('warm');
      if (message.type === 'ask') void this.#answer(thread);
      if (message.type === 'measure') this.#options.takeMeasure(message.measure);
    });
    thread.on('error', (error) => this.#options.log.error({ err: error, worker: workerId }, 'a worker died'));
    thread.on('exit', () => {
      exit.resolve();
      void this.#replace(seat);
    });
  }

  /** Tells the thread what is away now. */
  async #answer(thread: Thread): Promise<void> {
    await this.#options.outages?.ask();
    thread.postMessage(this.#away());
  }

  #away(): { readonly away: readonly string[] } {
    return { away: this.#options.outages?.away ?? [] };
  }

  async #replace(seat: Seat): Promise<void> {
    this.#seats.delete(seat);
    if (this.#stopping) return;
    killChildren(seat);
    await rescueJobsOf(this.#options.db, seat.workerId, this.#onRescueError).catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'the jobs of a dead worker wait for their leases to lapse'),
    );
    await delay(restartMs);
    if (!this.#stopping) this.#seat();
    this.wake();
  }

  #endSilentThreads(): void {
    for (const seat of this.#seats) {
      if (performance.now() - seat.lastAliveAt < this.#options.silentMs) continue;
      this.#options.log.error({ worker: seat.workerId }, 'a worker does not answer and is replaced');
      void seat.thread.terminate();
    }
  }
}

function killChildren(seat: Seat): void {
  for (const pid of seat.children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
