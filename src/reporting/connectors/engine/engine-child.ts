import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { memoryWord } from '../../processes/watch-parent.ts';
import { type EngineCall, errorOfFault, type FromEngine, type ToEngine } from './protocol.ts';

/** Why a process ended: it held too much memory, it was ended here, or by itself or someone else. */
export type EndReason = 'memory' | 'stopped' | 'crashed';

/** What running calls reject with when their process ends. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
  readonly reason: EndReason;
  /** Whether only one context had calls running, which then must be the cause. */
  readonly isOfOne: boolean;

  constructor(reason: EndReason, isOfOne: boolean, detail: string) {
    super(`The process of the query engine ended (${detail})`);
    this.reason = reason;
    this.isOfOne = isOfOne;
  }
}

export interface EngineChildOptions {
  readonly processFile: string;
  /** A folder for compiled code; nobody else may have write access to it. */
  readonly codeCache: string | undefined;
  /** The process ends above this resident memory. */
  readonly mostResidentBytes: number;
  readonly onStart: (pid: number) => void;
  readonly onEnd: (pid: number) => void;
}

interface RunningCall {
  readonly contextId: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The script of the process. */
export const engineProcessFile = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

/** How long work may go on after it was told to stop. */
const stopMs = 1_000;
const errorOutputLimit = 2_000;

/** One process of the engine of rows. It does not keep the parent running, except while calls run. */
export class EngineChild {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** False as soon as it is told to end. */
  isUsable = true;
  /** The resident memory that it last told. */
  rssBytes = 0;
  readonly #process: ChildProcess;
  readonly #calls = new Map<number, RunningCall>();
  readonly #closings = new Map<number, () => void>();
  #lastId = 0;
  #errorOutput = '';

  constructor({ processFile, codeCache, mostResidentBytes, onStart, onEnd }: EngineChildOptions) {
    this.#process = fork(processFile, [String(mostResidentBytes)], {
      execArgv: ['--max-old-space-size=1024'],
      // None of the service's environment, which holds secrets.
      env: codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    const { pid, stderr } = this.#process;
    if (pid !== undefined) onStart(pid);
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-errorOutputLimit);
    });
    (stderr as { unref?: () => void } | null)?.unref?.();
    this.#process.on('message', (message: FromEngine) => this.#receive(message));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    const end = (detail: string) => {
      this.#end(detail);
      if (pid !== undefined) onEnd(pid);
      resolve();
    };
    this.#process.once('error', (error) => end(error.message));
    this.#process.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    this.#refer();
  }

  /** Runs one call; rejects with its error, or with EngineEnded. */
  ask(call: Omit<EngineCall, 'id'>): Promise<unknown> {
    if (!this.isUsable) return Promise.reject(new EngineEnded('stopped', false, 'before it was asked'));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#send({ call: { ...call, id } });
    this.#calls.set(id, { contextId: call.contextId, resolve, reject });
    this.#refer();
    return promise;
  }

  /**
   * Stops the calls of a context and closes what it has open; resolves when that is done. If it takes longer than a
   * second, the process is ended.
   */
  async close(contextId: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closings.set(contextId, resolve);
    const timer = setTimeout(() => this.kill(), stopMs);
    this.#send({ close: contextId });
    await Promise.race([promise, this.ended]);
    clearTimeout(timer);
    this.#closings.delete(contextId);
  }

  kill(): void {
    this.isUsable = false;
    this.#process.kill('SIGKILL');
  }

  #send(message: ToEngine): void {
    this.#process.send(message, (error) => {
      if (error) this.kill();
    });
  }

  #receive(message: FromEngine): void {
    if ('closed' in message) {
      this.rssBytes = message.rssBytes;
      this.#closings.get(message.closed)?.();
      return;
    }
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    this.#refer();
    if ('fault' in message) call?.reject(errorOfFault(message.fault));
    else call?.resolve(message.result);
  }

  #end(detail: string): void {
    const isOfMemory = this.#errorOutput.endsWith(memoryWord);
    const reason = isOfMemory ? 'memory' : this.isUsable ? 'crashed' : 'stopped';
    this.kill();
    const isOfOne = new Set([...this.#calls.values()].map(({ contextId }) => contextId)).size === 1;
    const told = this.#errorOutput ? `${detail}): ${this.#errorOutput}` : detail;
    for (const { reject } of this.#calls.values()) reject(new EngineEnded(reason, isOfOne, told));
    this.#calls.clear();
  }

  /** An idle process must not keep a command or a test running. */
  #refer(): void {
    const keeps = this.#calls.size > 0;
    if (keeps) this.#process.ref();
    else this.#process.unref();
    if (keeps) this.#process.channel?.ref();
    else this.#process.channel?.unref();
  }
}
