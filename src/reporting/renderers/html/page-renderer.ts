import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { RenderError } from '../render-error.ts';
import type { PageReply, PageRequest } from './page-thread.ts';

const queueLimit = 50;
/** Many times more than a document of 5,000 rows needs. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

export interface PageRendererOptions {
  /** How long a page may take, waiting in the queue excluded. */
  readonly deadlineMs?: number;
  /** The script of the thread. */
  readonly entry?: URL;
}

/**
 * Renders web pages one at a time in a separate thread: reading and rendering a document of 5,000 rows takes a tenth of
 * a second, during which no request would be answered. The thread starts with the first page and is replaced when it
 * crashes or misses its deadline. Unlike a render process it loads no PDF engine.
 */
export class PageRenderer implements AsyncDisposable {
  readonly #options: Required<PageRendererOptions>;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: PageRendererOptions = {}) {
    this.#options = { deadlineMs: 10_000, entry: new URL('./page-thread.ts', import.meta.url), ...options };
  }

  /** The HTML of one document. Rejects with RenderError; as `unavailable` when 50 are waiting or being rendered. */
  async render(request: PageRequest): Promise<string> {
    if (this.#waiting >= queueLimit) throw new RenderError('unavailable', 'Too many pages wait to be rendered.');
    this.#waiting++;
    const turn = this.#last.then(() => this.#render(request)).finally(() => this.#waiting--);
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #render(request: PageRequest): Promise<string> {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
    const reply = await this.#reply(this.#worker);
    if ('failure' in reply) throw new RenderError('failed', reply.failure);
    return reply.html;
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, { env: {}, resourceLimits });
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
      this.#worker = undefined;
      await worker.terminate();
      const [kind, what] = late.aborted ? (['timed_out', 'is late'] as const) : (['crashed', 'ended'] as const);
      throw new RenderError(kind, `The thread that renders pages ${what}.`, { cause });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    await this.#worker?.terminate();
  }
}
