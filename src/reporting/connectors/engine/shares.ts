interface Waiting {
  readonly count: number;
  readonly grant: () => void;
}

/** A number of equal shares of something, given out in the order in which they are asked for. */
export class Shares {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when it has taken `count` shares; rejects with the signal's reason when that aborts first. */
  async take(count: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { count, grant: resolve };
    const abort = () => {
      const position = this.#waiting.indexOf(waiting);
      if (position < 0) return;
      this.#waiting.splice(position, 1);
      reject(signal.reason);
      this.#grant();
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(waiting);
    this.#grant();
    await promise.finally(() => signal.removeEventListener('abort', abort));
  }

  give(count: number): void {
    this.#free += count;
    this.#grant();
  }

  #grant(): void {
    for (let [first] = this.#waiting; first && first.count <= this.#free; [first] = this.#waiting) {
      this.#free -= first.count;
      this.#waiting.shift();
      first.grant();
    }
  }
}
