import { html } from '../../reporting/renderers/text/markup.ts';
import { messagePage, type PlainPage, plainPage } from './plain-page.ts';

// They are the same for everybody, so that they reveal nothing about the link.

export const notFoundPage = messagePage(
  404,
  'This link leads nowhere',
  'It may be mistyped, have expired or have been withdrawn. Ask whoever sent it to you for a new one.',
);

const faultTitle = 'The page cannot be shown';
export const busyPage = messagePage(503, faultTitle, 'Try again in a moment.');

export const tooManyRequestsPage = messagePage(
  429,
  faultTitle,
  'There were too many requests. Wait a minute, then try again.',
);

/** Any other fault, in general terms. */
export function faultPage(status: number): PlainPage {
  const advice = status < 500 ? 'Open the link as it was sent to you.' : 'Try again later.';
  return messagePage(status, faultTitle, advice);
}

export const passwordPage = formPage(200, null);
export const wrongPasswordPage = formPage(403, 'This password is not right.');
export const tooManyTriesPage = formPage(429, 'There were too many tries. Try again later.');

function formPage(status: number, fault: string | null): PlainPage {
  const title = 'This link needs a password';
  const form = html`<h1>${title}</h1>
<form method="post">
${fault && html`<p id="fault" role="alert">${fault}</p>\n`}<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${
    fault && html` aria-invalid="true" aria-describedby="fault"`
  }>
<button>Open</button>
</form>`;
  return plainPage(status, title, form);
}
