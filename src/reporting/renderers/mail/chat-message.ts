import type { Labels } from '../../documents/messages/messages.ts';
import { arrows } from '../change-marks.ts';
import type { ReportView } from '../view/report-view.ts';
import type { MailChart } from './mail-chart.ts';
import { type MailFigure, mailContent } from './mail-content.ts';

/** What one channel's message says besides the report itself. */
export interface ChatOrder {
  readonly system: 'slack' | 'teams';
  /** Null where nobody knows the address of the service. */
  readonly link: { readonly address: string; readonly expiresAt: string } | null;
}

/** A message about a report, all of it as text; what a chat makes of its characters is for the chat's own form. */
export interface ChatMessage {
  /** What a notification shows. */
  readonly summary: string;
  readonly title: string;
  /** Whom the report is for and who made it, its period, and what it is compared with. */
  readonly about: readonly string[];
  readonly figures: readonly ChatFigure[];
  readonly chart: MailChart | null;
  readonly notes: readonly string[];
  readonly link: { readonly address: string; readonly open: string; readonly ends: string } | null;
  readonly footer: string | null;
}

export interface ChatFigure {
  readonly label: string;
  readonly value: string;
  readonly change: { readonly text: string; readonly sentiment: 'good' | 'bad' | 'neutral' } | null;
  /** The figure that it is compared with, its goal, and where it comes from. */
  readonly more: readonly string[];
}

/** The same figures and notes as those of the e-mail about the report. */
export function chatMessage(view: ReportView, link: ChatMessage['link']): ChatMessage {
  const { title, lead, brandName, figures, chart, notes, footer } = mailContent(view);
  const { labels, periods } = view;
  const compared = periods.compare && labels.comparedWith + labels.colon + periods.compare;
  return {
    summary: `${title} · ${periods.current}`,
    title,
    about: [...new Set([lead, brandName, periods.current, compared])].filter((text) => text !== null),
    figures: figures.map((item) => chatFigure(item, labels)),
    chart: chart && tellsApart(chart) ? chart : null,
    notes: notes.length === 0 ? [] : [labels.notes + labels.colon, ...notes],
    link,
    footer,
  };
}

function chatFigure({ label, source, value, before, change, goal }: MailFigure, labels: Labels): ChatFigure {
  const meaning = change && change.sentiment !== 'neutral' ? ` (${labels[change.sentiment]})` : '';
  const told = change && { text: arrows[change.direction] + change.text + meaning, sentiment: change.sentiment };
  const more = [before && labels.before(before), goal, source].filter((text) => text !== null);
  return { label, value, change: told, more };
}

/** Chats have no colours of ours, so that lines which differ in them alone could not be told apart. */
function tellsApart({ legend }: MailChart): boolean {
  return new Set(legend.map(({ mark }) => mark)).size === legend.length;
}
