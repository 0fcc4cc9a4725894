import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from '../database/tables.ts';
import { within } from '../within.ts';
import type { JobLog } from './job-handler.ts';
import type { Measure, TakeMeasure } from './measures.ts';

/** How late work may begin, and how often new work is planned. */
const everyMs = 10_000;
const planEveryMs = 60 * 60_000;
/** How long what is under way may continue after a stop. */
const graceMs = 6_000;

/** What such a thread says. It ends by itself when nothing is due, and when it is told to `stop`. */
export type FromDueThread =
  | { readonly type: 'child'; readonly pid: number }
  | { readonly type: 'child_ended'; readonly pid: number }
  | { readonly type: 'measure'; readonly measure: Measure };

/** Work whose rows say when it is due, and which one process at a time takes. */
export interface DueWork {
  /** For the log: what could not be looked at. */
  readonly name: string;
  isAnyDue(db: Database): Promise<boolean>;
  /** Gives new work its first time, some of it; whether there may be more. */
  plan(db: Database): Promise<boolean>;
}

interface DueOptions {
  readonly work: DueWork;
  readonly db: Database;
  /** The script of the thread, and what it starts with. */
  readonly entry: URL;
  readonly workerData: Readonly<Record<string, unknown>>;
  readonly log: JobLog;
  readonly takeMeasure?: TakeMeasure;
  readonly memoryMb?: number;
}

/**
 * Has work done when it is due, in a thread of its own that there is only as long as any is: what it needs is most of what
 * a process holds. Any number of processes may do so: each row is taken once.
 */
export class ThreadWhileDue implements AsyncDisposable {
  readonly #options: DueOptions;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #wakened = Promise.withResolvers<void>();
  #plannedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DueOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  /** Looks at once whether any are due. */
  wake(): void {
    this.#wakened.resolve();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#round();
      } catch (error) {
        if (!signal.aborted)
          this.#options.log.error({ err: error }, `the ${this.#options.work.name} could not be looked at`);
      }
      await Promise.race([this.#wakened.promise, delay(everyMs, undefined, { signal }).catch(() => {})]);
      this.#wakened = Promise.withResolvers();
    }
  }

  async #round(): Promise<void> {
    const { db, work } = this.#options;
    if (Date.now() - this.#plannedAt > planEveryMs) {
      while (await work.plan(db)) if (this.#stop.signal.aborted) return;
      this.#plannedAt = Date.now();
    }
    if (!this.#stop.signal.aborted && (await work.isAnyDue(db))) await this.#begin();
  }

  /** One thread, until nothing is due any more. */
  async #begin(): Promise<void> {
    const { entry, workerData, memoryMb = 512, takeMeasure = () => {} } = this.#options;
    const thread = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    const children = new Set<number>();
    const exited = Promise.withResolvers<void>();
    let fault: unknown;
    thread.on('message', (message: FromDueThread) => {
      if (message.type === 'measure') takeMeasure(message.measure);
      if (message.type === 'child') children.add(message.pid);
      // The system may reuse its id for someone else's process.
      if (message.type === 'child_ended') children.delete(message.pid);
    });
    thread.on('error', (error) => {
      fault = error;
    });
    thread.on('exit', () => exited.resolve());
    const stop = () => {
      thread.postMessage('stop');
      void within(graceMs, exited.promise, () => thread.terminate());
    };
    const { signal } = this.#stop;
    signal.addEventListener('abort', stop, { once: true });
    await exited.promise;
    signal.removeEventListener('abort', stop);
    for (const pid of children) kill(pid);
    if (fault) throw fault;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#ended;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
