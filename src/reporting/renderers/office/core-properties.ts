import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';

/** `docProps/core.xml`, dated by the report. */
export function coreProperties({ document, client, createdAt }: ReportView): Markup {
  const time = createdAt.toISOString().replace(/\.\d+Z$/, 'Z');
  return xml`<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${document.title}</dc:title><dc:subject>${document.project_name}</dc:subject><dc:creator>${document.brand.name ?? client ?? document.project_name}</dc:creator><dc:language>${document.locale}</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`;
}
