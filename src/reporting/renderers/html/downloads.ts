import { numberFormat } from '../../documents/format.ts';
import { type FigureFormat, figureTypes } from '../figures/formats.ts';
import { type ExportFormat, fileTypes } from '../formats.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';

/** The report's figures as a file that the page offers. */
export interface ViewerFigures {
  readonly format: FigureFormat;
  readonly href: string;
}

/** A file of the report that the page offers. */
export interface ViewerDownload {
  readonly format: ExportFormat;
  readonly href: string;
  /** Null for one that is made when somebody asks for it. */
  readonly sizeBytes: number | null;
}

export function downloadLinks(
  downloads: readonly ViewerDownload[],
  figures: readonly ViewerFigures[],
  { document, labels }: ReportView,
): Markup | null {
  if (downloads.length === 0 && figures.length === 0) return null;
  const link = (href: string, label: string, more: string | null, saved: Markup | null = null) =>
    html`<a href="${href}"${saved}>${label}${more && html` <small>${more}</small>`}</a>\n`;
  const links = [
    // Not to be saved whatever comes: where the file is not there any more, that is a page to be read.
    ...downloads.map(({ format, href, sizeBytes }) =>
      link(href, fileTypes[format].label, sizeBytes === null ? null : fileSize(sizeBytes, document.locale)),
    ),
    ...figures.map(({ format, href }) => link(href, labels.figures, figureTypes[format].label, html` download`)),
  ];
  return html`<nav class="downloads" aria-label="${labels.download}">${links}</nav>`;
}

/** A file size for people: `840 kB`, `1.2 MB`. */
function fileSize(bytes: number, locale: string): string {
  const [value, unit] = bytes < 999_500 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const options = { style: 'unit', unit, maximumSignificantDigits: 2 } as const;
  return numberFormat(locale, options).format(value);
}
