import { numberFormat } from '../../documents/format.ts';
import { type ExportFormat, fileTypes } from '../formats.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';

/** A file of the report that the page offers. */
export interface ViewerDownload {
  readonly format: ExportFormat;
  readonly href: string;
  readonly sizeBytes: number;
}

export function downloadLinks(downloads: readonly ViewerDownload[], { document, labels }: ReportView): Markup | null {
  if (downloads.length === 0) return null;
  const links = downloads.map(
    ({ format, href, sizeBytes }) =>
      html`<a href="${href}" download>${fileTypes[format].label} <small>${fileSize(sizeBytes, document.locale)}</small></a>\n`,
  );
  return html`<nav class="downloads" aria-label="${labels.download}">${links}</nav>`;
}

/** A file size for people: `840 kB`, `1.2 MB`. */
function fileSize(bytes: number, locale: string): string {
  const [value, unit] = bytes < 999_500 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const options = { style: 'unit', unit, maximumSignificantDigits: 2 } as const;
  return numberFormat(locale, options).format(value);
}
