import type { DatabaseConnection } from 'kysely';
import { EmbeddedAdapter } from './sqlite.ts';
import type { Database, Queryable } from './tables.ts';
import { inGroup } from './write-groups.ts';

const pipelines = new WeakMap<Queryable, DatabaseConnection>();

/**
 * The result of `work`, once its changes are committed; one that throws leaves no trace. For frequent short works that
 * wait for nothing but the database: on SQLite those that come at once share a commit; on PostgreSQL prepared queries
 * asked for at once are sent at once, and prepared writes with what follows them.
 */
export async function inShortTransaction<Result>(
  db: Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof EmbeddedAdapter) return inGroup(db, adapter, work);
  return db.transaction().execute(async (transaction) => {
    // Kysely hands out a transaction's connection for one query at a time, and the next waits for its answer.
    const connection = await transaction.getExecutor().provideConnection(async (only) => only);
    pipelines.set(transaction, connection);
    return work(transaction);
  });
}

/** The connection of a pipelined transaction, past Kysely's queue for it; undefined for everything else. */
export function pipelineOf(db: Queryable): DatabaseConnection | undefined {
  return pipelines.get(db);
}
