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
  return withFreshPlans(() =>
    db.transaction().execute(async (transaction) => {
      // Kysely hands out a transaction's connection for one query at a time, and the next waits for its answer.
      const connection = await transaction.getExecutor().provideConnection(async (only) => only);
      pipelines.set(transaction, connection);
      return work(transaction);
    }),
  );
}

/** More than a process has connections: each may have a plan from before a newer version added a column. */
const mostTries = 20;

/** Does it again on a connection that has given up its plans: what was undone has changed nothing. */
async function withFreshPlans<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '0A000' || tries === mostTries) throw error;
    }
  }
}

/** The connection of a pipelined transaction, past Kysely's queue for it; undefined for everything else. */
export function pipelineOf(db: Queryable): DatabaseConnection | undefined {
  return pipelines.get(db);
}
