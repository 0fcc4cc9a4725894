import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/tables.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { within } from '../../platform/within.ts';
import { hearRefusedSignIns } from '../users/refused-sign-ins.ts';
import type { LogDestination } from './log-destinations.ts';
import { batchRows, entryLine, refusalLine, settleEntries, takeEntries } from './log-lines.ts';

const secondMs = 1_000;
/** When entries are tried again that could not be written. */
const againMs = 10_000;
/** Refusals wait in memory; those beyond are counted and lost. */
const mostWaiting = 10_000;
/** How long a stop waits for a write that hangs. */
const longestStopMs = 2_000;

/** Lines that were written or lost, and writes that failed. */
export type LogOutcome = 'written' | 'dropped' | 'failed';

interface SecurityLogContext {
  readonly db: Database;
  readonly destination: LogDestination;
  readonly log: JobLog;
  readonly count: (outcome: LogOutcome, lines: number) => void;
}

/**
 * Writes each entry of the log of changes, whichever process or command made it, and each refused sign-in of this process
 * as a line of JSON. Any number of processes may do so: each entry is written by one of them, and again by another if that
 * one was killed before it said so. Nothing waits for it, and what it cannot write stops nothing.
 */
export function startSecurityLog(context: SecurityLogContext, everyMs = secondMs): AsyncDisposable {
  const stop = new AbortController();
  const writer = new Writer(context);
  const ended = (async () => {
    while (!stop.signal.aborted) {
      await writer.writeAll(stop.signal);
      await delay(everyMs, undefined, { signal: stop.signal }).catch(() => {});
    }
    await writer.writeRefusals();
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await within(longestStopMs, ended, () => undefined);
      writer[Symbol.dispose]();
      await within(longestStopMs, closed(context.destination), () => undefined);
    },
  };
}

async function closed(destination: LogDestination): Promise<void> {
  await destination[Symbol.asyncDispose]();
}

class Writer implements Disposable {
  readonly #context: SecurityLogContext;
  readonly #hearing: Disposable;
  #refusals: string[] = [];
  #isFailing = false;

  constructor(context: SecurityLogContext) {
    this.#context = context;
    this.#hearing = hearRefusedSignIns((told) => this.#take(refusalLine(told)));
  }

  [Symbol.dispose](): void {
    this.#hearing[Symbol.dispose]();
  }

  #take(line: string): void {
    if (this.#refusals.length < mostWaiting) this.#refusals.push(line);
    else this.#context.count('dropped', 1);
  }

  async writeAll(stop: AbortSignal): Promise<void> {
    try {
      if (!(await this.writeRefusals())) return;
      while (!stop.aborted && (await this.#writeEntries()) === batchRows);
    } catch (error) {
      this.#context.log.error({ err: error }, 'the security log could not be read from the database');
    }
  }

  /** Whether there is nothing left of them. */
  async writeRefusals(): Promise<boolean> {
    const lines = this.#refusals;
    if (lines.length === 0) return true;
    this.#refusals = [];
    const isWritten = await this.#write(lines);
    if (!isWritten) for (const line of lines) this.#take(line);
    return isWritten;
  }

  /** How many were written. */
  async #writeEntries(): Promise<number> {
    const { db } = this.#context;
    const rows = await takeEntries(db);
    if (rows.length === 0) return 0;
    const isWritten = await this.#write(rows.map(entryLine));
    await settleEntries(db, rows, isWritten ? null : new Date(Date.now() + againMs).toISOString());
    return isWritten ? rows.length : 0;
  }

  async #write(lines: readonly string[]): Promise<boolean> {
    const { destination, log, count } = this.#context;
    try {
      await destination.write(lines.join(''));
      count('written', lines.length);
      if (this.#isFailing) log.info({}, 'the security log is written again');
      this.#isFailing = false;
      return true;
    } catch (error) {
      count('failed', 1);
      // Once, or a full disk would fill with it.
      if (!this.#isFailing) log.error({ err: error }, 'the security log cannot be written; it is tried again');
      this.#isFailing = true;
      return false;
    }
  }
}
