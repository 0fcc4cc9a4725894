import { resolve } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** After it, a thread goes on without its turn, and SQLite's own lock decides, as it does between processes. */
const longestWaitMs = 1_000;

/**
 * Which thread of this process may begin to write to a SQLite file. SQLite's lock wakes nobody: who finds it taken sleeps for 1 to
 * 100 ms and tries again, while commits take a quarter of one. A thread that waits for its turn is woken when the one
 * before it has committed. It is a hint and no lock, so a thread that is ended while it writes stops nobody for long.
 */
export class WriteTurns {
  /** Odd while a thread writes. Each turn has a number of its own, so that one which was passed over ends no other. */
  readonly #state: Int32Array<SharedArrayBuffer>;
  #own: number | undefined;

  /** All threads that are given the same four bytes take turns. */
  constructor(shared: SharedArrayBuffer) {
    this.#state = new Int32Array(shared);
  }

  /** Blocks this thread until it may write, for at most 1 s. */
  take(): void {
    const waitUntil = performance.now() + longestWaitMs;
    for (;;) {
      const seen = Atomics.load(this.#state, 0);
      const isTaken = seen % 2 !== 0;
      const leftMs = waitUntil - performance.now();
      if (isTaken && leftMs > 0) {
        Atomics.wait(this.#state, 0, seen, leftMs);
        continue;
      }
      const own = (seen + (isTaken ? 2 : 1)) | 0;
      if (Atomics.compareExchange(this.#state, 0, seen, own) !== seen) continue;
      this.#own = own;
      return;
    }
  }

  /** Ends this thread's turn and wakes the next thread. */
  end(): void {
    if (this.#own === undefined) return;
    Atomics.compareExchange(this.#state, 0, this.#own, (this.#own + 1) | 0);
    Atomics.notify(this.#state, 0, 1);
    this.#own = undefined;
  }
}

/** The turns of a file among the thread that opens it first and the worker threads started after that. */
export function writeTurnsOf(path: string): WriteTurns {
  const key = `sqlite-write-turns:${resolve(path)}`;
  const known = getEnvironmentData(key) as unknown;
  const shared = known instanceof SharedArrayBuffer ? known : new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  if (shared !== known) setEnvironmentData(key, shared as never);
  return new WriteTurns(shared);
}
