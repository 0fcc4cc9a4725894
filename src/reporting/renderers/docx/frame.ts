import { page } from '../design.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import { namespaces } from './namespaces.ts';
import { field, paragraphOf, run } from './text.ts';
import { twips } from './units.ts';

/** The header of all pages except the cover: the title, and who the report is for. */
export function headerPart({ runningHead: { title, client }, direction }: ReportView): Markup {
  const head = [run(title, direction), run(`\t${client}`, direction)];
  return xml`<w:hdr ${namespaces}>${paragraphOf(head, direction, { style: 'Header' })}</w:hdr>`;
}

/** The footer of all pages except the cover: the period, and the page number with the total. */
export function footerPart({ labels, direction, periods }: ReportView): Markup {
  const [before = '', between = '', after = ''] = labels.page('\0', '\0').split('\0');
  const text = (part: string) => run(part, direction);
  const number = [text(before), field('PAGE', direction), text(between), field('NUMPAGES', direction), text(after)];
  const runs = [text(periods.current), text('\t'), ...number];
  return xml`<w:ftr ${namespaces}>${paragraphOf(runs, direction, { style: 'Footer' })}</w:ftr>`;
}

/** The end of a section of pages, with the ids of its header and footer. */
export function pageSetup(
  { direction }: ReportView,
  frame: { readonly header: string; readonly footer: string } | null,
): Markup {
  const references = frame
    ? xml`<w:headerReference w:type="default" r:id="${frame.header}"/><w:footerReference w:type="default" r:id="${frame.footer}"/>`
    : null;
  const [width, height, side, top, bottom] = [page.width, page.height, page.side, page.top, page.bottom].map(twips);
  const margins = xml`<w:pgMar w:top="${top ?? 0}" w:right="${side ?? 0}" w:bottom="${bottom ?? 0}" w:left="${side ?? 0}" w:header="${twips(page.header)}" w:footer="${twips(page.footer)}" w:gutter="0"/>`;
  const bidi = direction === 'rtl' ? xml`<w:bidi/>` : null;
  return xml`<w:sectPr>${references}<w:pgSz w:w="${width ?? 0}" w:h="${height ?? 0}"/>${margins}${bidi}</w:sectPr>`;
}
