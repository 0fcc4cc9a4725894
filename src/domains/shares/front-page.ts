import { hash } from 'node:crypto';
import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import { darkPalette, palette } from '../../reporting/renderers/colors.ts';
import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';
import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { PlainPage } from './plain-page.ts';

/** In pixels. */
const logoBounds = { width: 240, height: 72 };

interface FrontTerms {
  readonly status: number;
  readonly title: string;
  /** Below the title. */
  readonly content: Markup;
  /** After how many seconds the page asks again; never if absent. */
  readonly refreshSeconds?: number;
}

/** A page in the language of a report and with the brand of whoever made it, which shows nothing else of the report. */
export function frontPage(front: ReportFront, { status, title, content, refreshSeconds }: FrontTerms): PlainPage {
  const { language, direction } = messagesFor(front.locale);
  const style = styleOf(front);
  const refresh = refreshSeconds !== undefined && html`\n<meta http-equiv="refresh" content="${refreshSeconds}">`;
  const { text } = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${brand(front)}<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return { status, html: text, policy: policyOf(style.text) };
}

function brand({ name, logo }: ReportFront): Markup | null {
  if (!name && !logo) return null;
  return html`<div class="brand">${logo && picture(logo)}${name && html`<p><bdi>${name}</bdi></p>`}</div>\n`;
}

/** The name, where there is one, stands beside it. */
function picture({ png, width, height }: NonNullable<ReportFront['logo']>): Markup {
  const scale = Math.min(1, logoBounds.width / width, logoBounds.height / height);
  const [wide, high] = [width, height].map((side) => Math.round(side * scale));
  return html`<img src="data:image/png;base64,${png}" width="${wide}" height="${high}" alt="">`;
}

function styleOf({ accentColor, logo }: ReportFront): Markup {
  const [light, dark] = [palette(accentColor), darkPalette(accentColor)];
  const both = (role: 'accent' | 'background' | 'text' | 'muted') => html`light-dark(${light[role]}, ${dark[role]})`;
  return html`:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; --accent: ${both('accent')}; --paper: ${both('background')}; }
body { margin: 0; padding: 1.5rem; display: grid; min-height: calc(100vh - 3rem); place-content: center; background: var(--paper); color: ${both('text')}; border-top: 6px solid var(--accent); }
main { width: min(24rem, 100vw - 3rem); }
h1 { font-size: 1.5rem; line-height: 1.25; }
.brand { margin-bottom: 2rem; }
.brand img { box-sizing: content-box; max-width: calc(100% - 1.5rem); height: auto; padding: .5rem .75rem; margin-inline: -.75rem; border-radius: 6px; background: ${logo?.light ? light.brand : '#ffffff'}; }
.brand p { margin: .5rem 0 0; color: ${both('muted')}; font-weight: 600; }
a { color: var(--accent); }
label { display: block; font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; border-radius: 6px; }
input { margin: .25rem 0 1rem; border: 1px solid #767676; }
button { border: 0; color: var(--paper); background: var(--accent); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1, p { overflow-wrap: anywhere; }
[role=alert] { padding-inline-start: .75rem; border-inline-start: 4px solid #c8372d; }
`;
}

/** Nothing but the page's own style and logo, and the form posting back to its own origin. */
function policyOf(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
