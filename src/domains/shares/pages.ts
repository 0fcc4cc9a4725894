import { hash } from 'node:crypto';
import { html, type Markup } from '../../reporting/renderers/text/markup.ts';

/** A page without a report. It is the same for everybody, so that it reveals nothing about the link. */
export interface PlainPage {
  readonly status: number;
  readonly html: string;
}

/** Escaping does not change it. */
const style = `:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem; display: grid; min-height: calc(100vh - 3rem); place-content: center; }
main { max-width: 26rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
label { display: block; font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; border-radius: 6px; }
input { margin: .25rem 0 1rem; border: 1px solid #767676; }
button { border: 0; color: #fff; background: #0b4f8a; cursor: pointer; }
:focus-visible { outline: 3px solid #f29f05; outline-offset: 2px; }
[role=alert] { padding-left: .75rem; border-left: 4px solid #c8372d; }
`;

/**
 * The Content-Security-Policy of these pages: nothing but their own style, and the form posting back to its own origin.
 */
export const plainPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

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

function messagePage(status: number, title: string, text: string): PlainPage {
  return page(status, title, html`<h1>${title}</h1>\n<p>${text}</p>`);
}

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
  return page(status, title, form);
}

function page(status: number, title: string, main: Markup): PlainPage {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return { status, html: text };
}
