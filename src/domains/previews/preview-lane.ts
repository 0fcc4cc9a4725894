import { Worker } from 'node:worker_threads';
import type { TakeMeasure } from '../../platform/jobs/measures.ts';
import { within } from '../../platform/within.ts';
import type { Draft } from '../generation-jobs/make-document.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { FromThread, Made, ToThread, Wanted } from './protocol.ts';

export interface LaneOptions {
  /** The script of the thread. */
  readonly entry: URL;
  readonly workerData: Readonly<Record<string, unknown>>;
  /** The heap of the thread. */
  readonly memoryMb: number;
  /** How long a thread may take to give up a preview, or to end, before it is terminated. */
  readonly graceMs: number;
  /** How long a thread stays without a preview. */
  readonly idleMs: number;
  readonly answers: KeptAnswers;
  readonly takeMeasure: TakeMeasure;
}

export interface LaneTask {
  readonly accountId: string;
  readonly draft: Draft;
  readonly wanted: Wanted;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** How a thread ended that was not told to. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

interface Seat {
  readonly thread: Worker;
  readonly children: Set<number>;
  readonly exited: Promise<unknown>;
}

/** A place for one preview at a time, and the thread that makes it, which starts with its first and again after a fault. */
export class PreviewLane {
  /** Kept by whoever gives out the lanes. */
  isFree = true;
  readonly #options: LaneOptions;
  #seat: Seat | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #accountId = '';
  #ended: ((made: Made | ThreadEnded) => void) | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  get hasThread(): boolean {
    return this.#seat !== undefined;
  }

  /** Starts the thread, and its engine, before a preview is asked for; without one it ends after a while. */
  warm(): void {
    if (this.#seat) return;
    tell(this.#start(), { type: 'warm' });
    this.#endWhenIdle();
  }

  /**
   * Makes one preview; one call at a time. Settles when the lane can take another: soon after the signal aborts, whatever
   * the thread does. Rejects with ThreadEnded when the thread died of it or was terminated.
   */
  async make({ accountId, draft, wanted, deadline, signal }: LaneTask): Promise<Made> {
    clearTimeout(this.#idle);
    const seat = this.#seat ?? this.#start();
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Made | ThreadEnded>();
    this.#accountId = accountId;
    this.#ended = resolve;
    let grace: NodeJS.Timeout | undefined;
    const giveUp = () => {
      tell(seat, { type: 'abort', id });
      grace = setTimeout(() => void seat.thread.terminate(), this.#options.graceMs);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      tell(seat, { type: 'make', id, draft, deadline, wanted });
      if (signal.aborted) giveUp();
      const made = await promise;
      if (made instanceof ThreadEnded) throw made;
      return made;
    } finally {
      clearTimeout(grace);
      signal.removeEventListener('abort', giveUp);
      this.#ended = undefined;
      this.#endWhenIdle();
    }
  }

  #endWhenIdle(): void {
    this.#idle = setTimeout(() => void this.end(), this.#options.idleMs).unref();
  }

  /** Ends the thread and its child processes; the next preview starts another. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const seat = this.#seat;
    if (!seat) return;
    this.#seat = undefined;
    tell(seat, { type: 'stop' });
    await within(this.#options.graceMs, seat.exited, () => seat.thread.terminate());
  }

  #start(): Seat {
    const { entry, workerData, memoryMb } = this.#options;
    const thread = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    const exit = Promise.withResolvers<void>();
    const seat: Seat = { thread, children: new Set(), exited: exit.promise };
    this.#seat = seat;
    thread.on('message', (message: FromThread) => this.#hear(seat, message));
    let cause: unknown;
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', () => {
      for (const pid of seat.children) kill(pid);
      if (this.#seat === seat) {
        this.#seat = undefined;
        this.#ended?.(new ThreadEnded('The thread that makes previews ended.', { cause }));
      }
      exit.resolve();
    });
    return seat;
  }

  #hear(seat: Seat, message: FromThread): void {
    const { answers, takeMeasure } = this.#options;
    switch (message.type) {
      case 'find':
        tell(seat, { type: 'found', call: message.call, answer: answers.find(message.key) });
        break;
      case 'keep':
        answers.keep(this.#accountId, message.key, message.bytes);
        break;
      case 'child':
        seat.children.add(message.pid);
        break;
      case 'child_ended':
        // The system may reuse its id for someone else's process.
        seat.children.delete(message.pid);
        break;
      case 'measure':
        takeMeasure(message.measure);
        break;
      default:
        if (message.id === this.#lastId) this.#ended?.(message);
    }
  }
}

function tell({ thread }: Seat, message: ToThread): void {
  thread.postMessage(message);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
