import { layoutSparkLine } from '../charts/line-chart.ts';
import { silhouetteSvg } from '../charts/svg.ts';
import { spacing, typeScale } from '../design.ts';
import type { ReportView } from '../report-view.ts';
import type { Making } from './making.ts';
import { type Xml, xml } from './markup.ts';
import { grid, mirrored, sum } from './tables.ts';
import { gap, hex, paragraph, paragraphOf } from './text.ts';
import { page, textWidth, twips } from './units.ts';

const panelHeight = 556;
const silhouetteHeight = 150;
const logoBounds = { width: 136, height: 74 };

/** The cover: client and title on a panel in the brand's colour over the width of the page, facts and logo below. */
export function coverBlocks(making: Making): Xml[] {
  return [panel(making), gap, facts(making)];
}

function panel(making: Making): Xml {
  const { view } = making;
  const { document, client, direction, colors } = view;
  const { short, medium, long } = typeScale.title;
  const length = document.title.length;
  const size = length <= 40 ? short : length <= 90 ? medium : long;
  const color = colors.onBrand;
  const named = client === null ? null : paragraph(client, direction, {}, { color, size: typeScale.lead });
  const title = paragraph(document.title, direction, { style: 'Title' }, { color, size });
  const margins = xml`<w:tcMar><w:left w:w="${twips(page.side)}" w:type="dxa"/><w:bottom w:w="${twips(spacing.section * 2)}" w:type="dxa"/><w:right w:w="${twips(page.side)}" w:type="dxa"/></w:tcMar>`;
  const width = twips(page.width);
  // A table that stands on the page itself leaves the section its margins, so that printers have nothing to ask.
  const place = xml`<w:tblpPr w:vertAnchor="page" w:horzAnchor="page" w:tblpX="1" w:tblpY="1"/>`;
  return xml`<w:tbl><w:tblPr>${place}${mirrored(view)}<w:tblW w:w="${width}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr>${grid([width])}${row(
    panelHeight - silhouetteHeight,
    margins,
    [named, title],
  )}${row(silhouetteHeight, null, silhouette(making))}</w:tbl>`;

  function row(height: number, inside: Xml | null, content: readonly (Xml | null)[] | Xml): Xml {
    const fill = xml`<w:shd w:val="clear" w:color="auto" w:fill="${hex(colors.brand)}"/>`;
    return xml`<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${twips(height)}" w:hRule="exact"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${fill}${inside}<w:vAlign w:val="bottom"/></w:tcPr>${content}</w:tc></w:tr>`;
  }
}

/** The first series of the report as a faint pattern along the foot of the panel. */
function silhouette({ view, pictures }: Making): Xml {
  const series = view.sections.find((section) => section.type === 'timeseries' && !section.empty);
  if (series?.type !== 'timeseries') return gap;
  const values = series.data.current.map(({ value }) => value);
  const course = layoutSparkLine(values, page.width, silhouetteHeight);
  const svg = silhouetteSvg(course, view.colors.onBrand);
  return paragraphOf(pictures.drawing({ ...course, svg, background: view.colors.brand }, null), 'ltr', {
    style: 'Gap',
  });
}

/** What the report says of itself, two facts a row, with the logo beside them. */
function facts({ view, pictures }: Making): Xml {
  const { direction, colors, logo, labels } = view;
  const pairs = Array.from({ length: Math.ceil(view.facts.length / 2) }, (_, row) =>
    view.facts.slice(row * 2, row * 2 + 2),
  );
  const widths = logo
    ? [0.36, 0.36, 0.28].map((part) => twips(part * textWidth))
    : [0.5, 0.5].map((part) => twips(part * textWidth));
  const picture = logo && pictures.logo(logo, logoBounds, labels.logo(view.client ?? view.document.project_name));
  const rows = pairs.map((pair, index) => {
    const cells = [0, 1].map((column) => cell(widths[column] ?? 0, null, factText(pair[column])));
    const merge = index === 0 ? xml`<w:vMerge w:val="restart"/>` : xml`<w:vMerge/>`;
    const side =
      picture && cell(widths[2] ?? 0, merge, paragraphOf(index === 0 ? picture : null, direction, { atEnd: true }));
    return xml`<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells}${side ?? null}</w:tr>`;
  });
  return xml`<w:tbl><w:tblPr>${mirrored(view)}<w:tblW w:w="${sum(widths)}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr>${grid(widths)}${rows}</w:tbl>`;

  function factText(fact: ReportView['facts'][number] | undefined): Xml[] | Xml {
    if (!fact) return gap;
    return [
      paragraph(fact.label, direction, { style: 'Card' }, { size: typeScale.small, color: colors.muted }),
      paragraph(fact.value, direction),
    ];
  }
}

function cell(width: number, merge: Xml | null, content: readonly Xml[] | Xml): Xml {
  return xml`<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${merge}</w:tcPr>${content}</w:tc>`;
}
