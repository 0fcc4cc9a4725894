import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import type { Database } from '../database/tables.ts';
import type { Measure, TakeMeasure } from './measures.ts';
import { rescueJobsOf, rescueOrphanedJobs, workerPrefix } from './rescue.ts';
import type { JobLog } from './worker.ts';

/** A thread says every few seconds that its loop turns. */
const silentMs = 30_000;
const checksWhileSilent = 6;
/** A thread that needs more ends, and it alone; without a limit of its own it may have as much as the machine lets a process have. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 };
const restartMs = 500;
const stopMs = 9_000;

export type ToThread = 'wake' | 'warm' | 'stop';
/**
 * What a thread tells: that it lives, what it measured, which render processes it has, so that none outlives it, and that
 * whoever takes the export after this generation should have one.
 */
export type FromThread =
  | { readonly type: 'alive' | 'warm' }
  | { readonly type: 'child' | 'child_ended'; readonly pid: number }
  | { readonly type: 'measure'; readonly measure: Measure };

interface Seat {
  thread: Thread;
  workerId: string;
  /** On the steady clock. */
  lastAliveAt: number;
  children: Set<number>;
  exited: Promise<void>;
}

export interface SupervisorOptions {
  readonly db: Database;
  readonly entry: URL;
  readonly threads: number;
  /** Given to each thread beside its `workerId`. */
  readonly workerData: Readonly<Record<string, unknown>>;
  readonly log: JobLog;
  /** A thread that says nothing for so long is ended and replaced; 30,000 unless given. */
  readonly silentMs?: number;
  readonly takeMeasure: TakeMeasure;
}

/**
 * Keeps the worker threads alive: one that dies or hangs is replaced, its render processes are killed and its job is given
 * to another at once. The API's thread only posts to them.
 */
export class Supervisor {
  readonly #options: Required<SupervisorOptions>;
  readonly #seats = new Set<Seat>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = { silentMs, ...options };
  }

  async start(): Promise<void> {
    const { db, log, threads } = this.#options;
    const rescued = await rescueOrphanedJobs(db, this.#onRescueError);
    if (rescued > 0) log.warn({ jobs: rescued }, 'jobs of an earlier process are run again');
    for (let index = 0; index < threads; index++) this.#seat();
    this.#timer = setInterval(() => this.#endSilentThreads(), this.#options.silentMs / checksWhileSilent);
  }

  /** Lets the workers look at the queue at once. */
  wake(): void {
    this.#tellAll('wake');
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
    const timeout = new AbortController();
    await Promise.race([
      Promise.all(seats.map((seat) => seat.exited)),
      delay(stopMs, undefined, { signal: timeout.signal }).catch(() => {}),
    ]);
    timeout.abort();
    await Promise.all(seats.map((seat) => seat.thread.terminate()));
    for (const seat of seats) killChildren(seat);
  }

  readonly #onRescueError = (error: unknown, job: { readonly id: string }) => {
    this.#options.log.error({ err: error, job: job.id }, 'the job was not rescued');
  };

  #seat(): void {
    const { entry, workerData } = this.#options;
    const workerId = workerPrefix() + randomBytes(6).toString('hex');
    const thread = new Thread(entry, { workerData: { ...workerData, workerId }, resourceLimits });
    const exit = Promise.withResolvers<void>();
    const seat: Seat = { thread, workerId, lastAliveAt: performance.now(), children: new Set(), exited: exit.promise };
    this.#seats.add(seat);
    thread.on('message', (message: FromThread) => {
      seat.lastAliveAt = performance.now();
      if (message.type === 'child') seat.children.add(message.pid);
      // The system may give its id to a process of somebody else's.
      if (message.type === 'child_ended') seat.children.delete(message.pid);
      if (message.type === 'warm') this.#tellAll('warm');
      if (message.type === 'measure') this.#options.takeMeasure(message.measure);
    });
    thread.on('error', (error) => this.#options.log.error({ err: error, worker: workerId }, 'a worker died'));
    thread.on('exit', () => {
      exit.resolve();
      void this.#replace(seat);
    });
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
