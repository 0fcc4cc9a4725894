import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RunStep } from './migration-steps.ts';
import type { RunStatement } from './short-locks.ts';
import type { Database, Queryable } from './tables.ts';

/** Below that, an index is built in less time than asking for it beside other work takes. */
const smallBytes = 8_000_000;
const lookMs = 250;

type IndexStep = RunStep & { readonly does: 'index' };

/**
 * Builds an index of PostgreSQL on a connection of its own while others write to its table, or where that is small by
 * `run`, in `transaction`. One that is there is left; one that a kill has left half-built is dropped first. The
 * transaction may stay open meanwhile: it holds no lock of the table, and none of its statements is running.
 */
export async function buildIndex(
  db: Database,
  { transaction, run }: { readonly transaction: Queryable; readonly run: RunStatement },
  { index, table, statement }: IndexStep,
): Promise<void> {
  if (await dropHalfBuilt(db, transaction, index)) return;
  const size = sql<{ bytes: string }>`select pg_relation_size(to_regclass(${table})) as bytes`;
  const { rows } = await size.execute(transaction);
  if (Number(rows[0]?.bytes) < smallBytes) return run(statement);
  await forgetSnapshot(transaction);
  // Waits for the transactions that were there before, however long they take.
  await sql.raw(statement.replace(/create index/i, 'create index concurrently')).execute(db);
}

/** Whether it is there, whole. */
async function dropHalfBuilt(db: Database, transaction: Queryable, index: string): Promise<boolean> {
  for (;;) {
    const found = sql<{ is_valid: boolean; is_built: boolean }>`select indisvalid as is_valid,
        exists (select 1 from pg_stat_progress_create_index where index_relid = indexrelid) as is_built
      from pg_index where indexrelid = to_regclass(${index})`;
    const [row] = (await found.execute(transaction)).rows;
    if (!row) return false;
    if (row.is_valid) return true;
    // By a process that has lost its lock, but whose statement goes on.
    if (row.is_built) await delay(lookMs);
    else
      await forgetSnapshot(transaction).then(() => sql.raw(`drop index concurrently if exists ${index}`).execute(db));
  }
}

/** What was read last keeps its snapshot until the next statement, and the index would wait for that for ever. */
async function forgetSnapshot(transaction: Queryable): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}
