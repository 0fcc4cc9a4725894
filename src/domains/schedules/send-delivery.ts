import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError, ServiceError } from '../../platform/errors.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { sha256 } from '../../platform/storage/object-store.ts';
import { failureType, type Span } from '../../platform/tracing/spans.ts';
import { RenderError } from '../../reporting/renderers/render-error.ts';
import { readArtifact } from '../export-jobs/export-jobs.ts';
import { getJob } from '../job-summaries/job-summaries.ts';
import { findReportRow } from '../reports/reports.ts';
import type { Mail } from './compose-mail.ts';
import {
  checkHope,
  claimDelivery,
  type DeliveryRow,
  markFailed,
  markHanded,
  markSent,
  markSkipped,
} from './deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { type AcceptedMail, isAddressGone, isUnknown, MailError, type MailReason } from './mail.ts';
import { type MailSettings, mailSettingsOf, optionsOf } from './mail-settings.ts';
import { inMailSpan } from './mail-span.ts';
import { loadReport, makeLink } from './report-link.ts';
import { getSchedule, type ScheduleRunRow } from './schedules.ts';
import { postDelivery } from './send-message.ts';
import { addUnwanted, findUnwanted, unsubscribeToken } from './unwanted.ts';

const attachmentsMaxBytes = 20 * 1024 * 1024;

/** Sends the e-mail or message that has waited longest; false when none is due. One aborted by `cut` is retried. */
export async function sendNextDelivery(context: DeliveryContext, cut?: AbortSignal): Promise<boolean> {
  const delivery = await claimDelivery(context.db);
  if (!delivery) return false;
  const log = context.log.child({ delivery: delivery.id, account: delivery.account_id, attempt: delivery.attempt });
  const accepted = await inMailSpan(context.db, delivery, (span) => trySending(context, delivery, { log, cut, span }));
  if (!accepted) return true;
  // Not within what is tried again: the mail server has it.
  if (await markSent(context.db, delivery, accepted)) log.info({}, `the ${nounOf(delivery)} was sent`);
  else log.warn({}, `the ${nounOf(delivery)} was sent, and took longer than its claim`);
  return true;
}

const nounOf = ({ system }: DeliveryRow) => (system === 'email' ? 'e-mail' : 'message');

async function trySending(
  context: DeliveryContext,
  delivery: DeliveryRow,
  { log, cut, span }: { readonly log: JobLog; readonly cut: AbortSignal | undefined; readonly span: Span | undefined },
): Promise<AcceptedMail | undefined> {
  const { db, sendMail } = context;
  try {
    if (delivery.channel_id !== null) return await postDelivery(context, delivery, cut);
    const unwanted = await findUnwanted(db, delivery.account_id, delivery.recipient);
    if (unwanted) {
      await markSkipped(db, delivery, unwantedTexts[unwanted]);
      log.info({ unwanted }, 'the e-mail was not sent, since its recipient is on the list of those who get none');
      return undefined;
    }
    checkHope(delivery);
    if (!sendMail) {
      throw new MailError('No mail server is configured; set SMTP_URL and MAIL_FROM.', false, 'no_mail_server');
    }
    return await sendMail(await makeMail(context, delivery), cut, () => markHanded(db, delivery));
  } catch (error) {
    const { message } = error as Error;
    const final = error instanceof MailError ? error.final : isLasting(error);
    const answer = error instanceof MailError ? error.answer : null;
    const reason = reasonOf(error);
    log.warn(
      { final, reason: message },
      isUnknown(reason)
        ? `nobody knows whether the ${nounOf(delivery)} arrived`
        : `the ${nounOf(delivery)} was not sent`,
    );
    span?.fail(reason ?? failureType(error));
    const askedMs = error instanceof MailError ? error.askedMs : undefined;
    await markFailed(db, delivery, { message, reason, answer, askedMs }, final);
    if (final && reason === 'address_refused' && isAddressGone(answer)) {
      await addUnwanted(db, delivery.account_id, delivery.recipient, 'refused');
    }
    return undefined;
  }
}

const unwantedTexts = {
  unsubscribed: 'This address has unsubscribed.',
  removed: 'This address was removed from everything.',
  refused: 'A mail server said that there is no such address.',
};

/** What another attempt would not change, such as a report that is gone. */
function isLasting(error: unknown): boolean {
  if (error instanceof RenderError) return error.kind === 'failed';
  return error instanceof OperatorError || (error instanceof ServiceError && error.status < 500);
}

function reasonOf(error: unknown): MailReason | null {
  if (error instanceof MailError) return error.reason;
  if (error instanceof RenderError) return 'render';
  return isLasting(error) ? 'report_lost' : null;
}

async function makeMail(context: DeliveryContext, delivery: DeliveryRow): Promise<Mail> {
  const { db } = context;
  const run = await getRun(db, delivery.run_id);
  const schedule = await getSchedule(db, run.schedule_id);
  const report = await findReportRow(db, run.report_id ?? '');
  const settings = mailSettingsOf(schedule);
  const { language = null, deliver, sections = null } = optionsOf(settings, delivery.recipient);
  // A schedule that mails nobody may have no files, and may be tested all the same. Neither link nor files keep to sections.
  const isLinked = sections === null && ((deliver ?? schedule.delivery) === 'link' || run.export_job_ids === '[]');
  const link = isLinked ? await makeLink(context, report.id, schedule.id, delivery.id) : null;
  const attachments = link || sections ? [] : await readFiles(context, run);
  const unsubscribe = await unsubscribeLink(context, delivery);
  const { subject, message } = settings;
  const words = { subject, message, isAttached: attachments.length > 0, language, sections };
  const load = () => loadReport(context, report);
  const rendered = await context.mails.render(`${report.id} ${report.revision}`, load, words, { link, unsubscribe });
  return {
    ...rendered,
    ...addressed(delivery, settings, JSON.parse(schedule.recipients) as string[], run.test_recipient !== null),
    attachments,
    messageId: delivery.sends > 0 ? `${delivery.id}.${delivery.sends}` : delivery.id,
    unsubscribe,
  };
}

/** Everybody gets an e-mail of their own: copies have the first recipient in their head, and nobody sees blind ones. */
function addressed(
  { recipient, role }: DeliveryRow,
  { cc, reply_to: replyTo, sender_name: senderName }: MailSettings,
  recipients: readonly string[],
  isTest: boolean,
): Pick<Mail, 'to' | 'cc' | 'recipient' | 'replyTo' | 'senderName'> {
  const to = role === 'to' ? recipient : (recipients[0] ?? recipient);
  return { to, recipient, cc: isTest ? [] : cc, replyTo, senderName };
}

/** None where nobody knows the service's address, which a link in an e-mail needs whole. */
async function unsubscribeLink({ db, baseUrl, linkKey }: DeliveryContext, { account_id, recipient }: DeliveryRow) {
  if (baseUrl === '') return null;
  return `${baseUrl}/unsubscribe/${await unsubscribeToken(db, linkKey, account_id, recipient)}`;
}

async function getRun(db: Queryable, id: string): Promise<ScheduleRunRow> {
  return db.selectFrom('schedule_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function readFiles({ db, objects }: DeliveryContext, run: ScheduleRunRow): Promise<Mail['attachments']> {
  const attachments = [];
  let bytes = 0;
  for (const id of JSON.parse(run.export_job_ids) as string[]) {
    const artifact = readArtifact(await getJob(db, run.account_id, id));
    bytes += artifact?.size ?? 0;
    if (bytes > attachmentsMaxBytes) {
      throw new MailError('The files are larger than 20 MiB together; use --deliver link.', true, 'too_large');
    }
    const content = artifact && (await objects.get(artifact.key));
    if (!content || sha256(content) !== artifact.sha256) {
      throw new MailError(`The file of ${id} is lost or has expired; export the report again.`, true, 'file_lost');
    }
    attachments.push({
      filename: artifact.filename,
      contentType: artifact.contentType,
      content: Buffer.from(content),
    });
  }
  return attachments;
}
