import { formatDate, formatPeriod } from '../documents/format.ts';
import type { Period } from '../documents/model.ts';

export interface MailTextFacts {
  readonly locale: string;
  readonly title: string;
  readonly period: Period;
  /** Where the web page is, when that is sent in place of files. */
  readonly link: { readonly address: string; readonly expiresAt: Date } | null;
}

/** What an e-mail says, as plain text. */
export function mailText({ locale, title, period, link }: MailTextFacts): { subject: string; text: string } {
  const subject = `${title}: ${formatPeriod(period, locale)}`;
  const body = link
    ? [
        'The report is ready:',
        link.address,
        `The link works until ${formatDate(link.expiresAt.toISOString().slice(0, 10), locale)}.`,
      ]
    : ['The report is attached.'];
  return { subject, text: `${[subject, ...body].join('\n\n')}\n` };
}
