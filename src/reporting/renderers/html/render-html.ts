import type { CommentedDocument } from '../../documents/comments.ts';
import { drawLogo, type Logo } from '../logo/logo.ts';
import { drawCover, drawSectionPictures, type Picture, type SectionPicture } from '../logo/picture.ts';
import { html, type Markup } from '../text/markup.ts';
import { picturesOf, type ReportView, reportView, withPicturesLeftOut } from '../view/report-view.ts';
import { scriptName, stylesheetName } from './assets.ts';
import { downloadLinks, type ViewerDownload, type ViewerFigures } from './downloads.ts';
import { colophon, masthead } from './masthead.ts';
import { type Pictures, reportSection, sectionId, titledSection } from './section-markup.ts';
import { dataTable } from './table-markup.ts';
import { themeStyle } from './theme.ts';

/** What the page needs to know about where it is served from. */
export interface ViewerPage {
  /** The files of the same report. */
  readonly downloads: readonly ViewerDownload[];
  /** Its figures; none if absent. */
  readonly figures?: readonly ViewerFigures[];
  /** A mark between the head of the page and its report, in place of which whoever sends the page puts something; none if absent. */
  readonly bar?: string;
  /** The URL, without a trailing slash, under which `viewerAssets` are served by name. */
  readonly assets: string;
  /** The nonce in the Content-Security-Policy of this answer; never reused. */
  readonly nonce: string;
}

/** Those of sections, in their order. */
type DrawPictures = (pictures: readonly SectionPicture[]) => readonly (Picture | undefined)[];

/** The pictures of brands. */
export interface DrawBrand {
  readonly logo: (uri: string | null) => Logo | undefined;
  readonly cover: (uri: string) => Picture | undefined;
}

/** The report as one HTML page, with its logo and pictures as `draw` and `drawAll` give them. Throws RangeError for a locale, time zone or currency that Intl does not know. */
export function renderHtml(
  document: CommentedDocument,
  page: ViewerPage,
  draw: DrawBrand = { logo: drawLogo, cover: drawCover },
  drawAll: DrawPictures = drawSectionPictures,
): string {
  const bare = reportView(document, 'web');
  const { labels, direction } = bare;
  const { title, locale, brand } = bare.document;
  const cover = brand.cover_picture === undefined ? undefined : draw.cover(brand.cover_picture);
  const drawnBrand = { logo: draw.logo(brand.logo), cover };
  const pictures = drawnPictures(bare, drawAll);
  const view = withPicturesLeftOut(bare, ({ as, uri }) =>
    Boolean(as === 'picture' ? pictures.get(uri) : drawnBrand[as]),
  );
  const sections = pageSections(view, pictures);
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
${themeStyle(brand, page.assets, page.nonce)}
<script src="${page.assets}/${scriptName}"></script>
</head>
<body>
<a class="skip" href="#report">${labels.skip}</a>
${masthead(view, downloadLinks(page.downloads, page.figures ?? [], view), drawnBrand)}
${page.bar}<div class="page">
${contents(sections, view)}
<main id="report" tabindex="-1">
${sections.map(({ markup }) => markup)}
</main>
</div>
${colophon(view)}</body>
</html>
`.text;
}

function drawnPictures(view: ReportView, drawAll: DrawPictures): Pictures {
  const shown = picturesOf(view);
  const drawn = drawAll(shown);
  return new Map(shown.map(({ uri }, index) => [uri, drawn[index]]));
}

interface PageSection {
  readonly id: string;
  readonly title: string | null;
  readonly level: 1 | 2;
  readonly markup: Markup;
}

function pageSections(view: ReportView, pictures: Pictures): PageSection[] {
  const { labels, sources, warnings } = view;
  const closing = (id: string, title: string, content: Markup) => ({
    id,
    title,
    level: 1 as const,
    markup: titledSection(id, title, content),
  });
  return [
    ...view.sections.flatMap((section, index) => {
      // A screen has no pages.
      if (section.type === 'page_break') return [];
      const id = sectionId(index);
      return [{ id, title: section.title, level: section.level, markup: reportSection(section, id, view, pictures) }];
    }),
    ...(sources
      ? [
          closing(
            'sources',
            labels.dataSources,
            html`<p class="source">${view.timeZone}</p>\n${dataTable(sources, labels.dataSources, labels)}`,
          ),
        ]
      : []),
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
  const links = html`<ol>${sections.map(({ id, title, level }) => title !== null && html`<li${level === 2 && html` class="below"`}><a href="#${id}"><bdi>${title}</bdi></a></li>\n`)}</ol>`;
  return html`<nav class="contents aside" aria-label="${labels.contents}"><p>${labels.contents}</p>${links}</nav>
<nav class="contents folded" aria-label="${labels.contents}"><details><summary>${labels.contents}</summary>${links}</details></nav>`;
}
