import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { frontPage } from './front-page.ts';
import { type PasswordTexts, passwordTexts } from './password-texts.ts';
import type { PlainPage } from './plain-page.ts';

/** What is wrong with the last try; null before there was one. */
export type PasswordFault = Extract<keyof PasswordTexts, 'wrong' | 'tooMany'> | null;

const statuses = { wrong: 403, tooMany: 429 } as const;

/**
 * The page that asks for the password of a link, in the language of its report and with the brand of whoever made it: all
 * that somebody learns who has the link alone.
 */
export function passwordPage(front: ReportFront, fault: PasswordFault = null): PlainPage {
  const { title, password, open, ...faults } = passwordTexts(messagesFor(front.locale).language);
  const content = html`<form method="post">
${fault && html`<p id="fault" role="alert">${faults[fault]}</p>\n`}<label for="password">${password}</label>
<input id="password" name="password" type="password" dir="ltr" autocomplete="current-password" required autofocus${
    fault && html` aria-invalid="true" aria-describedby="fault"`
  }>
<button>${open}</button>
</form>`;
  return frontPage(front, { status: fault ? statuses[fault] : 200, title, content });
}
