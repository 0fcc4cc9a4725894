import { hash } from 'node:crypto';
import { html, type Markup } from '../../reporting/renderers/text/markup.ts';

/** A page without a report. */
export interface PlainPage {
  readonly status: number;
  readonly html: string;
  /** Its Content-Security-Policy, where it is not that of all. */
  readonly policy?: string;
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
h1, p, dd { overflow-wrap: anywhere; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
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

export const htmlType = 'text/html; charset=utf-8';

/** No cache keeps such a page, and no search engine shows it. */
export const unkept = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' };

/** A page that says one thing. */
export function messagePage(status: number, title: string, text: string): PlainPage {
  return plainPage(status, title, html`<h1>${title}</h1>\n<p>${text}</p>`);
}

interface PageTerms {
  /** ISO 639; English unless given. */
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl';
  /** What else stands in its head. */
  readonly head?: Markup | undefined;
}

/** A page of its own. */
export function plainPage(
  status: number,
  title: string,
  main: Markup,
  { language = 'en', direction = 'ltr', head }: PageTerms = {},
): PlainPage {
  const { text } = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>${head}
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
