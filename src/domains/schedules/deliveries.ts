import { type Selectable, sql, type UpdateObject } from 'kysely';
import { databaseTime, isOneOf, isPostgres } from '../../platform/database/engine.ts';
import type { Database, DeliveriesTable, Queryable, Tables } from '../../platform/database/tables.ts';
import { deliveryRoles, deliverySystems } from '../../platform/database/words.ts';
import { isUnknown, MailError, type MailReason } from './mail.ts';

export type DeliveryRow = Selectable<DeliveriesTable>;

/** Processes that are killed while they render or send an e-mail claim it anew; one that always kills them is given up. */
const maxAttempts = 40;
const firstRetryMs = 60_000;
const longestRetryMs = 4 * 60 * 60_000;
/** How long a refusal that passes is waited for. */
const retriedMs = 24 * 60 * 60_000;
/** Longer than all but the end of one e-mail may take to send. After that another process may retry. */
const sendingMs = 5 * 60_000;
/** Longer than the mail server may take to answer. After that nobody will ever know. */
const answeringMs = 15 * 60_000;

const unknownText =
  'The service was stopped when the mail server had the whole e-mail and had not answered; it may have arrived, so it is not sent again.';
const unknownMessageText =
  'The service was stopped when the message was on its way and the chat had not answered; it may have arrived, so it is not sent again.';

const isKnown = sql`${isOneOf('system', deliverySystems)} and ${isOneOf('role', deliveryRoles)}`;

/**
 * Claims the delivery that has waited longest for this process. It is marked as being sent before the mail server is
 * contacted, so that two processes never send the same one at once.
 */
export async function claimDelivery(db: Queryable): Promise<DeliveryRow | undefined> {
  await endUnknown(db);
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<DeliveryRow>`update deliveries set status = 'sending', attempt = attempt + 1,
      next_attempt_at = ${databaseTime(db, sendingMs)}, updated_at = ${databaseTime(db)}
    where handed_at is null and id = (select id from deliveries
      where next_attempt_at <= ${databaseTime(db)} and ${isKnown}
      order by next_attempt_at limit 1 ${lock})
    returning *`.execute(db);
  return rows[0];
}

/** What a process that is gone had handed over is never sent again. */
async function endUnknown(db: Queryable): Promise<void> {
  await sql`update deliveries set status = 'unknown', reason = 'unknown', 
      failure = case when channel_id is null then ${unknownText} else ${unknownMessageText} end,
      next_attempt_at = null, updated_at = ${databaseTime(db)}
    where status = 'sending' and handed_at is not null and next_attempt_at <= ${databaseTime(db)} and ${isKnown}`.execute(
    db,
  );
}

/** Throws a final MailError when each process that tried this delivery was stopped before it was handed over. */
export function checkHope({ attempt, attempts_before: before }: DeliveryRow): void {
  if (attempt - before <= maxAttempts) return;
  throw new MailError('Each process that sent this was stopped.', true, 'stopped');
}

/**
 * Written before the end of the e-mail goes out. Throws when the claim is over, since another process may be sending it.
 */
export async function markHanded(db: Database, delivery: DeliveryRow): Promise<void> {
  const values = { handed_at: databaseTime(db), next_attempt_at: databaseTime(db, answeringMs) };
  if (!(await change(db, delivery, values))) throw new Error('Another process has taken over this delivery.');
}

/** Ends the delivery; writes nothing if the process took longer than allowed. */
export async function markSent(
  db: Database,
  delivery: DeliveryRow,
  { answer, size }: { readonly answer: string; readonly size: number },
): Promise<boolean> {
  const over = { status: 'sent', next_attempt_at: null, failure: null, reason: null } as const;
  return change(db, delivery, { ...over, sent_at: databaseTime(db), answer: shortened(answer), size });
}

/** Ends a delivery whose recipient wants no e-mail. */
export async function markSkipped(db: Database, delivery: DeliveryRow, failure: string): Promise<boolean> {
  return change(db, delivery, { status: 'skipped', next_attempt_at: null, failure, reason: 'unwanted' });
}

interface Fault {
  readonly message: string;
  readonly reason: MailReason | null;
  readonly answer: string | null;
  /** The wait that was asked for, in milliseconds. */
  readonly askedMs?: number | undefined;
}

/**
 * Schedules another attempt after a minute to four hours, or after the wait that was asked for, for 24 hours in all; or ends
 * the delivery when `final`.
 */
export async function markFailed(
  db: Database,
  delivery: DeliveryRow,
  { message, reason, answer, askedMs = 0 }: Fault,
  final: boolean,
): Promise<boolean> {
  const ownMs = Math.min(firstRetryMs * 3 ** (delivery.attempt - delivery.attempts_before - 1), longestRetryMs);
  const waitMs = Math.max(ownMs, askedMs);
  const over = final || (await isTriedFor(db, delivery, retriedMs - waitMs));
  const given = isUnknown(reason) ? ('unknown' as const) : ('failed' as const);
  return change(db, delivery, {
    status: over ? given : 'pending',
    next_attempt_at: over ? null : databaseTime(db, waitMs),
    failure: shortened(message),
    answer: answer && shortened(answer),
    reason,
    // The mail server has answered that it did not take it.
    ...(!over && { handed_at: null }),
  });
}

async function isTriedFor(db: Queryable, { queued_at, created_at }: DeliveryRow, ms: number): Promise<boolean> {
  const { rows } = await sql<{ since: string }>`select ${databaseTime(db, -ms)} as since`.execute(db);
  return (queued_at ?? created_at) <= (rows[0]?.since ?? '');
}

function shortened(text: string): string {
  return text.slice(0, 500);
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
