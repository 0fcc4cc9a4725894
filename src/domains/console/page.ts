import { hash } from 'node:crypto';
import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { Messages } from './messages/messages.ts';

/** A page for people, in one language. */
export interface Page {
  readonly status: number;
  readonly html: string;
}

/** Escaping does not change it. */
const style = `:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; --line: #767676; --act: #0b4f8a; --alert: #c8372d; }
body { margin: 0; padding: 1.5rem; }
main { max-width: 28rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; line-height: 1.25; }
h1, h2, p, li, small { overflow-wrap: anywhere; }
label { display: block; font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; border-radius: 6px; }
input { margin: .25rem 0 1rem; border: 1px solid var(--line); }
button { border: 0; color: #fff; background: var(--act); cursor: pointer; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0; border-top: 1px solid var(--line); }
li button { width: auto; min-width: 6rem; margin-top: .5rem; }
small { display: block; }
:focus-visible { outline: 3px solid #f29f05; outline-offset: 2px; }
[role=alert], [role=status] { padding-inline-start: .75rem; border-inline-start: 4px solid var(--alert); }
[role=status] { border-color: #2e7d32; }
@media (prefers-color-scheme: dark) { a { color: #9ccbff; } }
`;

/** The Content-Security-Policy of these pages: their own style, forms to their own origin, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export function page({ language, direction }: Messages, status: number, title: string, main: Markup): Page {
  const { text } = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
  return { status, html: text };
}

/** A page that says one thing. */
export function messagePage(messages: Messages, status: number, title: string, text: string, more?: Markup): Page {
  return page(messages, status, title, html`<p>${text}</p>${more}`);
}

/** What went wrong with a form, above its fields. */
export function alert(text: string | null): Markup | null {
  return text === null ? null : html`<p id="fault" role="alert">${text}</p>\n`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  /** What browsers and password managers fill in. */
  readonly autocomplete: string;
  readonly value?: string;
  /** A line below the label. */
  readonly advice?: string;
  readonly isFixed?: boolean;
}

export function field({ name, label, type, autocomplete, value, advice, isFixed }: Field): Markup {
  const described = advice === undefined ? null : html` aria-describedby="${name}-advice"`;
  const kept = value === undefined ? null : html` value="${value}"`;
  const told = advice === undefined ? null : html`<small id="${name}-advice">${advice}</small>\n`;
  return html`<label for="${name}">${label}</label>
${told}<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="254" required${kept}${described}${
    isFixed ? html` readonly` : null
  }>
`;
}
