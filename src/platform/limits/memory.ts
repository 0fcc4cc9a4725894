import type { Database } from '../database/tables.ts';
import {
  type Decision,
  dayMs,
  dayToCount,
  type Limiter,
  LimiterUnavailable,
  minuteMs,
  type RequestLimits,
  toDecision,
  type Usage,
} from './limiter.ts';
import { loadCounts, saveCounts } from './saved-counts.ts';
import { TimeRing } from './time-ring.ts';

const saveEveryMs = 100;
/** A save that takes longer stops admissions until it has ended. */
const saveDeadlineMs = 2_000;
const accountsPerTransaction = 1_000;
/** Anything smaller is a clock being adjusted gradually. */
const leastJumpMs = 1_000;

interface AccountCount {
  /** The requests of the last minute; undefined for an idle account. */
  recent: TimeRing | undefined;
  day: number;
  dayUsed: number;
  /** How many of the newest requests are unsaved. */
  unsaved: number;
}

/**
 * The limiter of the embedded database, for the one process that serves the API. Decides in memory and saves to SQLite
 * every 100 ms while there is something to save, so a kill loses at most the requests of the last 100 ms and of the
 * save under way. A save that fails or takes over 2 s stops all admissions; it is retried every 100 ms, and admissions
 * resume once one succeeds. An account takes 8 to 16 bytes for each request of the last minute, and a count until its
 * day is over. The minute uses the monotonic clock, so that a jump of the other one, which the days follow, neither
 * empties nor extends it. `clock` gives epoch milliseconds, `steady` milliseconds from any origin. Throws SQLite's
 * error when the saved counts cannot be read.
 */
export async function openMemoryLimiter(
  db: Database,
  clock: () => number = Date.now,
  steady: () => number = clock === Date.now ? () => performance.now() : clock,
): Promise<Limiter> {
  const limiter = new MemoryLimiter(db, clock, steady);
  await limiter.load();
  return limiter;
}

class MemoryLimiter implements Limiter {
  readonly #db: Database;
  readonly #clock: () => number;
  readonly #steady: () => number;
  /** How far the clock is ahead of the monotonic one. */
  #offsetMs: number;
  readonly #accounts = new Map<string, AccountCount>();
  readonly #unsaved = new Set<string>();
  readonly #idleSweep: NodeJS.Timeout;
  #saveTimer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #fault: Error | undefined;
  #closed = false;

  constructor(db: Database, clock: () => number, steady: () => number) {
    this.#db = db;
    this.#clock = clock;
    this.#steady = steady;
    this.#offsetMs = clock() - steady();
    this.#idleSweep = setInterval(() => this.#dropIdle(), minuteMs).unref();
  }

  async load(): Promise<void> {
    const { days, requests } = await loadCounts(this.#db, this.#clock());
    for (const { accountId, day, dayUsed } of days) {
      this.#accounts.set(accountId, { recent: undefined, day, dayUsed, unsaved: 0 });
    }
    for (const { accountId, timeMs } of requests) this.#window(this.#account(accountId)).push(timeMs);
  }

  async admit(accountId: string, limits: RequestLimits): Promise<Decision> {
    return this.#count(accountId, limits, true);
  }

  async peek(accountId: string, limits: RequestLimits): Promise<Usage> {
    return this.#count(accountId, limits, false);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#idleSweep);
    clearTimeout(this.#saveTimer);
    await this.#saving;
    await this.#save();
    if (this.#fault) throw new LimiterUnavailable('The request counts could not be saved.', { cause: this.#fault });
  }

  #count(accountId: string, limits: RequestLimits, consume: boolean): Decision {
    if (this.#closed) throw new LimiterUnavailable('The limiter is closed.');
    if (this.#fault) throw new LimiterUnavailable('The request counts cannot be saved.', { cause: this.#fault });
    const nowMs = this.#clock();
    this.#followClock(nowMs);
    const account = this.#account(accountId);
    const recent = this.#window(account);
    recent.bringBackTo(nowMs);
    recent.dropUntil(nowMs - minuteMs);
    const day = dayToCount(nowMs, account.day);
    if (day > account.day) account.dayUsed = 0;
    account.day = day;

    const admitted = recent.length < limits.perMinute && account.dayUsed < limits.perDay;
    if (admitted && consume) {
      recent.push(nowMs);
      account.dayUsed++;
      account.unsaved++;
      this.#unsaved.add(accountId);
      if (!this.#saveTimer) this.#scheduleSave();
    }
    const next = recent.at(Math.max(0, recent.length - limits.perMinute));
    const minuteFreesAtMs = next === undefined ? null : next + minuteMs;
    const counts = { nowMs, admitted, minuteUsed: recent.length, minuteFreesAtMs, day, dayUsed: account.dayUsed };
    return toDecision(counts, limits);
  }

  /** After a jump, the requests of the last minute keep their age. */
  #followClock(nowMs: number): void {
    const offsetMs = nowMs - this.#steady();
    const jumpMs = offsetMs - this.#offsetMs;
    if (Math.abs(jumpMs) < leastJumpMs) return;
    this.#offsetMs = offsetMs;
    for (const { recent } of this.#accounts.values()) recent?.move(jumpMs);
  }

  #account(accountId: string): AccountCount {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { recent: undefined, day: Math.floor(this.#clock() / dayMs), dayUsed: 0, unsaved: 0 };
      this.#accounts.set(accountId, account);
    }
    return account;
  }

  #window(account: AccountCount): TimeRing {
    account.recent ??= new TimeRing();
    return account.recent;
  }

  #scheduleSave(): void {
    this.#saveTimer = setTimeout(() => {
      this.#saving = this.#save().then(() => {
        this.#saveTimer = undefined;
        if (this.#unsaved.size > 0 && !this.#closed) this.#scheduleSave();
      });
    }, saveEveryMs).unref();
  }

  /** Saves what is unsaved when it starts; never throws, but sets or clears the fault. */
  async #save(): Promise<void> {
    const slow = setTimeout(() => {
      this.#fault = new Error(`Saving takes longer than ${saveDeadlineMs} ms.`);
    }, saveDeadlineMs);
    try {
      const accountIds = [...this.#unsaved];
      for (let from = 0; from < accountIds.length; from += accountsPerTransaction) {
        await this.#saveAccounts(accountIds.slice(from, from + accountsPerTransaction));
      }
      this.#fault = undefined;
    } catch (error) {
      this.#fault = error as Error;
    } finally {
      clearTimeout(slow);
    }
  }

  async #saveAccounts(accountIds: readonly string[]): Promise<void> {
    const batch = accountIds.map((accountId) => {
      const account = this.#account(accountId);
      const { day, dayUsed, unsaved } = account;
      return { account, unsaved, count: { accountId, day, dayUsed, times: account.recent?.newest(unsaved) ?? [] } };
    });
    await saveCounts(
      this.#db,
      batch.map(({ count }) => count),
      this.#clock(),
    );
    for (const { account, unsaved, count } of batch) {
      account.unsaved -= unsaved;
      if (account.unsaved === 0) this.#unsaved.delete(count.accountId);
    }
  }

  #dropIdle(): void {
    const nowMs = this.#clock();
    for (const [accountId, account] of this.#accounts) {
      if (account.unsaved > 0) continue;
      account.recent?.dropUntil(nowMs - minuteMs);
      if (account.recent?.length) continue;
      account.recent = undefined;
      if (account.day < Math.floor(nowMs / dayMs)) this.#accounts.delete(accountId);
    }
  }
}
