import type { ReportDocument } from '../../documents/model.ts';
import { drawLogo } from '../logo/logo.ts';
import { html, type Markup } from '../text/markup.ts';
import { type ReportView, reportView } from '../view/report-view.ts';
import { scriptName, stylesheetName } from './assets.ts';
import { downloadLinks, type ViewerDownload } from './downloads.ts';
import { masthead } from './masthead.ts';
import { reportSection, sectionId, titledSection } from './section-markup.ts';
import { dataTable } from './table-markup.ts';
import { themeStyle } from './theme.ts';

/** What the page needs to know about where it is served from. */
export interface ViewerPage {
  /** The files of the same report. */
  readonly downloads: readonly ViewerDownload[];
  /** The URL, without a trailing slash, under which `viewerAssets` are served by name. */
  readonly assets: string;
  /** The nonce in the Content-Security-Policy of this answer; never reused. */
  readonly nonce: string;
}

/** The Content-Security-Policy that the page is made for: nothing from other hosts, no inline script, one inline style. */
export function viewerPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The report as one HTML page, with its logo as `draw` gives it. Throws RangeError for a locale, time zone or currency that Intl does not know. */
export function renderHtml(document: ReportDocument, page: ViewerPage, draw = drawLogo): string {
  const view = reportView(document);
  const sections = pageSections(view);
  const { labels, direction } = view;
  const { title, locale, brand } = view.document;
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title} · ${view.client ?? view.document.project_name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${page.assets}/${stylesheetName}">
${themeStyle(brand.accent_color, page.nonce)}
<script src="${page.assets}/${scriptName}"></script>
</head>
<body>
<a class="skip" href="#report">${labels.skip}</a>
${masthead(view, downloadLinks(page.downloads, view), draw(brand.logo))}
<div class="page">
${contents(sections, view)}
<main id="report" tabindex="-1">
${sections.map(({ markup }) => markup)}
</main>
</div>
</body>
</html>
`.text;
}

interface PageSection {
  readonly id: string;
  readonly title: string | null;
  readonly markup: Markup;
}

function pageSections(view: ReportView): PageSection[] {
  const { labels, sources, warnings } = view;
  const closing = (id: string, title: string, content: Markup) => ({
    id,
    title,
    markup: titledSection(id, title, content),
  });
  return [
    ...view.sections.map((section, index) => {
      const id = sectionId(index);
      return { id, title: section.title, markup: reportSection(section, id, view) };
    }),
    ...(sources ? [closing('sources', labels.dataSources, dataTable(sources, labels.dataSources, labels))] : []),
    ...(warnings.length > 0 ? [closing('notes', labels.notes, notes(warnings))] : []),
  ];
}

function notes(warnings: readonly string[]): Markup {
  return html`<ul class="notes">\n${warnings.map((text) => html`<li><bdi>${text}</bdi></li>\n`)}</ul>\n`;
}

/**
 * Links to the sections: next to the report on wide screens, folded above it on narrow ones. The stylesheet shows one
 * of the two.
 */
function contents(sections: readonly PageSection[], { labels }: ReportView): Markup {
  const links = html`<ol>${sections.map(({ id, title }) => title !== null && html`<li><a href="#${id}"><bdi>${title}</bdi></a></li>\n`)}</ol>`;
  return html`<nav class="contents aside" aria-label="${labels.contents}"><p>${labels.contents}</p>${links}</nav>
<nav class="contents folded" aria-label="${labels.contents}"><details><summary>${labels.contents}</summary>${links}</details></nav>`;
}
