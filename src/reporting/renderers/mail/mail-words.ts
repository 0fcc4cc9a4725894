import { type Labels, messagesFor } from '../../documents/messages/messages.ts';
import type { ReportDocument } from '../../documents/model.ts';
import { cleanText, clipped, onOneLine } from '../text/clean-text.ts';
import type { ReportView } from '../view/report-view.ts';
import type { MailContent } from './mail-content.ts';
import { galleryText } from './mail-gallery.ts';
import type { MailOrder } from './mail-order.ts';
import { fillMailText } from './mail-placeholders.ts';
import { proseLines } from './mail-prose.ts';

/** The words around the report, ready to print. */
export interface MailWords {
  readonly subject: string;
  /** Paragraphs of lines. */
  readonly message: readonly (readonly string[])[];
  readonly link: { readonly address: string; readonly open: string; readonly ends: string } | null;
  readonly attached: string | null;
  readonly unsubscribe: { readonly address: string; readonly text: string } | null;
}

const longestSubject = 200;

export function mailWords(order: MailOrder, { document, periods }: ReportView): MailWords {
  const { mail } = messagesFor(document.locale);
  const subject = order.subject === null ? `${document.title} · ${periods.current}` : filled(order.subject, document);
  const message = order.message === null ? '' : filled(order.message, document).trim();
  return {
    subject: clipped(onOneLine(subject).trim(), longestSubject),
    message: message === '' ? [] : message.split(/\n\s*\n/).map((paragraph) => paragraph.split('\n')),
    link: order.link && { address: order.link.address, open: mail.open, ends: mail.linkEnds(order.link.ends) },
    attached: order.isAttached ? mail.attached : null,
    unsubscribe: order.unsubscribe === null ? null : { address: order.unsubscribe, text: mail.unsubscribe },
  };
}

function filled(text: string, document: ReportDocument): string {
  return cleanText(fillMailText(text, document));
}

/** The same e-mail as plain text. */
export function mailText(content: MailContent, words: MailWords, { periods, labels, document }: ReportView): string {
  const { mail } = messagesFor(document.locale);
  const { title, lead, brandName, figures, chart, gallery, comment, notes, footer } = content;
  const compared = periods.compare && labels.comparedWith + labels.colon + periods.compare;
  const parts = [
    ...words.message.map((lines) => lines.join('\n')),
    lines(lead, title, periods.current, compared),
    lines(...figures.map((figure) => figureLine(figure, labels))),
    chart && lines(chart.title, chart.source, chart.alternative),
    gallery && galleryText(gallery, labels.colon),
    comment && lines(comment.head, ...proseLines(comment.blocks), comment.isCut ? labels.textCut : null),
    words.link && lines(mail.link, words.link.address, words.link.ends),
    words.attached,
    notes.length > 0 && lines(labels.notes + labels.colon, ...notes),
    lines(brandName, footer),
    words.unsubscribe && lines(words.unsubscribe.text + labels.colon, words.unsubscribe.address),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function lines(...texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null).join('\n');
}

function figureLine({ label, source, value, change, before, goal }: MailContent['figures'][number], labels: Labels) {
  const named = source === null ? label : `${label} (${source})`;
  const meaning = change && change.sentiment !== 'neutral' ? ` (${labels[change.sentiment]})` : '';
  const told = [change && change.text + meaning, before && labels.before(before), goal];
  return [`${named}${labels.colon}${value}`, ...told.filter(Boolean)].join(' · ');
}
