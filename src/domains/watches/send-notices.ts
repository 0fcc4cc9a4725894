import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/tables.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { renderChatAlert } from '../../reporting/renderers/mail/render-chat-alert.ts';
import type { UsualPicture, UsualPictureOrder } from '../../reporting/renderers/mail/usual-picture.ts';
import { findChannel } from '../chat-channels/chat-channels.ts';
import { type ChatContext, postMessage } from '../chat-channels/post-message.ts';
import { tagIdsOfProject } from '../labels/project-labels.ts';
import { findMember } from '../members/members.ts';
import { isUnknown, MailError, type SendMail } from '../schedules/mail.ts';
import { findUnwanted } from '../schedules/unwanted.ts';
import { quietUntil, toQuietTimes } from './alert-settings.ts';
import { type IncidentMessage, incidentMessage, mailHtml, mailText, type Occasion } from './incident-message.ts';
import { type IncidentRow, partsOf } from './incidents.ts';
import {
  claimNotice,
  isHopeless,
  markFailed,
  markHanded,
  markSent,
  markSkipped,
  type NoticeRow,
  postpone,
} from './notice-claims.ts';
import { seesProject } from './people.ts';
import { usualPictureOf } from './usual-days.ts';

export interface TellingContext {
  readonly db: Database;
  /** Undefined when no mail server is configured. */
  readonly sendMail: SendMail | undefined;
  readonly chat: Omit<ChatContext, 'db'>;
  /** Draws what was usual; without it e-mails go out as texts. */
  readonly drawUsual?: (order: UsualPictureOrder) => Promise<UsualPicture>;
  /** How long an e-mail waits for its picture, in milliseconds; 25 seconds if absent. */
  readonly pictureMs?: number;
  /** Where people reach the service. */
  readonly baseUrl: string;
  readonly log: JobLog;
}

const everyMs = 5_000;
/** How long sending may continue after a stop. */
const graceMs = 6_000;
const atOnce = 2;
const usualPictureMs = 25_000;
const pictureCid = 'usual@alert';

/** Sends what is to be told of incidents. Any number of processes may do so: each message goes out once. */
export function startTelling(context: TellingContext): AsyncDisposable {
  const stop = new AbortController();
  const cut = new AbortController();
  const ended = repeat(context, stop.signal, cut.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      const grace = setTimeout(() => cut.abort(), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}

async function repeat(context: TellingContext, stop: AbortSignal, cut: AbortSignal): Promise<void> {
  const sendInTurn = async () => {
    while (!stop.aborted && (await sendNextNotice(context, cut)));
  };
  while (!stop.aborted) {
    try {
      await Promise.all(Array.from({ length: atOnce }, sendInTurn));
    } catch (error) {
      context.log.error({ err: error }, 'the messages about incidents could not be looked at');
    } finally {
      context.sendMail?.release();
    }
    await delay(everyMs, undefined, { signal: stop }).catch(() => {});
  }
}

/** Sends the message that has waited longest; false when none is due. One aborted by `cut` is retried. */
export async function sendNextNotice(context: TellingContext, cut?: AbortSignal): Promise<boolean> {
  const { db } = context;
  const notice = await claimNotice(db);
  if (!notice) return false;
  const log = context.log.child({ notice: notice.id, account: notice.account_id, attempt: notice.attempt });
  try {
    const answer = await send(context, notice, cut);
    if (answer !== undefined && (await markSent(db, notice, answer))) log.info({}, 'somebody was told of an incident');
  } catch (error) {
    const { message } = error as Error;
    const known = error instanceof MailError ? error : undefined;
    log.warn({ reason: message }, 'a message about an incident was not sent');
    const { reason = null, answer = null, askedMs = 0 } = known ?? {};
    await markFailed(
      db,
      notice,
      { message, reason, answer, askedMs, isUnknown: isUnknown(reason) },
      known?.final ?? false,
    );
  }
  return true;
}

/** What the server answered; undefined where nothing is sent now. */
async function send(
  context: TellingContext,
  notice: NoticeRow,
  cut: AbortSignal | undefined,
): Promise<string | undefined> {
  const { db } = context;
  const incident = await db.selectFrom('incidents').selectAll().where('id', '=', notice.incident_id).executeTakeFirst();
  if (!incident || isOutdated(incident, notice)) return skip(context, notice, 'over');
  if (isHopeless(notice)) throw new MailError('Each process that sent this was stopped.', true, 'stopped');
  return notice.channel_id === null ? mail(context, notice, incident, cut) : post(context, notice, incident, cut);
}

async function skip({ db }: TellingContext, notice: NoticeRow, reason: string): Promise<undefined> {
  await markSkipped(db, notice, reason);
}

const occasionOf = ({ occasion }: NoticeRow) => (occasion.split(' ')[0] ?? 'opened') as Occasion;

/** What is over by now is said by the message that it is over; another snooze has a reminder of its own. */
function isOutdated({ state, snoozed_until }: IncidentRow, notice: NoticeRow): boolean {
  const occasion = occasionOf(notice);
  if (occasion === 'closed') return false;
  return state === 'closed' || (occasion === 'reminded' && notice.occasion !== `reminded ${snoozed_until}`);
}

async function mail(
  context: TellingContext,
  notice: NoticeRow,
  incident: IncidentRow,
  cut: AbortSignal | undefined,
): Promise<string | undefined> {
  const { db, sendMail } = context;
  const userId = notice.user_id ?? '';
  const member = await findMember(db, notice.account_id, userId);
  const tags = await tagIdsOfProject(db, incident.project_id);
  if (!member || !seesProject(member, incident.project_id, tags)) return skip(context, notice, 'not_member');
  if (await findUnwanted(db, notice.account_id, member.email)) return skip(context, notice, 'unwanted');
  const settings = await db.selectFrom('alert_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const until = quietUntil(toQuietTimes(settings), Temporal.Now.instant());
  if (until) return void (await postpone(db, notice, until));
  if (!sendMail) {
    throw new MailError('No mail server is configured; set SMTP_URL and MAIL_FROM.', false, 'no_mail_server');
  }
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const message = await messageOf(context, notice, incident, user?.language ?? null);
  const { subject } = message;
  const locale = user?.language ?? (await placeOf(context, incident)).locale;
  const picture = await pictureOf(context, notice, incident, locale, cut);
  const { answer } = await sendMail(
    {
      ...{ to: member.email, subject, text: mailText(message), attachments: [], messageId: notice.id },
      ...(picture && {
        html: mailHtml(message, { ...picture, cid: pictureCid }, locale),
        pictures: [{ cid: pictureCid, filename: 'usual.png', png: picture.png }],
      }),
    },
    cut,
    () => markHanded(db, notice),
  );
  return answer;
}

/** The last days of what is unusual; undefined where there is nothing to draw. An e-mail goes out without one that fails. */
async function pictureOf(
  { drawUsual, pictureMs = usualPictureMs, log }: TellingContext,
  notice: NoticeRow,
  incident: IncidentRow,
  locale: string,
  cut: AbortSignal | undefined,
): Promise<UsualPicture | undefined> {
  const order = occasionOf(notice) === 'closed' ? undefined : usualPictureOf(partsOf(incident), locale);
  if (!drawUsual || !order) return undefined;
  const signal = AbortSignal.any([AbortSignal.timeout(pictureMs), ...(cut ? [cut] : [])]);
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  try {
    return await Promise.race([drawUsual(order), late]);
  } catch (error) {
    log.warn({ err: error, notice: notice.id }, 'a message about an incident goes out without its picture');
    return undefined;
  }
}

async function post(
  context: TellingContext,
  notice: NoticeRow,
  incident: IncidentRow,
  cut: AbortSignal | undefined,
): Promise<string> {
  const { db, chat } = context;
  const channel = await findChannel(db, notice.channel_id ?? '');
  if (!channel || channel.account_id !== notice.account_id) {
    throw new MailError('The chat channel was removed.', true, 'channel_removed');
  }
  if (channel.gone_at !== null) {
    throw new MailError('The chat has said that this channel is gone; give it its new address.', true, 'channel_gone');
  }
  const { locale } = await placeOf(context, incident);
  const { subject: title, place, lines, look: open, address } = await messageOf(context, notice, incident, locale);
  const link = context.baseUrl === '' ? null : { address, open };
  const body = renderChatAlert(channel.system, { title, place, lines, link }, locale);
  // Whatever ends later without an answer may have arrived.
  await markHanded(db, notice);
  const { answer, refusal } = await postMessage({ ...chat, db }, channel, body, cut);
  if (refusal) {
    const { message, isFinal, reason, askedMs } = refusal;
    throw new MailError(message, isFinal, reason, { answer, askedMs });
  }
  return answer ?? '';
}

async function placeOf({ db }: TellingContext, { project_id, connection_id }: IncidentRow) {
  const project = await db
    .selectFrom('projects')
    .select(['name', 'locale'])
    .where('id', '=', project_id)
    .executeTakeFirst();
  const connection = await db
    .selectFrom('connections')
    .select('name')
    .where('id', '=', connection_id)
    .executeTakeFirst();
  return { project: project?.name ?? '', locale: project?.locale ?? 'en', connection: connection?.name ?? '' };
}

async function messageOf(
  context: TellingContext,
  notice: NoticeRow,
  incident: IncidentRow,
  language: string | null,
): Promise<IncidentMessage> {
  const { project, connection, locale } = await placeOf(context, incident);
  const about = { project, connection, locale: language ?? locale, baseUrl: context.baseUrl };
  return incidentMessage(incident, occasionOf(notice), about);
}
