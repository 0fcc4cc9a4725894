import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError, ServiceError } from '../../platform/errors.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { type ObjectStore, sha256 } from '../../platform/storage/object-store.ts';
import { deriveSecret } from '../accounts/secrets.ts';
import { audited } from '../audit/audit.ts';
import { readArtifact } from '../export-jobs/export-jobs.ts';
import { getJob } from '../job-summaries/job-summaries.ts';
import { getProject } from '../projects/projects.ts';
import { getReport } from '../reports/reports.ts';
import { createShare, findShareOfToken, type ShareRow, shareLink } from '../shares/shares.ts';
import { claimDelivery, type DeliveryRow, markFailed, markSent, maxAttempts } from './deliveries.ts';
import { type Mail, MailError, type SendMail } from './mail.ts';
import { mailText } from './mail-text.ts';
import { getSchedule, type ScheduleRunRow } from './schedules.ts';

export interface DeliveryContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** Undefined when no mail server is configured. */
  readonly sendMail: SendMail | undefined;
  /** Where people reach the service. */
  readonly baseUrl: string;
  /** The key that the tokens of mailed links are derived from. */
  readonly linkKey: Buffer;
  readonly log: JobLog;
}

const attachmentsMaxBytes = 20 * 1024 * 1024;
const linkLifetimeMs = 90 * 24 * 60 * 60_000;

/** Sends the e-mail that has waited longest; false when none is due. One aborted by `cut` is retried. */
export async function sendNextDelivery(context: DeliveryContext, cut?: AbortSignal): Promise<boolean> {
  const { db } = context;
  const delivery = await claimDelivery(db);
  if (!delivery) return false;
  const log = context.log.child({ delivery: delivery.id, account: delivery.account_id, attempt: delivery.attempt });
  try {
    if (delivery.attempt > maxAttempts) throw new MailError('Each process that sent this e-mail was stopped.', true);
    if (!context.sendMail) throw new MailError('No mail server is configured; set SMTP_URL and MAIL_FROM.', false);
    await context.sendMail(await makeMail(context, delivery), cut);
    await markSent(db, delivery);
    log.info({}, 'the e-mail was sent');
  } catch (error) {
    const { message } = error as Error;
    const final = error instanceof MailError ? error.final : isLasting(error);
    log.warn({ final, reason: message }, 'the e-mail was not sent');
    await markFailed(db, delivery, message, final);
  }
  return true;
}

/** What another attempt would not change, such as a report that is gone. */
function isLasting(error: unknown): boolean {
  return error instanceof OperatorError || (error instanceof ServiceError && error.status < 500);
}

async function makeMail(context: DeliveryContext, delivery: DeliveryRow): Promise<Mail> {
  const { db } = context;
  const run = await getRun(db, delivery.run_id);
  const schedule = await getSchedule(db, run.schedule_id);
  const report = await getReport(db, run.account_id, run.report_id ?? '');
  const { locale } = await getProject(db, run.account_id, schedule.project_id);
  const period = { from: report.period_from, to: report.period_to };
  // A schedule that mails nobody may have no files, and may be tested all the same.
  const isLinked = schedule.delivery === 'link' || run.export_job_ids === '[]';
  const link = isLinked ? await makeLink(context, report.id, schedule.id, delivery.id) : null;
  const attachments = link ? [] : await readFiles(context, run);
  const { subject, text } = mailText({ locale, title: report.title, period, link });
  return { to: delivery.recipient, subject, text, attachments, messageId: delivery.id };
}

async function getRun(db: Queryable, id: string): Promise<ScheduleRunRow> {
  return db.selectFrom('schedule_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Each recipient gets their own link, which can be revoked separately. All attempts at one e-mail carry the same link.
 */
async function makeLink({ db, baseUrl, linkKey }: DeliveryContext, reportId: string, scheduleId: string, id: string) {
  const token = deriveSecret(linkKey, `guest link of ${id}`);
  const share = (await findShareOfToken(db, token)) ?? (await shareReport(db, reportId, scheduleId, token));
  if (share.revoked_at !== null) throw new MailError('The link of this e-mail was revoked before it was sent.', true);
  return { address: shareLink(baseUrl, token), expiresAt: new Date(share.expires_at ?? '') };
}

async function shareReport(db: Database, reportId: string, scheduleId: string, token: string): Promise<ShareRow> {
  const { share } = await audited(
    db,
    `schedule:${scheduleId}`,
    (transaction) => createShare(transaction, reportId, { password: null, expiresInMs: linkLifetimeMs, token }),
    ({ share: { id, account_id: accountId } }) => {
      return { action: 'share.create', accountId, subject: id, details: { report_id: reportId } };
    },
  );
  return share;
}

async function readFiles({ db, objects }: DeliveryContext, run: ScheduleRunRow): Promise<Mail['attachments']> {
  const attachments = [];
  let bytes = 0;
  for (const id of JSON.parse(run.export_job_ids) as string[]) {
    const artifact = readArtifact(await getJob(db, run.account_id, id));
    bytes += artifact?.size ?? 0;
    if (bytes > attachmentsMaxBytes) {
      throw new MailError('The files are larger than 20 MiB together; use --deliver link.', true);
    }
    const content = artifact && (await objects.get(artifact.key));
    if (!content || sha256(content) !== artifact.sha256) {
      throw new MailError(`The file of ${id} is lost or has expired; export the report again.`, true);
    }
    attachments.push({
      filename: artifact.filename,
      contentType: artifact.contentType,
      content: Buffer.from(content),
    });
  }
  return attachments;
}
