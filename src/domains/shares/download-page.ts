import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { downloadTexts } from './download-texts.ts';
import { frontPage } from './front-page.ts';
import type { PlainPage } from './plain-page.ts';

const refreshSeconds = 2;

/**
 * What a guest sees in place of a file that is not there: one that is being made, for which the page asks again by itself,
 * or one that failed. `report` is the address of the report's page.
 */
export function downloadPage(front: ReportFront, state: 'waiting' | 'failed', report: string): PlainPage {
  const words = downloadTexts(messagesFor(front.locale).language);
  const isWaiting = state === 'waiting';
  const text = isWaiting ? words.waitingText : words.failedText;
  return frontPage(front, {
    ...{ status: isWaiting ? 202 : 503, title: words[state] },
    content: html`<p role="status">${text}</p>\n<p><a href="${report}">${words.back}</a></p>`,
    ...(isWaiting && { refreshSeconds }),
  });
}
