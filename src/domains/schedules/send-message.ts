import { findChannel } from '../chat-channels/chat-channels.ts';
import { postMessage } from '../chat-channels/post-message.ts';
import { findReportRow } from '../reports/reports.ts';
import { checkHope, type DeliveryRow, markHanded } from './deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { type AcceptedMail, MailError } from './mail.ts';
import { loadReport, makeLink } from './report-link.ts';
import { getSchedule } from './schedules.ts';

/**
 * Posts the report of a run to a channel of a chat. Resolves once the chat has taken it; throws a MailError, and as the report
 * and its link do.
 */
export async function postDelivery(
  context: DeliveryContext,
  delivery: DeliveryRow,
  cut: AbortSignal | undefined,
): Promise<AcceptedMail> {
  const { db, chat } = context;
  checkHope(delivery);
  const channel = await findChannel(db, delivery.channel_id ?? '');
  if (!channel || channel.account_id !== delivery.account_id) {
    throw new MailError('The chat channel was removed.', true, 'channel_removed');
  }
  if (channel.gone_at !== null) {
    const message = 'The chat has said that this channel is gone; give it its new address, and send this again.';
    throw new MailError(message, true, 'channel_gone');
  }
  const body = await makeMessage(context, delivery, channel.system);
  // Whatever ends later without an answer may have arrived.
  await markHanded(db, delivery);
  const { answer, refusal } = await postMessage({ ...chat, db }, channel, body, cut);
  if (refusal) {
    const { message, isFinal, reason, askedMs } = refusal;
    throw new MailError(message, isFinal, reason, { answer, askedMs });
  }
  return { answer: answer ?? '', size: Buffer.byteLength(body) };
}

async function makeMessage(
  context: DeliveryContext,
  delivery: DeliveryRow,
  system: 'slack' | 'teams',
): Promise<string> {
  const { db, mails, baseUrl } = context;
  const run = await db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('id', '=', delivery.run_id)
    .executeTakeFirstOrThrow();
  const schedule = await getSchedule(db, run.schedule_id);
  const report = await findReportRow(db, run.report_id ?? '');
  // A chat takes no address without a host.
  const link = baseUrl === '' ? null : await makeLink(context, report.id, schedule.id, delivery.id);
  return mails.renderChat(await loadReport(context, report), {
    system,
    link: link && { address: link.address, expiresAt: link.expiresAt.toISOString() },
  });
}
