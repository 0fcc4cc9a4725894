import type { ReportView } from '../report-view.ts';
import { type Xml, xml } from './markup.ts';
import { namespaces } from './namespaces.ts';
import { directionOf, field, paragraphOf, run } from './text.ts';
import { page, twips } from './units.ts';

const longestTitle = 70;
const longestClient = 50;

/** The header of all pages but the cover: the title, and for whom the report is. */
export function headerPart({ document, client, direction }: ReportView): Xml {
  const title = clipped(document.title, longestTitle);
  const head = [run(title, direction), run(`\t${clipped(client ?? document.project_name, longestClient)}`, direction)];
  return xml`<w:hdr ${namespaces}>${paragraphOf(head, direction, { style: 'Header' })}</w:hdr>`;
}

/** The footer of all pages but the cover: the page's number of how many. */
export function footerPart({ labels, direction }: ReportView): Xml {
  const [before = '', between = '', after = ''] = labels.page('\0', '\0').split('\0');
  const own = directionOf(labels.page('', ''), direction);
  const runs = [run(before, own), field('PAGE', own), run(between, own), field('NUMPAGES', own), run(after, own)];
  const atEnd = own === direction;
  return xml`<w:ftr ${namespaces}>${paragraphOf(runs, own, { style: 'Footer', atEnd })}</w:ftr>`;
}

/** The end of a section of pages, with the ids of its header and footer. */
export function pageSetup(
  { direction }: ReportView,
  frame: { readonly header: string; readonly footer: string } | null,
): Xml {
  const references = frame
    ? xml`<w:headerReference w:type="default" r:id="${frame.header}"/><w:footerReference w:type="default" r:id="${frame.footer}"/>`
    : null;
  const [width, height, side, top, bottom] = [page.width, page.height, page.side, page.top, page.bottom].map(twips);
  const margins = xml`<w:pgMar w:top="${top ?? 0}" w:right="${side ?? 0}" w:bottom="${bottom ?? 0}" w:left="${side ?? 0}" w:header="${twips(page.header)}" w:footer="${twips(page.footer)}" w:gutter="0"/>`;
  const bidi = direction === 'rtl' ? xml`<w:bidi/>` : null;
  return xml`<w:sectPr>${references}<w:pgSz w:w="${width ?? 0}" w:h="${height ?? 0}"/>${margins}${bidi}</w:sectPr>`;
}

function clipped(text: string, length: number): string {
  const characters = Array.from(text.slice(0, length * 4));
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
