import { RefusedError } from './engine.ts';
import { cancelMs, settled, stopped } from './stopping.ts';

/** Asks a server to stop one statement. It is called once the work has ended, by `fetchAtEnd`. */
export type Cancel = () => Promise<unknown>;

/**
 * Statements that run on at a server when nobody asks for them any more. Those whose end was not seen are stopped there: when
 * the work is aborted, and when it fails.
 */
export class RemoteStatements implements AsyncDisposable {
  readonly #signal: AbortSignal;
  readonly #running = new Set<Cancel>();
  readonly #stopping: Promise<void>[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#stopAll(), { once: true });
  }

  /** Runs a statement that `cancel` stops. Throws as `work` does, or that it was stopped. */
  async run<T>(work: () => Promise<T>, cancel: Cancel): Promise<T> {
    const signal = this.#signal;
    if (signal.aborted) throw stopped(signal);
    this.#running.add(cancel);
    try {
      const result = await work();
      this.#running.delete(cancel);
      return result;
    } catch (error) {
      // What the server refused has ended.
      if (error instanceof RefusedError) this.#running.delete(cancel);
      else this.#stop(cancel);
      throw signal.aborted ? stopped(signal) : error;
    }
  }

  #stopAll(): void {
    for (const cancel of this.#running) this.#stop(cancel);
  }

  #stop(cancel: Cancel): void {
    if (!this.#running.delete(cancel)) return;
    this.#stopping.push(settled(cancel(), cancelMs));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopAll();
    await Promise.all(this.#stopping);
  }
}
