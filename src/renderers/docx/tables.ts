import { type Markup, xml } from '../markup.ts';
import type { ReportView } from '../report-view.ts';
import { type ColumnFrame, columnWidths } from '../table-columns.ts';
import type { CellView, ColumnView, TableView } from '../table-view.ts';
import { fixedTable, tableCell, tableRow } from './grid.ts';
import { directionOf, type RunFormat, run } from './text.ts';
import { textWidth, twips } from './units.ts';

const frame: ColumnFrame = { besideText: 8, mark: 12, bar: 57 };
/** The most rows that stay on one page together. */
const shortTable = 12;
/** Shorter bars would be specks. In twips. */
const shortestBar = 20;

/** They stay on the line of their change: the space does not break. */
export const arrows = { up: '▲\u00a0', down: '▼\u00a0', flat: '', none: '' } as const;

/** A table over the width of the text, whose head repeats on every page. */
export function dataTable(table: TableView, view: ReportView): Markup {
  const widths = columnWidths(table, textWidth, frame).map(twips);
  const { muted } = view.colors;
  const head = table.columns.map(({ header }) => ({ text: header }));
  const short = table.rows.length <= shortTable;
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

  /** The rows of a short table stay with those behind them, on one page. */
  function row(cells: readonly CellView[], format: RunFormat, properties: Markup | null = null): Markup {
    const keepNext = short && cells !== (table.total ?? table.rest ?? table.rows.at(-1));
    const shown = table.columns.map(({ kind }, index) => {
      const width = widths[index] ?? 0;
      const cell = cells[index] ?? { text: '' };
      const content =
        cell.bar === undefined ? textCell(cell, kind, { ...format, keepNext }, view) : barCell(cell.bar, width, view);
      return tableCell(width, content, centred);
    });
    return tableRow(shown, properties);
  }
}

const centred = xml`<w:vAlign w:val="center"/>`;

/** Labels begin where the column does and figures end where it does, whichever way their own text runs. */
function textCell(
  { text, change }: CellView,
  kind: ColumnView['kind'],
  { keepNext, ...format }: RunFormat & { readonly keepNext: boolean },
  view: ReportView,
): Markup {
  const direction = directionOf(text, view.direction);
  const atColumnEnd = kind !== 'label';
  const atOwnEnd = direction === view.direction ? atColumnEnd : !atColumnEnd;
  const kept = keepNext ? xml`<w:keepNext/>` : null;
  const bidi = direction === 'rtl' ? xml`<w:bidi/>` : null;
  const aligned = atOwnEnd ? xml`<w:jc w:val="right"/>` : null;
  const content = change
    ? run(arrows[change.direction] + text, direction, { ...format, color: view.colors[signals[change.sentiment]] })
    : run(text, direction, format);
  return xml`<w:p><w:pPr><w:pStyle w:val="TableText"/>${kept}${bidi}${aligned}</w:pPr>${content}</w:p>`;
}

export const signals = { good: 'good', bad: 'bad', neutral: 'muted' } as const;

/** A bar is the shading of an empty paragraph that ends where the bar does: no picture to draw, nothing to read out. */
function barCell(part: number, width: number, view: ReportView): Markup {
  const room = width - twips(frame.besideText);
  const length = Math.round(part * room);
  if (length < shortestBar) return xml`<w:p><w:pPr><w:pStyle w:val="TableText"/></w:pPr></w:p>`;
  const bidi = view.direction === 'rtl' ? xml`<w:bidi/>` : null;
  return xml`<w:p><w:pPr><w:pStyle w:val="Bar"/>${bidi}<w:ind w:right="${room - length}"/></w:pPr></w:p>`;
}
