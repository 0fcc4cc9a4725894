import { setTimeout as delay } from 'node:timers/promises';
import { type AccessMode, type IsolationLevel, Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** With the longest pauses they take 1.1 s, and whoever asked is told that the database cannot answer now. */
const mostAttempts = 10;
const firstPauseMs = 5;
const longestPauseMs = 200;
/** serialization_failure and deadlock_detected. */
const rolledBackStates = ['40001', '40P01'];

/** Whether the server has undone all of a transaction, for the sake of others at once, and asks for it once more. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && rolledBackStates.includes(String((error as { code?: unknown }).code));
}

/**
 * The result of `work`, a whole transaction or a statement on its own, which is run again when the server has undone it. A commit
 * whose answer was lost is not: it may have happened.
 */
export async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRolledBack(error) || attempt === mostAttempts) throw error;
      // Random, so that those that met do not meet again.
      await delay(Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
    }
  }
}

/**
 * A database each of whose transactions may be run several times: its work changes nothing but the database, and what it
 * returns is that of the time that was committed.
 */
export class RepeatingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return repeated(super.transaction());
  }
}

/** The builder itself, which has private fields, with its own methods put before those of its class. */
function repeated(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const [execute, setAccessMode, setIsolationLevel] = [
    builder.execute.bind(builder),
    builder.setAccessMode.bind(builder),
    builder.setIsolationLevel.bind(builder),
  ];
  return Object.assign(builder, {
    execute: <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => repeat(() => execute(work)),
    setAccessMode: (mode: AccessMode) => repeated(setAccessMode(mode)),
    setIsolationLevel: (level: IsolationLevel) => repeated(setIsolationLevel(level)),
  });
}
