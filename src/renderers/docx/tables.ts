import { textWidth as measured } from '../charts/axis.ts';
import { typeScale } from '../design.ts';
import type { ReportView } from '../report-view.ts';
import type { CellView, ColumnView, TableView } from '../table-view.ts';
import { type Xml, xml } from './markup.ts';
import { directionOf, type RunFormat, run } from './text.ts';
import { textWidth, twips } from './units.ts';

/** What lies beside the text of a cell, in points. */
const cellMargins = 8;
const barColumn = 57;
const smallestLabel = 90;
const smallestFigure = 48;
/** Shorter bars would be specks. In twips. */
const shortestBar = 20;

export const arrows = { up: '▲ ', down: '▼ ', flat: '', none: '' } as const;

/** A table over the width of the text, whose head repeats on every page. */
export function dataTable(table: TableView, view: ReportView): Xml {
  const widths = columnWidths(table).map(twips);
  const { muted } = view.colors;
  const head = table.columns.map(({ header }) => ({ text: header }));
  const rows = [
    tableRow(head, { bold: true, color: muted }, xml`<w:cantSplit/><w:tblHeader/>`),
    ...table.rows.map((cells) => tableRow(cells, {})),
    table.rest && tableRow(table.rest, { color: muted }),
    table.total && tableRow(table.total, { bold: true }),
  ];
  const look = xml`<w:tblLook w:val="04A0" w:firstRow="1" w:lastRow="${table.total ? 1 : 0}" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`;
  return xml`<w:tbl><w:tblPr><w:tblStyle w:val="ReportTable"/>${mirrored(view)}<w:tblW w:w="${sum(widths)}" w:type="dxa"/><w:tblLayout w:type="fixed"/>${look}</w:tblPr>${grid(widths)}${rows}</w:tbl>`;

  function tableRow(cells: readonly CellView[], format: RunFormat, properties = xml`<w:cantSplit/>`): Xml {
    const shown = table.columns.map(({ kind }, index) => {
      const width = widths[index] ?? 0;
      const cell = cells[index] ?? { text: '' };
      const content = cell.bar === undefined ? textCell(cell, kind, format, view) : barCell(cell.bar, width, view);
      return xml`<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/><w:vAlign w:val="center"/></w:tcPr>${content}</w:tc>`;
    });
    return xml`<w:tr><w:trPr>${properties}</w:trPr>${shown}</w:tr>`;
  }
}

/** The columns of a table run from right to left in a document that does. */
export function mirrored({ direction }: ReportView): Xml | null {
  return direction === 'rtl' ? xml`<w:bidiVisual/>` : null;
}

/** `w:tblGrid` of columns in twips. */
export function grid(widths: readonly number[]): Xml {
  return xml`<w:tblGrid>${widths.map((width) => xml`<w:gridCol w:w="${width}"/>`)}</w:tblGrid>`;
}

export function sum(widths: readonly number[]): number {
  return widths.reduce((all, width) => all + width, 0);
}

/** Labels begin where the column does and figures end where it does, whichever way their own text runs. */
function textCell({ text, change }: CellView, kind: ColumnView['kind'], format: RunFormat, view: ReportView): Xml {
  const direction = directionOf(text, view.direction);
  const atColumnEnd = kind !== 'label';
  const atOwnEnd = direction === view.direction ? atColumnEnd : !atColumnEnd;
  const bidi = direction === 'rtl' ? xml`<w:bidi/>` : null;
  const aligned = atOwnEnd ? xml`<w:jc w:val="right"/>` : null;
  const content = change
    ? run(arrows[change.direction] + text, direction, { ...format, color: view.colors[signals[change.sentiment]] })
    : run(text, direction, format);
  return xml`<w:p><w:pPr><w:pStyle w:val="TableText"/>${bidi}${aligned}</w:pPr>${content}</w:p>`;
}

export const signals = { good: 'good', bad: 'bad', neutral: 'muted' } as const;

/** A bar is the shading of an empty paragraph that ends where the bar does: no picture to draw, nothing to read out. */
function barCell(part: number, width: number, view: ReportView): Xml {
  const room = width - twips(cellMargins);
  const length = Math.round(part * room);
  if (length < shortestBar) return xml`<w:p><w:pPr><w:pStyle w:val="TableText"/></w:pPr></w:p>`;
  const bidi = view.direction === 'rtl' ? xml`<w:bidi/>` : null;
  return xml`<w:p><w:pPr><w:pStyle w:val="Bar"/>${bidi}<w:ind w:right="${room - length}"/></w:pPr></w:p>`;
}

/** The widths of the columns in points: figures have what they need, labels share the rest. */
function columnWidths(table: TableView): number[] {
  const lines = [...table.rows, table.rest ?? [], table.total ?? []];
  const least = table.columns.map(({ header, kind }, index) => {
    if (kind === 'label') return 0;
    if (kind === 'bar') return barColumn;
    return leastWidth(
      header,
      lines.map((cells) => cells[index]?.text ?? ''),
      kind,
    );
  });
  const labels = table.columns.filter(({ kind }) => kind === 'label').length;
  const fixed = sum(least);
  const room = Math.max(smallestLabel * labels, textWidth - fixed);
  const scale = textWidth / (room + fixed);
  return table.columns.map(({ kind }, index) => scale * (kind === 'label' ? room / labels : (least[index] ?? 0)));
}

/** Wide enough that no figure breaks in its middle; texts of several words may break between them. */
function leastWidth(header: string, texts: readonly string[], kind: ColumnView['kind']): number {
  const whole = kind === 'change' ? texts.map((text) => arrows.up + text) : texts.flatMap((text) => text.split(' '));
  const longest = [...header.split(' '), ...whole].reduce(
    (most, piece) => Math.max(most, measured(piece, typeScale.small)),
    0,
  );
  return Math.max(smallestFigure, longest + cellMargins);
}
