import type { ReportDocument } from '../../documents/model.ts';
import type { RenderFormat } from '../artifact.ts';
import { reportView } from '../report-view.ts';
import { scriptName, stylesheetName } from './assets.ts';
import { html } from './markup.ts';

/** What the page needs to know of the place it is served from. */
export interface ViewerPage {
  /** The files of the same report. */
  readonly downloads: readonly ViewerDownload[];
  /** The URL, without a slash at its end, under which `viewerAssets` are served by name. */
  readonly assets: string;
  /** The nonce of the policy that the page is sent with; a new one for each answer. */
  readonly nonce: string;
}

export interface ViewerDownload {
  readonly format: RenderFormat;
  readonly href: string;
  readonly sizeBytes: number;
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

/** The report as one HTML page. Throws RangeError for a locale, time zone or currency that Intl does not know. */
export function renderHtml(document: ReportDocument, page: ViewerPage): string {
  const view = reportView(document);
  const { text } = html`<!doctype html>
<html lang="${view.document.locale}" dir="${view.direction}">
<head>
<meta charset="utf-8">
<title>${view.document.title}</title>
<link rel="stylesheet" href="${page.assets}/${stylesheetName}">
<script src="${page.assets}/${scriptName}"></script>
<style nonce="${page.nonce}">:root { --accent: ${view.colors.accent}; }</style>
</head>
<body><main><h1>${view.document.title}</h1></main></body>
</html>
`;
  return text;
}
