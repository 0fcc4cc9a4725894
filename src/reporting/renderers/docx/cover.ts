import { layoutSparkLine } from '../charts/line-chart.ts';
import { silhouetteSvg } from '../charts/svg.ts';
import { page, spacing, textSpan, typeScale } from '../design.ts';
import { type Markup, xml } from '../text/markup.ts';
import { type CoverTexts, coverTexts } from '../view/cover-texts.ts';
import type { ReportView } from '../view/report-view.ts';
import { cellMargins, fixedTable, tableCell, tableRow } from './grid.ts';
import type { Making } from './making.ts';
import { distances, exactly } from './styles.ts';
import { directionOf, gap, pageSided, paragraphOf, shading } from './text.ts';
import { twips } from './units.ts';

const panelHeight = 556;
const silhouetteHeight = 150;
const strokeLength = 45;
/** The distance between two lines of the title, in type sizes. */
const titleLine = 1.26;
const logoBounds = { width: 136, height: 74 };

/** The cover: client and title on a full-width panel in the brand's colour, facts and logo below. */
export function coverBlocks(making: Making): Markup[] {
  const texts = coverTexts(making.view, textSpan);
  return [panel(making), heading(making.view, texts), gap, facts(making, texts)];
}

/** The panel, with the report's silhouette along its bottom edge, both behind the text. */
function panel({ view, pictures }: Making): Markup {
  const { brand, onBrand } = view.colors;
  // A single colour can be stretched to any size.
  const square = { width: 4, height: 4, background: brand };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path fill="${brand}" d="M0 0h4v4H0z"/></svg>`;
  const surface = pictures.behind({ ...square, svg }, 0, { width: page.width, height: panelHeight });
  const course = view.silhouette && layoutSparkLine(view.silhouette, page.width, silhouetteHeight);
  const pattern = course && { ...course, svg: silhouetteSvg(course, onBrand), background: brand };
  const behind = pattern && pictures.behind(pattern, panelHeight - silhouetteHeight, pattern);
  return paragraphOf([surface, behind], 'ltr', { style: 'Gap' });
}

/** Client and title. The cell has the panel's colour too, for programs that do not draw what is behind the text. */
function heading(view: ReportView, { client, title: name }: CoverTexts): Markup {
  const { direction, colors } = view;
  const size = typeScale.title[view.titleSize];
  const color = colors.onBrand;
  const named =
    client === null ? null : pageSided(client, direction, { style: 'Client' }, { color, size: typeScale.lead });
  const properties = distances(0, 0, exactly(size * titleLine));
  const title = pageSided(name, direction, { style: 'Title', properties }, { color, size });
  const stroke = xml`<w:p><w:pPr><w:pStyle w:val="Bar"/>${shading(color)}${direction === 'rtl' ? xml`<w:bidi/>` : null}<w:spacing w:after="${twips(spacing.wide)}"/><w:ind w:right="${twips(textSpan - strokeLength)}"/></w:pPr></w:p>`;
  const width = twips(textSpan);
  const heights = [panelHeight - silhouetteHeight - page.top - spacing.wide, silhouetteHeight + spacing.wide].map(
    (height) => xml`<w:trHeight w:val="${twips(height)}" w:hRule="exact"/>`,
  );
  const rows = [
    tableRow(
      tableCell(width, [stroke, named, title], xml`${shading(colors.brand)}<w:vAlign w:val="bottom"/>`),
      heights[0],
    ),
    tableRow(tableCell(width, gap), heights[1]),
  ];
  return fixedTable([width], rows, direction, { cellMargins: cellMargins(0, 0) });
}

/** Facts about the report, two a row, with the logo next to them. */
function facts({ view, logo, pictures }: Making, { facts: all }: CoverTexts): Markup {
  const { direction, colors, labels } = view;
  const pairs = Array.from({ length: Math.ceil(all.length / 2) }, (_, row) => all.slice(row * 2, row * 2 + 2));
  const widths = logo
    ? [0.36, 0.36, 0.28].map((part) => twips(part * textSpan))
    : [0.5, 0.5].map((part) => twips(part * textSpan));
  const picture = logo && pictures.logo(logo, logoBounds, labels.logo(view.client ?? view.document.project_name));
  const rows = pairs.map((pair, index) => {
    const cells = [0, 1].map((column) => tableCell(widths[column] ?? 0, factText(pair[column])));
    const merge = index === 0 ? xml`<w:vMerge w:val="restart"/>` : xml`<w:vMerge/>`;
    const content = paragraphOf(index === 0 ? (picture ?? null) : null, direction, { style: 'Picture', atEnd: true });
    return tableRow([cells, logo ? tableCell(widths[2] ?? 0, content, merge) : null]);
  });
  return fixedTable(widths, rows, direction, { cellMargins: cellMargins(0, 0) });

  function factText(fact: ReportView['facts'][number] | undefined): Markup[] {
    if (!fact) return [gap];
    const behind = directionOf(fact.value, direction) === direction ? 'right' : 'left';
    const properties = xml`<w:ind w:${behind}="${twips(spacing.base)}"/>`;
    return [
      pageSided(fact.label, direction, { style: 'Card' }, { size: typeScale.small, color: colors.muted }),
      pageSided(fact.value, direction, { properties }),
    ];
  }
}
