import { textWidth as measured } from '../charts/text-width.ts';
import { typeScale } from '../design.ts';
import type { ReportView } from '../report-view.ts';
import type { CellView, ColumnView, TableView } from '../table-view.ts';
import { fixedTable, tableCell, tableRow } from './grid.ts';
import { type Xml, xml } from './markup.ts';
import { directionOf, type RunFormat, run } from './text.ts';
import { textWidth, twips } from './units.ts';

/** What lies beside the text of a cell, in points. */
const besideText = 8;
const barColumn = 57;
const smallestLabel = 90;
const smallestFigure = 40;
const longestUnbroken = 80;
/** Shorter bars would be specks. In twips. */
const shortestBar = 20;

/** They stay on the line of their change: the space does not break. */
export const arrows = { up: '▲\u00a0', down: '▼\u00a0', flat: '', none: '' } as const;

/** A table over the width of the text, whose head repeats on every page. */
export function dataTable(table: TableView, view: ReportView): Xml {
  const widths = columnWidths(table).map(twips);
  const { muted } = view.colors;
  const head = table.columns.map(({ header }) => ({ text: header }));
  const rows = [
    row(head, { bold: true, color: muted }, xml`<w:tblHeader/>`),
    ...table.rows.map((cells) => row(cells, {})),
    table.rest && row(table.rest, { color: muted }),
    table.total && row(table.total, { bold: true }),
  ];
  return fixedTable(widths, rows, view.direction, {
    style: xml`<w:tblStyle w:val="ReportTable"/>`,
    look: xml`<w:tblLook w:firstRow="1" w:lastRow="${table.total ? 1 : 0}" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`,
  });

  function row(cells: readonly CellView[], format: RunFormat, properties: Xml | null = null): Xml {
    const shown = table.columns.map(({ kind }, index) => {
      const width = widths[index] ?? 0;
      const cell = cells[index] ?? { text: '' };
      const content = cell.bar === undefined ? textCell(cell, kind, format, view) : barCell(cell.bar, width, view);
      return tableCell(width, content, centred);
    });
    return tableRow(shown, properties);
  }
}

const centred = xml`<w:vAlign w:val="center"/>`;

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
  const room = width - twips(besideText);
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
  const fixed = least.reduce((sum, width) => sum + width, 0);
  const room = Math.max(smallestLabel * labels, textWidth - fixed);
  const scale = textWidth / (room + fixed);
  return table.columns.map(({ kind }, index) => scale * (kind === 'label' ? room / labels : (least[index] ?? 0)));
}

/** Wide enough that no figure breaks in its middle; a long text of several words may break between them. */
function leastWidth(header: string, texts: readonly string[], kind: ColumnView['kind']): number {
  const whole = kind === 'change' ? texts.map((text) => arrows.up + text) : texts;
  const longest = widest(whole.flatMap((text) => text.split(' ')).concat(header.split(' ')));
  return Math.max(smallestFigure, longest, Math.min(widest(whole), longestUnbroken)) + besideText;
}

/** The width of the widest text, with some room for bold type and wider fonts. */
function widest(texts: readonly string[]): number {
  return 1.1 * texts.reduce((most, text) => Math.max(most, measured(text, typeScale.small)), 0);
}
