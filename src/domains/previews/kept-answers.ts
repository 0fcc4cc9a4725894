import type { KeptAnswer } from './protocol.ts';

const keptMs = 5 * 60_000;
const mostBytes = 64 * 2 ** 20;
/** So that no account has what others' previews are fast by. */
const mostBytesOfAccount = 16 * 2 ** 20;

export interface KeptAnswersOptions {
  readonly mostBytes?: number;
  readonly mostBytesOfAccount?: number;
  /** Milliseconds from any origin. */
  readonly clock?: () => number;
}

interface Entry extends KeptAnswer {
  readonly accountId: string;
  readonly untilMs: number;
}

/**
 * What connected systems answered during the last five minutes, in this process only, so that a preview with another
 * layout does not ask again. Bounded in bytes, for each account too; the oldest answers give way.
 */
export class KeptAnswers implements Disposable {
  readonly #options: Required<KeptAnswersOptions>;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(options: KeptAnswersOptions = {}) {
    this.#options = { mostBytes, mostBytesOfAccount, clock: () => performance.now(), ...options };
  }

  /** In all. */
  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): KeptAnswer | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.untilMs > this.#options.clock() ? { bytes: entry.bytes, at: entry.at } : undefined;
  }

  keep(accountId: string, key: string, bytes: Uint8Array): void {
    this.#forget(key);
    this.#forgetOld();
    const entry = { accountId, bytes, at: new Date().toISOString(), untilMs: this.#options.clock() + keptMs };
    this.#entries.set(key, entry);
    this.#count(entry, 1);
    this.#makeRoom(accountId);
    this.#forgetting ??= setTimeout(() => this.#tidy(), keptMs).unref();
  }

  #makeRoom(accountId: string): void {
    for (const [key, entry] of this.#entries) {
      const ofAccount = this.#bytesOf.get(accountId) ?? 0;
      if (ofAccount <= this.#options.mostBytesOfAccount && this.#bytes <= this.#options.mostBytes) return;
      if (this.#bytes > this.#options.mostBytes || entry.accountId === accountId) this.#forget(key);
    }
  }

  /** Answers are customers' data: they go in time, even if nobody asks for a preview any more. */
  #tidy(): void {
    this.#forgetOld();
    this.#forgetting = this.#entries.size > 0 ? setTimeout(() => this.#tidy(), keptMs).unref() : undefined;
  }

  #forgetOld(): void {
    const now = this.#options.clock();
    for (const [key, { untilMs }] of this.#entries) {
      if (untilMs > now) return;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#count(entry, -1);
  }

  #count({ accountId, bytes }: Entry, sign: 1 | -1): void {
    this.#bytes += sign * bytes.length;
    const ofAccount = (this.#bytesOf.get(accountId) ?? 0) + sign * bytes.length;
    if (ofAccount > 0) this.#bytesOf.set(accountId, ofAccount);
    else this.#bytesOf.delete(accountId);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#forgetting);
    this.#entries.clear();
    this.#bytesOf.clear();
    this.#bytes = 0;
  }
}
