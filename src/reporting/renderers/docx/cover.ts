import { layoutSparkLine } from '../charts/line-chart.ts';
import { silhouetteSvg } from '../charts/svg.ts';
import { cover, page, spacing, textSpan, typeScale } from '../design.ts';
import { directionOf } from '../office/text-runs.ts';
import { twips } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { MakerView } from '../view/brand-view.ts';
import { type CoverTexts, coverTexts } from '../view/cover-texts.ts';
import type { ReportView } from '../view/report-view.ts';
import { cellMargins, fixedTable, tableCell, tableRow } from './grid.ts';
import type { Making } from './making.ts';
import { distances, exactly } from './styles.ts';
import { gap, pageSided, paragraphOf, shading } from './text.ts';

const strokeLength = 45;
/** The distance between two lines of the title, in type sizes. */
const titleLine = 1.26;

/** The cover: lead, title and period on a full-width panel in the brand's colour; facts, logo and maker below. */
export function coverBlocks(making: Making): Markup[] {
  const texts = coverTexts(making.view);
  return [panel(making), heading(making, texts), gap, below(making, texts)];
}

/** The panel, with a picture in its upper part or the report's silhouette along its bottom edge, all behind the text. */
function panel({ view, pictures, cover: picture }: Making): Markup {
  const { brand, onBrand } = view.colors;
  // A single colour can be stretched to any size.
  const square = { width: 4, height: 4, background: brand };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path fill="${brand}" d="M0 0h4v4H0z"/></svg>`;
  const surface = pictures.behind({ ...square, svg }, 0, { width: page.width, height: cover.panel });
  if (picture) return paragraphOf([surface, pictures.pictureBehind('cover', picture)], 'ltr', { style: 'Gap' });
  const course = view.silhouette && layoutSparkLine(view.silhouette, page.width, cover.silhouette);
  const pattern = course && { ...course, svg: silhouetteSvg(course, onBrand), background: brand };
  const behind = pattern && pictures.behind(pattern, cover.panel - cover.silhouette, pattern);
  return paragraphOf([surface, behind], 'ltr', { style: 'Gap' });
}

/** Lead, title and period. Their cell has the panel's colour too, for programs that do not draw what is behind the text. */
function heading({ view, cover: picture }: Making, { lead, title: name, titleSize: size, period }: CoverTexts): Markup {
  const { direction, colors } = view;
  const color = colors.onBrand;
  const line = (text: string) => pageSided(text, direction, { style: 'Client' }, { color, size: typeScale.lead });
  const properties = distances(0, spacing.wide, exactly(size * titleLine));
  const title = pageSided(name, direction, { style: 'Title', properties }, { color, size });
  const stroke = xml`<w:p><w:pPr><w:pStyle w:val="Bar"/>${shading(color)}${direction === 'rtl' ? xml`<w:bidi/>` : null}<w:spacing w:after="${twips(spacing.wide)}"/><w:ind w:right="${twips(textSpan - strokeLength)}"/></w:pPr></w:p>`;
  const width = twips(textSpan);
  const texts = tableCell(
    width,
    [stroke, lead === null ? null : line(lead), title, line(period)],
    xml`${shading(colors.brand)}<w:vAlign w:val="bottom"/>`,
  );
  const empty = tableCell(width, gap);
  const end = picture ? cover.belowTexts : cover.silhouette + spacing.wide;
  const above = picture ? cover.picture - page.top + spacing.base : 0;
  const middle = cover.panel - page.top - above - end;
  const rows = [...(picture ? [row(empty, above)] : []), row(texts, middle), row(empty, end)];
  return fixedTable([width], rows, direction, { cellMargins: cellMargins(0, 0) });
}

function row(cell: Markup, height: number): Markup {
  return tableRow(cell, xml`<w:trHeight w:val="${twips(height)}" w:hRule="exact"/>`);
}

/** Facts about the report in two columns, with the logo and the maker next to them. */
function below({ view, logo, pictures }: Making, { facts, maker }: CoverTexts): Markup {
  const { direction, brand } = view;
  const isAlone = !logo && !maker;
  const column = (isAlone ? textSpan : textSpan - cover.side) / 2;
  const cells = [0, 1].map((side) => {
    const own = facts.filter((_, index) => index % 2 === side).flatMap((fact) => factText(fact, view));
    return tableCell(twips(column), own.length > 0 ? own : gap);
  });
  if (isAlone) return table([column, column], cells);
  const picture = logo && pictures.logo(logo, cover.logo, brand.logoAlternative);
  const side = [
    picture ? paragraphOf(picture, direction, { style: 'Picture', properties: distances(0, spacing.base) }) : null,
    maker ? makerText(maker, view) : null,
  ];
  return table([column, column, cover.side], [...cells, tableCell(twips(cover.side), side)]);

  function table(widths: readonly number[], content: readonly Markup[]): Markup {
    return fixedTable(widths.map(twips), [tableRow(content)], direction, { cellMargins: cellMargins(0, 0) });
  }
}

function factText({ label, value }: ReportView['facts'][number], { direction, colors }: ReportView): Markup[] {
  const behind = directionOf(value, direction) === direction ? 'right' : 'left';
  const properties = xml`${distances(0, spacing.base)}<w:ind w:${behind}="${twips(spacing.base)}"/>`;
  return [
    pageSided(label, direction, { style: 'Card' }, { size: typeScale.small, color: colors.muted }),
    pageSided(value, direction, { properties }),
  ];
}

function makerText({ label, name, contact }: MakerView, { direction, colors }: ReportView): Markup[] {
  const tight = { style: 'Card', properties: distances(0, 0, exactly(typeScale.small * 1.3)) };
  return [
    pageSided(label, direction, { style: 'Card' }, { size: typeScale.small, color: colors.muted }),
    ...(name === null ? [] : [pageSided(name, direction, { properties: distances(0, spacing.tight) }, { bold: true })]),
    ...contact.map((line) => pageSided(line, direction, tight, { size: typeScale.small })),
  ];
}
