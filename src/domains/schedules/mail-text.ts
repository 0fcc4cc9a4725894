import { formatDate, formatPeriod } from '../../reporting/documents/format.ts';
import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import type { Period } from '../../reporting/documents/model.ts';

export interface MailTextFacts {
  readonly locale: string;
  readonly title: string;
  readonly period: Period;
  /** The address of the web page, when a link is sent instead of files. */
  readonly link: { readonly address: string; readonly expiresAt: Date } | null;
}

/** The text of an e-mail, plain and in the report's language. */
export function mailText({ locale, title, period, link }: MailTextFacts): { subject: string; text: string } {
  const { mail } = messagesFor(locale);
  const subject = `${title} · ${formatPeriod(period, locale)}`;
  const body = link
    ? [mail.link, link.address, mail.linkEnds(formatDate(link.expiresAt.toISOString().slice(0, 10), locale))]
    : [mail.attached];
  return { subject, text: `${[subject, ...body].join('\n\n')}\n` };
}
