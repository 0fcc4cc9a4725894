import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommentedDocument } from '../../documents/comments.ts';
import type { RenderedArtifact } from '../artifact.ts';
import type { ExportFormat } from '../formats.ts';
import { RenderError } from '../render-error.ts';
import { probe } from './probe.ts';
import { prepare, type RenderRequest } from './render.ts';
import type { RenderReply } from './render-process.ts';

export interface RenderPoolOptions {
  /** The most render processes at a time. */
  readonly size: number;
  /** The most renders that wait for a process; more are refused as `unavailable`. */
  readonly queueLimit?: number;
  /** A process is replaced after this many documents, */
  readonly documentsPerProcess?: number;
  /** or when its resident memory after a document is above this. */
  readonly recycleAboveBytes?: number;
  /**
   * A folder for the compiled code of the render process, which halves its start time; none by default. Nobody else may
   * have write access to it.
   */
  readonly codeCache?: string;
  /** The script of the render process. */
  readonly processFile?: string;
  /** Called with the id of each process that starts, so that whoever outlives the pool can end it. */
  readonly onStart?: (pid: number) => void;
  /** Called with the id of each process that has ended; the system may reuse the id from now on. */
  readonly onEnd?: (pid: number) => void;
}

export interface RenderOptions {
  /** Aborting kills the rendering process and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds from the call, including the wait for a process. */
  readonly deadlineMs: number;
}

interface Task {
  readonly prepare: () => Promise<RenderRequest>;
  readonly resolve: (artifact: RenderedArtifact) => void;
  readonly reject: (reason: unknown) => void;
}

interface RenderChild {
  readonly process: ChildProcess;
  readonly ended: Promise<void>;
  task: Task | undefined;
  rendered: number;
  /** The tail of what the process wrote to stderr, such as a native panic. */
  errorOutput: string;
}

/** Warms up the fonts and the template of a process. */
const warmUp: Task = { prepare: () => prepare(probe, 'pdf'), resolve: () => {}, reject: () => {} };

/** How a render process is started. */
export const renderProcess = {
  file: fileURLToPath(new URL('./render-process.ts', import.meta.url)),
  options: (codeCache?: string) => ({
    // A small, preallocated young generation and collections on demand keep dead Typst documents from piling up.
    execArgv: ['--min-semi-space-size=2', '--max-semi-space-size=2', '--max-old-space-size=1024', '--expose-gc'],
    env: {
      // The renderer gets none of the service's environment, which holds secrets. One heap for all native threads
      // (glibc): with one each, a fifth of the memory would sit idle.
      MALLOC_ARENA_MAX: '1',
      // Huge pages for that heap (glibc): a process reaches its first page with a third fewer page faults.
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
      // Scanning the machine's fonts takes time, and reports have their own.
      FONTCONFIG_FILE: fileURLToPath(new URL('../pdf/fonts.conf', import.meta.url)),
      ...(codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache }),
    },
    serialization: 'advanced' as const,
  }),
};
const errorOutputLimit = 2_000;

/**
 * Renders documents in child processes, which can be killed: native rendering cannot be interrupted otherwise.
 * Processes start when needed and are replaced when they crash, hang, age or grow.
 */
export class RenderPool {
  readonly #options: Required<Omit<RenderPoolOptions, 'codeCache'>> & Pick<RenderPoolOptions, 'codeCache'>;
  readonly #children = new Set<RenderChild>();
  readonly #queue: Task[] = [];
  #closed = false;

  constructor(options: RenderPoolOptions) {
    this.#options = {
      queueLimit: 100,
      documentsPerProcess: 500,
      recycleAboveBytes: 600 * 2 ** 20,
      onStart: () => {},
      onEnd: () => {},
      processFile: renderProcess.file,
      ...options,
    };
  }

  /** Starts one process ahead of the first document. */
  warm(): void {
    if (!this.#closed && this.#children.size === 0) this.#start();
  }

  /**
   * The file of one document. Rejects with RenderError, or with the signal's reason once aborted. A render that is
   * aborted or past its deadline ends at once: its process is killed.
   */
  render(document: CommentedDocument, format: ExportFormat, options: RenderOptions): Promise<RenderedArtifact> {
    const { signal, deadlineMs } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(new RenderError('unavailable', 'The render pool is closed.'));
    if (this.#queue.length >= this.#options.queueLimit) {
      return Promise.reject(new RenderError('unavailable', 'Too many documents wait to be rendered.'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<RenderedArtifact>();
    const task: Task = { prepare: () => prepare(document, format), resolve, reject };
    const late = () => new RenderError('timed_out', `The document was not rendered within ${deadlineMs} ms.`);
    const timer = setTimeout(() => this.#cancel(task, late()), deadlineMs);
    const abort = () => this.#cancel(task, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#queue.push(task);
    this.#dispatch();
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  }

  /**
   * Rejects everything waiting or rendering as `unavailable` and ends every process. Await it before the thread ends.
   */
  async close(): Promise<void> {
    this.#closed = true;
    const error = new RenderError('unavailable', 'The render pool was closed.');
    for (const task of this.#queue.splice(0)) task.reject(error);
    const ended = [...this.#children].map((child) => {
      child.task?.reject(error);
      child.process.kill('SIGKILL');
      return child.ended;
    });
    await Promise.all(ended);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #cancel(task: Task, reason: unknown): void {
    task.reject(reason);
    const position = this.#queue.indexOf(task);
    if (position >= 0) this.#queue.splice(position, 1);
    // A process that is still starting: nothing else would end it if it hung there.
    const isAtFault = (child: RenderChild) => child.task === (position >= 0 ? warmUp : task);
    for (const child of this.#children) if (isAtFault(child)) child.process.kill('SIGKILL');
  }

  #dispatch(): void {
    if (this.#closed) return;
    for (const child of this.#children) {
      if (!child.task && !child.process.killed) this.#give(child);
    }
    while (this.#queue.length > 0 && this.#children.size < this.#options.size) this.#give(this.#start());
  }

  #give(child: RenderChild): void {
    const task = this.#queue.shift();
    if (task) void this.#send(task, child);
  }

  async #send(task: Task, child: RenderChild): Promise<void> {
    child.task = task;
    try {
      const request = await task.prepare();
      child.process.send(request, (error) => {
        if (error) child.process.kill('SIGKILL');
      });
    } catch (error) {
      task.reject(error);
      child.task = undefined;
      this.#dispatch();
    }
  }

  #start(): RenderChild {
    const { processFile, codeCache } = this.#options;
    const process = fork(processFile, {
      ...renderProcess.options(codeCache),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const child: RenderChild = { process, ended, task: undefined, rendered: 0, errorOutput: '' };
    this.#children.add(child);
    if (process.pid !== undefined) this.#options.onStart(process.pid);
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      child.errorOutput = (child.errorOutput + text).slice(-errorOutputLimit);
    });
    process.on('message', (reply: RenderReply) => this.#receive(child, reply));
    process.on('error', (error) => this.#end(child, error.message, resolve));
    process.on('close', (code, signal) => this.#end(child, signal ?? `exit code ${code}`, resolve));
    return child;
  }

  #receive(child: RenderChild, reply: RenderReply): void {
    if ('ready' in reply) {
      if (!child.task) void this.#send(warmUp, child);
      return;
    }
    if ('artifact' in reply) child.task?.resolve(reply.artifact);
    else child.task?.reject(new RenderError('failed', reply.failure));
    if (child.task !== warmUp) child.rendered += 1;
    child.task = undefined;
    const { documentsPerProcess, recycleAboveBytes } = this.#options;
    if (child.rendered >= documentsPerProcess || reply.rssBytes > recycleAboveBytes) child.process.kill('SIGKILL');
    this.#dispatch();
  }

  #end(child: RenderChild, cause: string, resolve: () => void): void {
    child.process.kill('SIGKILL');
    if (this.#children.delete(child) && child.process.pid !== undefined) this.#options.onEnd(child.process.pid);
    const detail = child.errorOutput ? `: ${child.errorOutput}` : '.';
    child.task?.reject(new RenderError('crashed', `The render process ended (${cause})${detail}`));
    child.task = undefined;
    resolve();
    this.#dispatch();
    // Replace it at once, since the next render should not wait for a start; one that never answered might never do so.
    if (child.rendered > 0) this.warm();
  }
}
