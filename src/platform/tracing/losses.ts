/** The log of what becomes of spans. */
export interface LossLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

const everyMs = 60_000;

/** Says in one line a minute at most that spans are lost, and how many since the last one. */
export class Losses {
  readonly #log: LossLog;
  #saidAt = -Infinity;
  #spans = 0;

  constructor(log: LossLog) {
    this.#log = log;
  }

  /** `reason` is for people, and holds neither header nor body. */
  note(spans: number, reason: string): void {
    this.#spans += spans;
    const now = performance.now();
    if (now - this.#saidAt < everyMs) return;
    this.#log.warn({ spans: this.#spans, reason }, 'spans were not delivered to the collector of traces');
    this.#saidAt = now;
    this.#spans = 0;
  }
}
