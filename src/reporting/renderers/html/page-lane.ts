import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { RenderError } from '../render-error.ts';
import type { FiguresRequest, PageReply, PageRequest } from './page-thread.ts';

export type Rendered = Exclude<PageReply, { failure: string }>;

interface LaneOptions {
  /** The script of the thread. */
  readonly entry: URL;
  readonly deadlineMs: number;
  readonly memoryMb: number;
  /** How long the thread stays without a page; null for always. */
  readonly idleMs: number | null;
}

/**
 * A place for one page at a time and the thread that renders it, which starts with its first page and again after a
 * fault.
 */
export class PageLane {
  /** Kept by whoever gives out the lanes: a free one has no page, and none is on its way. */
  isFree = true;
  readonly #options: LaneOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** What the thread makes of one document; one call at a time. Rejects with RenderError. */
  async render(request: PageRequest | FiguresRequest): Promise<Rendered> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
    const reply = await this.#reply(this.#worker);
    const { idleMs } = this.#options;
    if (idleMs !== null) this.#idle = setTimeout(() => void this.end(), idleMs).unref();
    if ('failure' in reply) throw new RenderError('failed', reply.failure);
    return reply;
  }

  /** Ends the thread; the next page starts another. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const { entry, memoryMb } = this.#options;
    const worker = new Worker(entry, { env: {}, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // A late thread may run out of memory before it is terminated, and an unhandled error would end the whole process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #reply(worker: Worker): Promise<PageReply> {
    const late = AbortSignal.timeout(this.#options.deadlineMs);
    try {
      const [reply] = await once(worker, 'message', { signal: late });
      return reply;
    } catch (cause) {
      await this.end();
      const [kind, what] = late.aborted ? (['timed_out', 'is late'] as const) : (['crashed', 'ended'] as const);
      throw new RenderError(kind, `The thread that renders pages ${what}.`, { cause });
    }
  }
}
