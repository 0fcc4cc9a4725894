import { typeScale } from '../design.ts';
import { type Markup, xml } from '../markup.ts';
import type { ReportView } from '../report-view.ts';
import { cellWidth, columnWidths, headWidth, paperFrames, tableHeads } from '../table-columns.ts';
import type { CellView, ColumnView, TableView } from '../table-view.ts';
import { lineCount } from '../wrapped-text.ts';
import { fixedTable, tableCell, tableRow } from './grid.ts';
import type { Block, TableBlocks } from './pages.ts';
import { lineHeights } from './styles.ts';
import { directionOf, gap, type RunFormat, run } from './text.ts';
import { textWidth, twips } from './units.ts';

const frame = paperFrames.word;
/** The most rows that stay on one page together. */
const shortTable = 12;
/** Below a table, in points. */
const gapHeight = 8;
/** Above and below the text of a row, with its line. */
const rowFrame = 5.6;
/** Shorter bars would be specks. In twips. */
const shortestBar = 20;

/** They stay on the line of their change: the space does not break. */
export const arrows = { up: '▲\u00a0', down: '▼\u00a0', flat: '', none: '' } as const;

/** A table over the width of the text, whose head repeats on every page. The texts of its sides stand at the margins. */
export function dataTable(table: TableView, view: ReportView): TableBlocks {
  const points = columnWidths(table, textWidth + frame.besideText, frame);
  const widths = points.map(twips);
  const { muted } = view.colors;
  const head = tableHeads(table, points, frame).map((text) => ({ text }));
  const body: { readonly cells: readonly CellView[]; readonly format: RunFormat }[] = [
    ...table.rows.map((cells) => ({ cells, format: {} })),
    ...(table.rest ? [{ cells: table.rest, format: { color: muted } }] : []),
    ...(table.total ? [{ cells: table.total, format: { bold: true } }] : []),
  ];
  const short = table.rows.length <= shortTable;
  const headHeight = rowHeight(head, 'bold');
  return {
    rows: [
      {
        height: headHeight,
        kept: body.length > 0,
        write: (newPage) =>
          row(head, { bold: true, color: muted, keepNext: true, newPage }, 'bottom', xml`<w:tblHeader/>`),
      },
      ...body.map(({ cells, format }, index): Block => {
        const last = index === body.length - 1;
        // The rows of a short table stay on one page; of any other the first two do, and the last two.
        const kept = !last && (short || index === 0 || index === body.length - 2);
        return {
          height: rowHeight(cells, format.bold ? 'bold' : 'regular') + (last ? gapHeight : 0),
          kept,
          repeated: headHeight,
          write: (newPage) => row(cells, { ...format, keepNext: kept, newPage }, 'center'),
        };
      }),
    ],
    wrap: (rows) => {
      const format = {
        style: xml`<w:tblStyle w:val="ReportTable"/>`,
        indent: xml`<w:tblInd w:w="${-twips(frame.besideText / 2)}" w:type="dxa"/>`,
        look: xml`<w:tblLook w:firstRow="1" w:lastRow="${table.total ? 1 : 0}" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`,
      };
      return xml`${fixedTable(widths, rows, view.direction, format)}${gap}`;
    },
  };

  function row(
    cells: readonly CellView[],
    format: CellFormat,
    align: 'center' | 'bottom',
    properties: Markup | null = null,
  ): Markup {
    const shown = table.columns.map(({ kind }, index) => {
      const width = widths[index] ?? 0;
      const cell = cells[index] ?? { text: '' };
      // One cell of a row begins the page for all of it.
      const newPage = format.newPage && index === 0;
      const content =
        cell.bar === undefined ? textCell(cell, kind, { ...format, newPage }, view) : barCell(cell.bar, width, view);
      return tableCell(width, content, xml`<w:vAlign w:val="${align}"/>`);
    });
    return tableRow(shown, properties);
  }

  function rowHeight(cells: readonly CellView[], weight: 'regular' | 'bold'): number {
    const lines = cells.map((cell, index) => {
      const width = points[index] ?? 0;
      const wanted = cells === head ? headWidth(cell.text, frame) : cellWidth(cell, frame, weight);
      if (wanted <= width + 0.01) return 1;
      return lineCount(cell.text, typeScale.small, width - frame.besideText - (cell.change ? frame.mark : 0), weight);
    });
    return Math.max(1, ...lines) * lineHeights.table + rowFrame;
  }
}

type CellFormat = RunFormat & { readonly keepNext: boolean; readonly newPage: boolean };

/** Labels begin where the column does and figures end where it does, whichever way their own text runs. */
function textCell(
  { text, change }: CellView,
  kind: ColumnView['kind'],
  { keepNext, newPage, ...format }: CellFormat,
  view: ReportView,
): Markup {
  const direction = directionOf(text, view.direction);
  const atColumnEnd = kind !== 'label';
  const atOwnEnd = direction === view.direction ? atColumnEnd : !atColumnEnd;
  const kept = [keepNext ? xml`<w:keepNext/>` : null, newPage ? xml`<w:pageBreakBefore/>` : null];
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
