import { availableParallelism } from 'node:os';
import { RenderError } from '../render-error.ts';
import { PageLane, type Rendered } from './page-lane.ts';
import type { FiguresRequest, PageRequest } from './page-thread.ts';

const queueLimit = 50;
/** One slow page must not hold up the others, whatever the machine. */
const fewestThreads = 2;
const mostThreads = 4;

export interface PageRendererOptions {
  /** How long a page may take, waiting in the queue excluded. */
  readonly deadlineMs?: number;
  /** The most pages that are rendered at a time. */
  readonly threads?: number;
  /** The heap of each thread; the default is many times more than a document of 5,000 rows needs. */
  readonly memoryMb?: number;
  /** How long a thread other than the first stays without a page. */
  readonly idleMs?: number;
  /** The script of the threads. */
  readonly entry?: URL;
}

/**
 * Renders web pages in separate threads: reading and rendering a document of 5,000 rows takes a tenth of a second,
 * during which no request would be answered. A thread starts when a page finds no other free, two to four as the
 * machine has processors; it is replaced when it crashes, outgrows its memory or misses its deadline. Unlike a render
 * process it loads no PDF engine.
 */
export class PageRenderer implements AsyncDisposable {
  readonly #lanes: readonly PageLane[];
  /** Given the lane that has become free, in order of arrival. */
  readonly #waiting: ((lane: PageLane) => void)[] = [];
  readonly #pages = new Set<Promise<Rendered>>();

  constructor(options: PageRendererOptions = {}) {
    const {
      deadlineMs = 10_000,
      threads = Math.min(mostThreads, Math.max(fewestThreads, availableParallelism())),
      memoryMb = 512,
      idleMs = 60_000,
      entry = new URL('./page-thread.ts', import.meta.url),
    } = options;
    this.#lanes = Array.from(
      { length: threads },
      (_, index) => new PageLane({ entry, deadlineMs, memoryMb, idleMs: index === 0 ? null : idleMs }),
    );
  }

  /** The HTML of one document. Rejects with RenderError; as `unavailable` when 50 are waiting or being rendered. */
  async render(request: PageRequest): Promise<string> {
    const made = await this.#make(request);
    if ('html' in made) return made.html;
    throw new RenderError('failed', 'The thread made another thing than a page.');
  }

  /** A file with the figures of one document. Rejects as `render` does. */
  async figures(request: FiguresRequest): Promise<Uint8Array> {
    const made = await this.#make(request);
    if ('bytes' in made) return made.bytes;
    throw new RenderError('failed', 'The thread made another thing than a file.');
  }

  async #make(request: PageRequest | FiguresRequest): Promise<Rendered> {
    if (this.#pages.size >= queueLimit) throw new RenderError('unavailable', 'Too many pages wait to be rendered.');
    const page = this.#render(request);
    this.#pages.add(page);
    try {
      return await page;
    } finally {
      this.#pages.delete(page);
    }
  }

  async #render(request: PageRequest | FiguresRequest): Promise<Rendered> {
    const lane = this.#freeLane() ?? (await new Promise<PageLane>((resolve) => this.#waiting.push(resolve)));
    try {
      return await lane.render(request);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(lane);
      else lane.isFree = true;
    }
  }

  /** Always the first, so that the last ones fall idle and end. */
  #freeLane(): PageLane | undefined {
    const lane = this.#lanes.find(({ isFree }) => isFree);
    if (lane) lane.isFree = false;
    return lane;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#pages);
    await Promise.all(this.#lanes.map((lane) => lane.end()));
  }
}
