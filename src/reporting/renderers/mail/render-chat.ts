import type { CommentedDocument } from '../../documents/comments.ts';
import { formatDate } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import { drawPngs } from '../docx/chart-png.ts';
import { type ReportView, reportView } from '../view/report-view.ts';
import { type ChatMessage, type ChatOrder, chatMessage } from './chat-message.ts';
import type { MailChart } from './mail-chart.ts';
import { slackMessage } from './slack-message.ts';
import { type CardReading, mostTeamsBytes, type TeamsPicture, teamsMessage } from './teams-message.ts';

/** The finest that fits is taken. */
const qualities = [
  { pixelsPerPoint: 1.5, level: 9 },
  { pixelsPerPoint: 1, level: 9 },
] as const;

/**
 * The message about a report as a chat takes it, JSON. The same document and order always give the same. Draws by native
 * code, so it belongs in a process of its own. Throws RangeError for a locale, time zone or currency that Intl does not know.
 */
export async function renderChat(document: CommentedDocument, { system, link }: ChatOrder): Promise<string> {
  const view = reportView(document);
  const message = chatMessage(view, link && linkWords(link, view));
  if (system === 'slack') return JSON.stringify(slackMessage(message));
  const { document: told, direction } = view;
  const reading = { language: told.locale, direction };
  for (const quality of message.chart ? qualities : []) {
    const picture = message.chart && (await drawn(message.chart, reading.language, quality));
    const body = JSON.stringify(teamsMessage(message, reading, picture));
    if (Buffer.byteLength(body) <= mostTeamsBytes) return body;
  }
  return withoutPicture(message, reading);
}

/** Notes give way first: they stand in the report, too. */
function withoutPicture(message: ChatMessage, reading: CardReading): string {
  let body = JSON.stringify(teamsMessage(message, reading, null));
  for (let count = message.notes.length - 1; count > 0 && Buffer.byteLength(body) > mostTeamsBytes; count--) {
    body = JSON.stringify(teamsMessage({ ...message, notes: message.notes.slice(0, count) }, reading, null));
  }
  return body;
}

function linkWords({ address, expiresAt }: NonNullable<ChatOrder['link']>, { document }: ReportView) {
  const { mail } = messagesFor(document.locale);
  return { address, open: mail.open, ends: mail.linkEnds(formatDate(expiresAt.slice(0, 10), document.locale)) };
}

async function drawn(
  { drawing, alternative }: MailChart,
  locale: string,
  quality: (typeof qualities)[number],
): Promise<TeamsPicture | null> {
  const [png] = await drawPngs([drawing], locale, quality);
  return png ? { address: `data:image/png;base64,${png.toString('base64')}`, alternative } : null;
}
