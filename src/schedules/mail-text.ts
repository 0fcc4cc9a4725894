import { formatDate, formatPeriod } from '../documents/format.ts';
import { messagesFor } from '../documents/messages/messages.ts';
import type { Period } from '../documents/model.ts';

export interface MailTextFacts {
  readonly locale: string;
  readonly title: string;
  readonly period: Period;
  /** Where the web page is, when that is sent in place of files. */
  readonly link: { readonly address: string; readonly expiresAt: Date } | null;
}

/** What an e-mail says, as plain text in the report's language. */
export function mailText({ locale, title, period, link }: MailTextFacts): { subject: string; text: string } {
  const { mail } = messagesFor(locale);
  const subject = `${title} · ${formatPeriod(period, locale)}`;
  const body = link
    ? [mail.link, link.address, mail.linkEnds(formatDate(link.expiresAt.toISOString().slice(0, 10), locale))]
    : [mail.attached];
  return { subject, text: `${[subject, ...body].join('\n\n')}\n` };
}
