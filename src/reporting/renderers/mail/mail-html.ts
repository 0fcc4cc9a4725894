import { arrows, signals } from '../change-marks.ts';
import { darkPalette } from '../colors.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ChangeView } from '../view/figure-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { MailContent, MailFigure } from './mail-content.ts';
import type { MailCard } from './mail-gallery.ts';
import { proseMarkup } from './mail-prose.ts';
import type { MailWords } from './mail-words.ts';

/** A picture of the message as it is shown, in pixels of a page. */
export interface ShownMailPicture {
  readonly cid: string;
  readonly width: number;
  readonly height: number;
}

export interface MailPictures {
  readonly logo: (ShownMailPicture & { readonly light: boolean }) | null;
  readonly chart: ShownMailPicture | null;
  /** One for each card of the gallery; null for one without. */
  readonly cards: readonly (ShownMailPicture | null)[];
}

const width = 600;
/** The most pixels of a card's picture. */
export const cardPicture = { width: 132, height: 160 } as const;
const fonts = "'Segoe UI',Helvetica,Arial,'Noto Sans',sans-serif";

/**
 * The HTML of an e-mail as old programs show it too: tables for the layout, styles at the elements, no script, no form and
 * nothing from other hosts. Only colours of dark screens are in a style sheet, where they may be ignored.
 */
export function mailHtml(content: MailContent, words: MailWords, pictures: MailPictures, view: ReportView): string {
  const { document, direction, colors } = view;
  const dark = darkPalette(document.brand.accent_color);
  const rows = [
    masthead(content, pictures, view),
    message(words, view),
    headline(content, view),
    figures(content.figures, view),
    chart(content, pictures, view),
    gallery(content, pictures, view),
    comment(content, view),
    button(words, view),
    notes(content, view),
    foot(content, words, view),
  ];
  return html`<!doctype html>
<html lang="${document.locale}" dir="${direction}">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${words.subject}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.paper { background: ${dark.background} !important; }
.ink { color: ${dark.text} !important; }
.muted { color: ${dark.muted} !important; }
.good { color: ${dark.good} !important; }
.bad { color: ${dark.bad} !important; }
.accent { color: ${dark.accent} !important; }
.line { border-color: ${dark.rule} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${colors.background};">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="background:${colors.background};"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}" style="max-width:${width}px;font-family:${fonts};">
${rows}</table>
</td></tr></table>
</body>
</html>
`.text;
}

function row(content: Markup, padding = '12px 24px'): Markup {
  return html`<tr><td style="padding:${padding};">${content}</td></tr>\n`;
}

function line(className: string, style: string, content: Markup | string): Markup {
  return html`<p class="${className}" dir="auto" style="margin:0;${style}">${content}</p>\n`;
}

/** On a surface of its own, so that the logo can be seen on dark screens too. */
function masthead({ brandName }: MailContent, { logo }: MailPictures, { brand, colors, document }: ReportView): Markup {
  const surface = logo ? (logo.light ? darkPalette(document.brand.accent_color).background : '#ffffff') : colors.brand;
  const ink = logo ? (logo.light ? '#ffffff' : colors.text) : colors.onBrand;
  const size = 'font-size:15px;line-height:22px;font-weight:bold;';
  const picture =
    logo &&
    html`<img src="cid:${logo.cid}" width="${logo.width}" height="${logo.height}" alt="${brand.logoAlternative}" border="0" style="display:block;border:0;color:${ink};${size}">`;
  const name = brandName && html`<p dir="auto" style="margin:0;color:${ink};${size}">${brandName}</p>`;
  if (!picture && !name) {
    return html`<tr><td height="6" bgcolor="${colors.brand}" style="height:6px;line-height:6px;font-size:1px;background:${colors.brand};">&nbsp;</td></tr>\n`;
  }
  return html`<tr><td bgcolor="${surface}" style="padding:16px 24px;background:${surface};border-bottom:4px solid ${colors.brand};">${picture}${name}</td></tr>\n`;
}

function message({ message: paragraphs }: MailWords, { colors }: ReportView): Markup | null {
  if (paragraphs.length === 0) return null;
  const style = `font-size:15px;line-height:23px;color:${colors.text};padding-bottom:8px;`;
  return row(
    html`${paragraphs.map((lines) =>
      line('ink', style, html`${lines.map((text, index) => html`${index > 0 && html`<br>`}${text}`)}`),
    )}`,
    '20px 24px 4px',
  );
}

function headline({ title, lead }: MailContent, { periods, labels, colors }: ReportView): Markup {
  const small = `font-size:14px;line-height:20px;color:${colors.muted};`;
  return row(
    html`${lead && line('muted', small, lead)}<h1 class="ink" dir="auto" style="margin:2px 0 4px;font-size:24px;line-height:30px;color:${colors.text};">${title}</h1>
${line('muted', small, periods.current)}${periods.compare && line('muted', small, labels.comparedWith + labels.colon + periods.compare)}`,
    '20px 24px 8px',
  );
}

function figures(items: readonly MailFigure[], view: ReportView): Markup | null {
  if (items.length === 0) return null;
  return row(
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${view.direction}">
${items.map((item) => figure(item, view))}</table>`,
  );
}

function figure({ label, source, value, before, change, goal }: MailFigure, view: ReportView): Markup {
  const { colors, labels, direction } = view;
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const cell = `padding:10px 0;border-bottom:1px solid ${colors.rule};`;
  const small = `font-size:13px;line-height:19px;color:${colors.muted};`;
  const changed = change && changeMarkup(change, view);
  return html`<tr><td class="line" align="${start}" valign="top" style="${cell}">${line('ink', `font-size:15px;line-height:22px;color:${colors.text};`, label)}${source && line('muted', small, source)}${goal && line('muted', small, goal)}</td>
<td class="line" align="${end}" valign="top" style="${cell}"><p class="ink" style="margin:0;font-size:20px;line-height:26px;font-weight:bold;color:${colors.text};">${value}</p>
${(changed || before) && html`<p class="muted" style="margin:0;${small}">${changed}${changed && before && ' · '}${before && labels.before(before)}</p>`}</td></tr>
`;
}

function changeMarkup({ text, direction, sentiment }: ChangeView, { colors, labels }: ReportView): Markup {
  const signal = signals[sentiment];
  const meaning = sentiment !== 'neutral' && html` title="${labels[sentiment]}"`;
  return html`<span class="${signal}"${meaning} style="color:${colors[signal]};font-weight:bold;">${arrows[direction]}${text}</span>`;
}

function chart({ chart: shown }: MailContent, { chart: picture }: MailPictures, { colors }: ReportView): Markup | null {
  if (!shown || !picture) return null;
  const { title, source, legend, alternative } = shown;
  const small = `font-size:13px;line-height:19px;color:${colors.muted};`;
  const marks = legend.map(
    ({ mark, color, text }, index) =>
      html`${index > 0 && html` &nbsp; `}<span style="color:${color};font-weight:bold;">${mark}</span> <bdi>${text}</bdi>`,
  );
  return row(
    html`${title && html`<h2 class="ink" dir="auto" style="margin:8px 0 2px;font-size:17px;line-height:24px;color:${colors.text};">${title}</h2>\n`}${source && line('muted', small, source)}${marks.length > 0 && html`<p class="muted" style="margin:2px 0 6px;${small}">${marks}</p>\n`}<img src="cid:${picture.cid}" width="${picture.width}" alt="${alternative}" border="0" style="display:block;width:100%;max-width:${picture.width}px;height:auto;border:0;background:${colors.background};color:${colors.text};font-size:13px;line-height:19px;">`,
  );
}

function gallery({ gallery: shown }: MailContent, { cards: pictures }: MailPictures, view: ReportView): Markup | null {
  if (!shown) return null;
  const { colors, direction } = view;
  const small = `font-size:13px;line-height:19px;color:${colors.muted};`;
  return row(
    html`${shown.title && html`<h2 class="ink" dir="auto" style="margin:8px 0 2px;font-size:17px;line-height:24px;color:${colors.text};">${shown.title}</h2>\n`}${shown.source && line('muted', small, shown.source)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}">
${shown.cards.map((card, index) => galleryCard(card, pictures[index] ?? null, view))}</table>`,
  );
}

function galleryCard(
  { title, text, alternative, figures: shown }: MailCard,
  picture: ShownMailPicture | null,
  view: ReportView,
): Markup {
  const { colors, direction } = view;
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const cell = `padding:12px 0;border-bottom:1px solid ${colors.rule};`;
  const small = `font-size:13px;line-height:19px;color:${colors.muted};`;
  const drawn =
    picture &&
    html`<img src="cid:${picture.cid}" width="${picture.width}" alt="${alternative}" border="0" style="display:block;width:${picture.width}px;height:auto;border:0;color:${colors.text};font-size:13px;line-height:19px;">`;
  const lines = shown.map(
    ({ label, value, change }) =>
      html`<tr><td class="muted" align="${start}" style="${small}"><bdi>${label}</bdi></td><td class="ink" align="${end}" style="font-size:14px;line-height:21px;font-weight:bold;color:${colors.text};"><bdi>${value}</bdi>${change && html` <bdi>${changeMarkup(change, view)}</bdi>`}</td></tr>\n`,
  );
  return html`<tr>${picture && html`<td class="line" align="${start}" valign="top" width="${cardPicture.width + 16}" style="${cell}">${drawn}</td>`}<td class="line" align="${start}" valign="top"${!picture && html` colspan="2"`} style="${cell}">${line('ink', `font-size:15px;line-height:22px;font-weight:bold;color:${colors.text};`, title)}${text && line('muted', small, text)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}">
${lines}</table></td></tr>
`;
}

function comment({ comment: shown }: MailContent, view: ReportView): Markup | null {
  if (!shown) return null;
  const { colors, labels, direction } = view;
  const side = direction === 'rtl' ? 'right' : 'left';
  const small = `font-size:13px;line-height:19px;color:${colors.muted};`;
  return row(
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}"><tr><td style="padding:4px 14px;border-${side}:4px solid ${colors.accent};">${line('muted', small, shown.head)}${proseMarkup(shown.blocks, colors)}${shown.isCut && line('muted', small, labels.textCut)}</td></tr></table>`,
  );
}

/** A surface rather than a picture: it is there with pictures blocked. */
function button({ link, attached }: MailWords, { colors }: ReportView): Markup {
  const { brand, onBrand, muted } = colors;
  const small = `font-size:13px;line-height:19px;color:${muted};padding-top:8px;`;
  if (!link)
    return row(attached ? line('ink', `font-size:15px;line-height:22px;color:${colors.text};`, attached) : html``);
  return row(
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${brand}" style="background:${brand};border-radius:6px;"><a href="${link.address}" style="display:inline-block;padding:12px 26px;font-size:16px;line-height:22px;font-weight:bold;color:${onBrand};text-decoration:none;">${link.open}</a></td></tr></table>
${line('muted', small, link.ends)}${attached && line('muted', small, attached)}`,
    '16px 24px',
  );
}

function notes({ notes: told }: MailContent, { labels, colors }: ReportView): Markup | null {
  if (told.length === 0) return null;
  const small = `font-size:13px;line-height:19px;color:${colors.muted};`;
  return row(
    html`<h2 class="ink" style="margin:4px 0;font-size:14px;line-height:20px;color:${colors.text};">${labels.notes}</h2>
${told.map((note) => line('muted', `${small}padding-bottom:4px;`, note))}`,
  );
}

function foot({ footer }: MailContent, { unsubscribe }: MailWords, { colors }: ReportView): Markup | null {
  if (!footer && !unsubscribe) return null;
  const small = `font-size:12px;line-height:18px;color:${colors.muted};`;
  return row(
    html`${footer && line('muted', small, footer)}${unsubscribe && line('muted', small, html`<a class="muted" href="${unsubscribe.address}" style="color:${colors.muted};text-decoration:underline;">${unsubscribe.text}</a>`)}`,
    '16px 24px 28px',
  );
}
