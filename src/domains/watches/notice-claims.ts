import { type Selectable, sql, type UpdateObject } from 'kysely';
import { databaseTime, isOneOf, isPostgres } from '../../platform/database/engine.ts';
import type { IncidentNoticesTable, Queryable, Tables } from '../../platform/database/tables.ts';
import { chatSystems } from '../../platform/database/words.ts';

export type NoticeRow = Selectable<IncidentNoticesTable>;

/** As for the e-mails of schedules (ADR 68). */
const maxAttempts = 40;
const firstRetryMs = 60_000;
const longestRetryMs = 4 * 60 * 60_000;
const retriedAttempts = 8;
/** Longer than all but the end of one message may take to send. After that another process may retry. */
const sendingMs = 5 * 60_000;
/** Longer than a server may take to answer. After that nobody will ever know. */
const answeringMs = 15 * 60_000;
const unknownText =
  'The service was stopped when the message was on its way and no answer had come; it may have arrived, so it is not sent again.';

const isKnown = sql`(occasion in ('opened', 'closed') or occasion like 'reminded%')
  and not exists (select 1 from chat_channels where id = incident_notices.channel_id
    and not ${isOneOf('system', chatSystems)})`;

/** Claims the message that has waited longest for this process; it is marked before a server is contacted. */
export async function claimNotice(db: Queryable): Promise<NoticeRow | undefined> {
  await sql`update incident_notices set status = 'unknown', reason = 'unknown', failure = ${unknownText},
      next_attempt_at = null, updated_at = ${databaseTime(db)}
    where status = 'sending' and handed_at is not null and next_attempt_at <= ${databaseTime(db)}
      and ${isKnown}`.execute(db);
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<NoticeRow>`update incident_notices set status = 'sending', attempt = attempt + 1,
      next_attempt_at = ${databaseTime(db, sendingMs)}, updated_at = ${databaseTime(db)}
    where handed_at is null and id = (select id from incident_notices
      where next_attempt_at <= ${databaseTime(db)}
        and ${isKnown}
      order by next_attempt_at, id limit 1 ${lock})
    returning *`.execute(db);
  return rows[0];
}

/** Whether each process that tried this message was stopped before it was handed over. */
export const isHopeless = ({ attempt }: NoticeRow): boolean => attempt > maxAttempts;

/** Written before the end of a message goes out. Throws when the claim is over, since another process may be sending it. */
export async function markHanded(db: Queryable, notice: NoticeRow): Promise<void> {
  const values = { handed_at: databaseTime(db), next_attempt_at: databaseTime(db, answeringMs) };
  if (!(await change(db, notice, values))) throw new Error('Another process has taken over this message.');
}

export function markSent(db: Queryable, notice: NoticeRow, answer: string): Promise<boolean> {
  const over = { status: 'sent', next_attempt_at: null, failure: null, reason: null } as const;
  return change(db, notice, { ...over, sent_at: databaseTime(db), answer: answer.slice(0, 500) });
}

/** Ends a message that nobody needs, or wants. */
export function markSkipped(db: Queryable, notice: NoticeRow, reason: string): Promise<boolean> {
  return change(db, notice, { status: 'skipped', next_attempt_at: null, reason });
}

/** Keeps a message until a time; it was not tried. */
export function postpone(db: Queryable, notice: NoticeRow, until: Temporal.Instant): Promise<boolean> {
  const at = until.toString({ fractionalSecondDigits: 3 });
  return change(db, notice, { status: 'pending', next_attempt_at: at, attempt: notice.attempt - 1 });
}

interface Fault {
  readonly message: string;
  readonly reason: string | null;
  readonly answer: string | null;
  readonly askedMs: number;
  /** Whether nobody knows whether it arrived. */
  readonly isUnknown: boolean;
}

/** Has a message sent again after a minute to four hours, eight times in all; or ends it when `final`. */
export function markFailed(
  db: Queryable,
  notice: NoticeRow,
  { message, reason, answer, askedMs, isUnknown }: Fault,
  final: boolean,
): Promise<boolean> {
  const waitMs = Math.max(Math.min(firstRetryMs * 3 ** (notice.attempt - 1), longestRetryMs), askedMs);
  const over = final || notice.attempt >= retriedAttempts;
  return change(db, notice, {
    status: over ? (isUnknown ? 'unknown' : 'failed') : 'pending',
    next_attempt_at: over ? null : databaseTime(db, waitMs),
    failure: message.slice(0, 500),
    answer: answer?.slice(0, 500) ?? null,
    reason,
    // The server has answered that it did not take it.
    ...(!over && { handed_at: null }),
  });
}

/** Writes nothing if the process took longer than allowed. */
async function change(
  db: Queryable,
  notice: NoticeRow,
  values: UpdateObject<Tables, 'incident_notices', 'incident_notices'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('incident_notices')
    .set({ ...values, updated_at: databaseTime(db) })
    .where('id', '=', notice.id)
    .where('attempt', '=', notice.attempt)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
