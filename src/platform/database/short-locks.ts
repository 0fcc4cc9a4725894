import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Database, Tables } from './tables.ts';

/** How long a transaction waits for all of its locks together: while it does, others wait behind it. */
const mostWaitMs = 500;
const leastWaitMs = 50;
/** After a try that got no lock, the work that it waited for comes first. */
const pauseMs = 200;
const mostPauseMs = 3_000;
/** Then whatever holds the lock is no short work. */
const patienceMs = 120_000;

/** SQLSTATE of a lock that was not to be had in time, and of two that waited for each other. */
const lockStates = new Set(['55P03', '40P01']);

export type RunStatement = (statement: string) => Promise<void>;

/**
 * A transaction of PostgreSQL that changes tables which others use. It never waits for locks longer than half a second
 * while others wait behind it: then it lets go of all it has, and tries again. Throws an OperatorError after two minutes
 * of that.
 */
export async function inShortLocks<Result>(
  db: Database,
  what: string,
  work: (transaction: Transaction<Tables>, run: RunStatement) => Promise<Result>,
): Promise<Result> {
  let began: number | undefined;
  for (let tries = 0; ; tries++) {
    try {
      return await db.transaction().execute((transaction) => work(transaction, limitedRun(transaction)));
    } catch (error) {
      if (!lockStates.has(String((error as { code?: unknown }).code))) throw error;
      began ??= performance.now();
      if (performance.now() - began > patienceMs) throw heldFault(what, error as Error);
      await delay(Math.min(mostPauseMs, pauseMs * 2 ** Math.min(tries, 5)) * (0.5 + Math.random()));
    }
  }
}

function limitedRun(transaction: Transaction<Tables>): RunStatement {
  let began: number | undefined;
  return async (statement) => {
    began ??= performance.now();
    const left = Math.max(leastWaitMs, Math.round(mostWaitMs - (performance.now() - began)));
    await sql.raw(`set local lock_timeout = ${left}`).execute(transaction);
    await sql.raw(statement).execute(transaction);
  };
}

function heldFault(what: string, { message }: Error): OperatorError {
  return new OperatorError(
    `${what} could not be run: others hold its tables all the time (${message}). Look in pg_stat_activity for a transaction that stays open, end it, and run "report-service migrate" again; nothing of this step was changed.`,
  );
}
