import { page, spacing, typeScale } from '../design.ts';
import { twips } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import { shortenedFooter } from '../view/cover-texts.ts';
import type { ReportView } from '../view/report-view.ts';
import { namespaces } from './namespaces.ts';
import { distances, exactly } from './styles.ts';
import { field, pageSided, paragraphOf, run } from './text.ts';

/** The header of all pages except the cover: the title, and who the report is for. */
export function headerPart({ runningHead: { title, client }, direction }: ReportView): Markup {
  const head = [run(title, direction), run(`\t${client}`, direction)];
  return xml`<w:hdr ${namespaces}>${paragraphOf(head, direction, { style: 'Header' })}</w:hdr>`;
}

/** The footer of all pages except the cover: the period, the page number with the total, and the brand's own text. */
export function footerPart(view: ReportView): Markup {
  const { labels, direction, periods } = view;
  const [before = '', between = '', after = ''] = labels.page('\0', '\0').split('\0');
  const text = (part: string) => run(part, direction);
  const number = [text(before), field('PAGE', direction), text(between), field('NUMPAGES', direction), text(after)];
  const runs = [text(periods.current), text('\t'), ...number];
  return xml`<w:ftr ${namespaces}>${paragraphOf(runs, direction, { style: 'Footer' })}${imprint(view)}</w:ftr>`;
}

/** The footer of the cover: the brand's own text alone. */
export function coverFooterPart(view: ReportView): Markup {
  return xml`<w:ftr ${namespaces}>${imprint(view)}</w:ftr>`;
}

function imprint({ brand: { footer }, direction }: ReportView): Markup | null {
  if (footer === null) return null;
  const properties = distances(spacing.hair, 0, exactly(typeScale.imprint * 1.25));
  return pageSided(shortenedFooter(footer), direction, { style: 'Footer', properties }, { size: typeScale.imprint });
}

/** The end of a section of pages, with the ids of its header and footer. */
export function pageSetup(
  { direction, brand }: ReportView,
  { header, footer }: { readonly header: string | null; readonly footer: string | null },
): Markup {
  const references = [
    header === null ? null : xml`<w:headerReference w:type="default" r:id="${header}"/>`,
    footer === null ? null : xml`<w:footerReference w:type="default" r:id="${footer}"/>`,
  ];
  // So that four lines stay within the margin.
  const footerEdge = brand.footer === null ? page.footer : page.footer - spacing.tight;
  const [width, height, side, top, bottom] = [page.width, page.height, page.side, page.top, page.bottom].map(twips);
  const margins = xml`<w:pgMar w:top="${top ?? 0}" w:right="${side ?? 0}" w:bottom="${bottom ?? 0}" w:left="${side ?? 0}" w:header="${twips(page.header)}" w:footer="${twips(footerEdge)}" w:gutter="0"/>`;
  const bidi = direction === 'rtl' ? xml`<w:bidi/>` : null;
  return xml`<w:sectPr>${references}<w:pgSz w:w="${width ?? 0}" w:h="${height ?? 0}"/>${margins}${bidi}</w:sectPr>`;
}
