import { type Selectable, sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type {
  Queryable,
  RetentionNoticesTable,
  ScheduleNoticesTable,
  WebhookNoticesTable,
} from '../../platform/database/tables.ts';
import type { Mail } from './compose-mail.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { MailError } from './mail.ts';

/** The tables of e-mails to members, each of which tells one person of one thing. */
interface Notices {
  readonly schedule_notices: Selectable<ScheduleNoticesTable>;
  readonly webhook_notices: Selectable<WebhookNoticesTable>;
  readonly retention_notices: Selectable<RetentionNoticesTable>;
}

const maxAttempts = 5;
/** Longer than sending one e-mail may take. After that another process may retry. */
const sendingMs = 5 * 60_000;

/**
 * Sends the notice of a table that has waited longest, as `make` writes it; undefined of that is a notice that nobody needs
 * any more. False when none is due. One aborted by `cut` is retried.
 */
export async function sendNotice<Table extends keyof Notices>(
  { db, log, sendMail }: Pick<DeliveryContext, 'db' | 'log' | 'sendMail'>,
  table: Table,
  make: (notice: Notices[Table]) => Promise<Pick<Mail, 'to' | 'subject' | 'text'> | undefined>,
  cut?: AbortSignal,
): Promise<boolean> {
  const notice = sendMail && (await claimNotice(db, table));
  if (!notice) return false;
  const { id, attempt } = notice;
  const end = (values: { readonly next_attempt_at: unknown; readonly failure?: string }) =>
    db
      .updateTable(table as keyof Notices)
      .set(values as never)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .execute();
  try {
    const mail = attempt > maxAttempts ? undefined : await make(notice);
    if (mail) await sendMail({ ...mail, attachments: [], messageId: id }, cut);
    await end({ next_attempt_at: null });
  } catch (error) {
    const { message } = error as Error;
    log.warn({ notice: id, account: notice.account_id, reason: message }, 'the notice was not sent');
    const isOver = (error instanceof MailError && error.final) || attempt >= maxAttempts;
    const next = isOver ? null : databaseTime(db, 60_000 * 3 ** attempt);
    await end({ next_attempt_at: next, failure: message.slice(0, 500) });
  }
  return true;
}

async function claimNotice<Table extends keyof Notices>(
  db: Queryable,
  table: Table,
): Promise<Notices[Table] | undefined> {
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<Notices[Table]>`update ${sql.table(table)}
    set attempt = attempt + 1, next_attempt_at = ${databaseTime(db, sendingMs)}
    where id = (select id from ${sql.table(table)} where next_attempt_at <= ${databaseTime(db)}
      order by next_attempt_at limit 1 ${lock})
    returning *`.execute(db);
  return rows[0];
}
