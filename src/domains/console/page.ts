import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { Messages } from './messages/messages.ts';

/** A page for people, in one language. */
export interface Page {
  readonly status: number;
  readonly html: string;
  /** Whether it may run scripts of the service. */
  readonly hasScript: boolean;
}

/** The design of the console, which these pages share: its tokens, and what every page begins with. */
const design = [
  new URL('../../../console/src/design/tokens.css', import.meta.url),
  new URL('../../../console/src/design/base.css', import.meta.url),
].map((file) => readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, ''));

const own = `
body { display: grid; grid-template-rows: 1fr auto 2fr; min-block-size: 100vh; min-block-size: 100dvh; padding: var(--space-5) var(--space-4); background: var(--surface); }
main { grid-row: 2; inline-size: 100%; max-inline-size: 25rem; margin-inline: auto; }
.product { display: flex; align-items: center; justify-content: center; gap: var(--space-2); margin-block-end: var(--space-5); font-weight: 600; }
.product svg { inline-size: 1.5rem; block-size: 1.5rem; fill: none; stroke: var(--on-accent); stroke-width: 3; stroke-linecap: round; }
.product rect { fill: var(--accent); stroke: none; }
.card { display: grid; gap: var(--space-4); padding: var(--space-6); border: 1px solid var(--rule); border-radius: var(--radius-large); background: var(--raised); }
.card p { color: var(--muted); }
.after { margin-block-start: var(--space-4); text-align: center; font-size: var(--size-small); }
form:not([hidden]) { display: grid; gap: var(--space-4); }
.field { display: grid; gap: var(--space-1); }
label { font-size: var(--size-small); font-weight: 600; }
small { color: var(--muted); font-size: var(--size-small); }
input { inline-size: 100%; min-block-size: 2.5rem; padding: var(--space-1) var(--space-3); border: 1px solid var(--edge); border-radius: var(--radius); background: var(--raised); }
input:read-only { border-color: var(--rule); background: var(--surface); color: var(--muted); }
button { min-block-size: 2.5rem; margin-block-start: var(--space-1); padding: 0 var(--space-4); border: 1px solid transparent; border-radius: var(--radius); background: var(--accent); color: var(--on-accent); font-weight: 550; cursor: pointer; transition: background-color var(--quick); }
[hidden] { display: none; }
.passkey button { border-color: var(--edge); background: var(--raised); color: inherit; }
.passkey button:hover { background: var(--surface); }
button:hover { background: var(--accent-hover); }
button.other { border-color: var(--edge); background: var(--raised); color: inherit; }
button.other:hover { background: var(--surface); }
.later { position: absolute; inline-size: 1px; min-block-size: 1px; block-size: 1px; padding: 0; border: 0; opacity: 0; clip-path: inset(50%); }
.card [role=alert] { padding: var(--space-3); border-radius: var(--radius); background: var(--bad-tint); color: var(--bad); font-size: var(--size-small); }
@media (max-width: 26rem) { .card { padding: var(--space-5) var(--space-4); } }
@media (forced-colors: active) { .product rect { fill: CanvasText; } .product svg { stroke: Canvas; } .card [role=alert] { border: 1px solid; } }
`;
const style = [...design, own].join('').replace(/\s+/g, ' ');

/** The Content-Security-Policy of these pages: their own style, forms to their own origin, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The same for pages with a script, which is the service's own. */
export const scriptPolicy = `${pagePolicy}; script-src 'self'; require-trusted-types-for 'script'`;

const product = html`<p class="product"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="6"/><path d="M8 23v-6M14 23V12M20 23v-8M26 23H6"/></svg>Report Service</p>`;

interface Parts {
  readonly title: string;
  readonly main: Markup;
  /** Below the card. */
  readonly after?: Markup | undefined;
  /** What else stands in the head. */
  readonly head?: Markup | undefined;
  /** The path of a script that the page does without where it does not run. */
  readonly script?: string | undefined;
}

export function page(
  { language, direction }: Messages,
  status: number,
  { title, main, after, head, script }: Parts,
): Page {
  const { text: before } = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Report Service</title>
<link rel="icon" href="data:,">${head}${script && html`\n<script type="module" src="${script}"></script>`}
`;
  const { text: rest } = html`
</head>
<body>
<main>
${product}
<div class="card">
<h1>${title}</h1>
${main}
</div>
${after && html`<p class="after">${after}</p>`}
</main>
</body>
</html>
`;
  // Not through the template: within the element nothing is escaped.
  return { status, html: `${before}<style>${style}</style>${rest}`, hasScript: script !== undefined };
}

/** A page that says one thing. */
export function messagePage(messages: Messages, status: number, title: string, text: string, after?: Markup): Page {
  return page(messages, status, { title, main: html`<p>${text}</p>`, after });
}

/** The same for what passes by itself: the browser asks again. */
export function refreshingPage(messages: Messages, status: number, title: string, text: string, seconds: number): Page {
  const head = html`\n<meta http-equiv="refresh" content="${seconds}">`;
  return page(messages, status, { title, main: html`<p role="status">${text}</p>`, head });
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
  /** A line below the field. */
  readonly advice?: string;
  readonly isFixed?: boolean;
  /** Where the person begins. */
  readonly isFirst?: boolean;
}

export function field({ name, label, type, autocomplete, value, advice, isFixed, isFirst }: Field): Markup {
  const described = advice === undefined ? null : html` aria-describedby="${name}-advice"`;
  const kept = value === undefined ? null : html` value="${value}"`;
  const told = advice === undefined ? null : html`<small id="${name}-advice">${advice}</small>\n`;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="254" required${kept}${described}${
    isFixed ? html` readonly` : null
  }${isFirst ? html` autofocus` : null}>
${told}</div>
`;
}
