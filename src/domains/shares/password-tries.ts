import { networkOf } from '../../platform/limits/address-throttle.ts';
import { dayMs } from '../../platform/limits/limiter.ts';

const mostCounts = 100_000;

/** What is counted of one who tries passwords of a link: an address, the site around it, or a browser. */
interface Counted {
  readonly key: string;
  /** Wrong tries in a day that nobody else's can use up. */
  readonly own: number;
  /** Wrong tries in a day; those above `own` are taken from what the link allows everybody. */
  readonly most: number;
}

export type Caller = readonly Counted[];

/** An address that tries passwords of a link. A site has some 65,000 IPv6 networks, so it counts as ten addresses. */
export function addressCaller(shareId: string, address: string): Caller {
  const network = networkOf(address);
  const own = { key: `${shareId} ${network}`, own: 5, most: 100 };
  if (!network.includes(':')) return [own];
  return [own, { key: `${shareId} ${networkOf(address, 3)}/48`, own: 50, most: 1_000 }];
}

/** A browser that was in before; nobody without the password has its id. */
export function readerCaller(readerId: string): Caller {
  return [{ key: readerId, own: 100, most: 100 }];
}

/**
 * Wrong tries of passwords by caller, each in the 24 hours from the first, in this process only. It remembers 100,000
 * at a time; those that find no room have no tries of their own. `clock` gives milliseconds from any origin.
 */
export class PasswordTries {
  readonly #clock: () => number;
  /** In order of the first try. */
  readonly #counts = new Map<string, { readonly sinceMs: number; wrong: number }>();

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Milliseconds until the caller may try; 0 when it may now. */
  retryAfterMs(caller: Caller): number {
    this.#dropOld();
    const waits = caller.map(({ key, most }) => {
      const count = this.#counts.get(key);
      return count && count.wrong >= most ? count.sinceMs + dayMs - this.#clock() : 0;
    });
    return Math.max(...waits);
  }

  /** Whether the next try is one that nobody else's can use up. */
  hasOwn(caller: Caller): boolean {
    this.#dropOld();
    return caller.every(({ key, own }) => {
      const count = this.#counts.get(key);
      return count ? count.wrong < own : this.#counts.size < mostCounts;
    });
  }

  record(caller: Caller): void {
    for (const { key } of caller) {
      const count = this.#counts.get(key);
      if (count) count.wrong++;
      else if (this.#counts.size < mostCounts) this.#counts.set(key, { sinceMs: this.#clock(), wrong: 1 });
    }
  }

  /** Takes back one recorded try. */
  takeBack(caller: Caller): void {
    for (const { key } of caller) {
      const count = this.#counts.get(key);
      if (!count) continue;
      count.wrong--;
      if (count.wrong <= 0) this.#counts.delete(key);
    }
  }

  #dropOld(): void {
    const oldMs = this.#clock() - dayMs;
    for (const [key, { sinceMs }] of this.#counts) {
      if (sinceMs > oldMs) return;
      this.#counts.delete(key);
    }
  }
}
