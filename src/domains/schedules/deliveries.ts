import { type Selectable, sql, type UpdateObject } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type { Database, DeliveriesTable, Queryable, Tables } from '../../platform/database/tables.ts';

export type DeliveryRow = Selectable<DeliveriesTable>;

export const maxAttempts = 8;
const firstRetryMs = 60_000;
const longestRetryMs = 4 * 60 * 60_000;
/** Longer than sending one e-mail may take. After that another process may retry. */
const sendingMs = 5 * 60_000;

/**
 * Claims the delivery that has waited longest for this process. It is marked as being sent before the mail server is
 * contacted, so that two processes never send the same one at once.
 */
export async function claimDelivery(db: Queryable): Promise<DeliveryRow | undefined> {
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<DeliveryRow>`update deliveries set status = 'sending', attempt = attempt + 1,
      next_attempt_at = ${databaseTime(db, sendingMs)}, updated_at = ${databaseTime(db)}
    where id = (select id from deliveries where next_attempt_at <= ${databaseTime(db)}
      order by next_attempt_at limit 1 ${lock})
    returning *`.execute(db);
  return rows[0];
}

/** Ends the delivery; writes nothing if the process took longer than allowed. */
export async function markSent(db: Database, delivery: DeliveryRow): Promise<boolean> {
  return change(db, delivery, { status: 'sent', next_attempt_at: null, failure: null, sent_at: databaseTime(db) });
}

/** Schedules another attempt after a minute to four hours, at most eight in all; or ends the delivery when `final`. */
export async function markFailed(
  db: Database,
  delivery: DeliveryRow,
  reason: string,
  final: boolean,
): Promise<boolean> {
  const over = final || delivery.attempt >= maxAttempts;
  const waitMs = Math.min(firstRetryMs * 3 ** (delivery.attempt - 1), longestRetryMs);
  return change(db, delivery, {
    status: over ? 'failed' : 'pending',
    next_attempt_at: over ? null : databaseTime(db, waitMs),
    failure: reason.slice(0, 500),
  });
}

async function change(
  db: Database,
  delivery: DeliveryRow,
  values: UpdateObject<Tables, 'deliveries', 'deliveries'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ ...values, updated_at: databaseTime(db) })
    .where('id', '=', delivery.id)
    .where('attempt', '=', delivery.attempt)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
