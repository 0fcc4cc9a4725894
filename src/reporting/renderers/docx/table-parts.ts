import { arrows, signals, ticks } from '../change-marks.ts';
import { sliceColors } from '../charts/donut.ts';
import { textSpan, typeScale } from '../design.ts';
import { linesInOffice, wider } from '../office/measure.ts';
import { directionOf } from '../office/text-runs.ts';
import { twips } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import {
  cellWidth,
  columnsFit,
  columnWidths,
  headWidth,
  indentOf,
  isGroup,
  paperFrames,
  tableHeads,
} from '../view/table-columns.ts';
import type { CellView, ColumnView, TableView } from '../view/table-view.ts';
import { fixedTable, tableCell, tableRow } from './grid.ts';
import type { PageBlock, TableBlocks } from './pages.ts';
import { lineHeights, rowFrame } from './styles.ts';
import { gap, newPageGap, type RunFormat, run, shading } from './text.ts';

const frame = paperFrames.word;
/** From the usual type size down, in points: the first in which all figures have room. */
const sizes = [typeScale.small, 8, 7.5, 7];
/** Below a table, in points. */
const gapHeight = 8;
/** Of the strip below a bar that says to where it may still come, in twips. */
const thinnest = 40;
/** In twips; shorter bars would be specks. */
const shortestBar = 20;

/**
 * A table as wide as the text, with its head repeated on every page; on one page where it has at most `room` points.
 * The outer texts are flush with the margins.
 */
export function dataTable(table: TableView, view: ReportView, room: number): TableBlocks {
  const span = textSpan + frame.besideText;
  const measuredIn = (size: number) => ({ ...frame, letters: size * wider, widerBold: true });
  const size = sizes.find((each) => columnsFit(table, span, measuredIn(each))) ?? 7;
  const own = measuredIn(size);
  const smaller = size < typeScale.small ? { size } : {};
  const points = columnWidths(table, span, own);
  const widths = points.map(twips);
  const { muted } = view.colors;
  const head = tableHeads(table, points, own).map((text) => ({ text }));
  const body: { readonly cells: readonly CellView[]; readonly format: RunFormat }[] = [
    ...table.rows.map((cells) => ({ cells, format: formatOf(cells, muted) })),
    ...(table.rest ? [{ cells: table.rest, format: { color: muted } }] : []),
    ...(table.total ? [{ cells: table.total, format: { bold: true } }] : []),
  ];
  const foot = body.length > 5 ? 3 : 2;
  const headHeight = rowHeight(head, 'bold');
  const heights = body.map(({ cells, format }) => rowHeight(cells, format.bold ? 'bold' : 'regular'));
  const short = heights.reduce((sum, height) => sum + height, headHeight + gapHeight) <= room;
  return {
    rows: [
      {
        height: headHeight,
        kept: body.length > 0,
        write: headRow,
      },
      ...body.map(({ cells, format }, index): PageBlock => {
        const last = index === body.length - 1;
        // The rows of a short table stay on one page; in a longer one the first two stay together, and the last ones.
        const kept = !last && (short || index === 0 || index >= body.length - foot || isGroup(cells));
        return {
          height: (heights[index] ?? 0) + (last ? gapHeight : 0),
          kept,
          repeated: headHeight + gapHeight,
          write: (newPage, keepNext) => row(cells, { ...format, ...smaller, keepNext, newPage }, 'center'),
        };
      }),
    ],
    wrap: (pages) =>
      tablesByPage(pages, headRow(false), (rows, isLast) => {
        const hasTotal = table.total && isLast;
        const format = {
          style: xml`<w:tblStyle w:val="ReportTable"/>`,
          indent: xml`<w:tblInd w:w="${-twips(frame.besideText / 2)}" w:type="dxa"/>`,
          look: xml`<w:tblLook w:firstRow="1" w:lastRow="${hasTotal ? 1 : 0}" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`,
        };
        return fixedTable(widths, rows, view.direction, format);
      }),
  };

  function headRow(newPage: boolean): Markup {
    return row(head, { bold: true, color: muted, ...smaller, keepNext: true, newPage }, 'bottom', xml`<w:tblHeader/>`);
  }

  function row(
    cells: readonly CellView[],
    format: CellFormat,
    align: 'center' | 'bottom',
    properties: Markup | null = null,
  ): Markup {
    const shown = table.columns.map(({ kind }, index) => {
      const width = widths[index] ?? 0;
      const cell = cells[index] ?? { text: '' };
      // A page break in one cell moves the whole row.
      const newPage = format.newPage && index === 0;
      const content =
        cell.bar === undefined ? textCell(cell, kind, { ...format, newPage }, view) : barCell(cell, width, view);
      return tableCell(width, content, xml`<w:vAlign w:val="${align}"/>`);
    });
    return tableRow(shown, properties);
  }

  function rowHeight(cells: readonly CellView[], weight: 'regular' | 'bold'): number {
    const lines = cells.map((cell, index) => {
      const width = points[index] ?? 0;
      const wanted = cells === head ? headWidth(cell.text, own) : cellWidth(cell, own, weight);
      if (wanted <= width + 0.01) return 1;
      const taken = frame.besideText + indentOf(cell) + (cell.change ? frame.mark : 0);
      return linesInOffice(cell.text, size, width - taken, weight);
    });
    return Math.max(1, ...lines) * lineHeights.table + rowFrame;
  }
}

/** A subtotal is bold, what is left of it muted. */
function formatOf([first]: readonly CellView[], muted: string): RunFormat {
  if (first?.depth === 'group') return { bold: true };
  return first?.depth === 'others' ? { color: muted } : {};
}

/** A table for each page, under its head again: all word processors break pages between tables. */
export function tablesByPage(
  pages: readonly (readonly Markup[])[],
  head: Markup,
  write: (rows: readonly Markup[], isLast: boolean) => Markup,
): Markup {
  const tables = pages.map((rows, index) => {
    const shown = write(index === 0 ? rows : [head, ...rows], index === pages.length - 1);
    return index === 0 ? shown : xml`${newPageGap}${shown}`;
  });
  return xml`${tables}${gap}`;
}

type CellFormat = RunFormat & { readonly keepNext: boolean; readonly newPage: boolean };

/** Labels start at the column's start and figures end at its end, whichever way their own text runs. */
function textCell(
  cell: CellView,
  kind: ColumnView['kind'],
  { keepNext, newPage, ...format }: CellFormat,
  view: ReportView,
): Markup {
  const { text, change, swatch, mark } = cell;
  const direction = directionOf(text, view.direction);
  const atColumnEnd = kind !== 'label';
  const atOwnEnd = direction === view.direction ? atColumnEnd : !atColumnEnd;
  const kept = [keepNext ? xml`<w:keepNext/>` : null, newPage ? xml`<w:pageBreakBefore/>` : null];
  const bidi = direction === 'rtl' ? xml`<w:bidi/>` : null;
  const aligned = atOwnEnd ? xml`<w:jc w:val="right"/>` : null;
  // At the column's start, whichever side that is of the text's own.
  const side = direction === view.direction ? 'left' : 'right';
  const indent = indentOf(cell) > 0 ? xml`<w:ind w:${side}="${twips(indentOf(cell))}"/>` : null;
  const content = change
    ? run(arrows[change.direction] + text, direction, { ...format, color: view.colors[signals[change.sentiment]] })
    : run(text, direction, format);
  const marked =
    swatch === undefined
      ? null
      : run('■\u00a0', direction, { color: sliceColors(view.colors)[swatch] ?? view.colors.rule });
  const ticked = mark && run(ticks[mark], direction, { color: view.colors[mark] });
  return xml`<w:p><w:pPr><w:pStyle w:val="TableText"/>${kept}${bidi}${indent}${aligned}</w:pPr>${marked}${ticked ?? null}${content}</w:p>`;
}

/** A bar is the shading of an empty paragraph as long as the bar: no picture to draw, nothing to read aloud. */
function barCell(cell: CellView, width: number, view: ReportView): Markup {
  const shown = barOnly(cell, width, view);
  if (!cell.range) return shown;
  const { low, high } = cell.range;
  const room = width - twips(frame.besideText);
  const [start, end] = [Math.round(low * room), Math.round((1 - high) * room)];
  const bidi = view.direction === 'rtl' ? xml`<w:bidi/>` : null;
  const ends = xml`<w:ind w:left="${Math.min(start, room - end - thinnest)}" w:right="${Math.max(0, end)}"/>`;
  const spacing = xml`<w:spacing w:before="0" w:after="0" w:line="${thinnest}" w:lineRule="exact"/>`;
  return xml`${shown}<w:p><w:pPr><w:pStyle w:val="Bar"/>${shading(view.colors.muted)}${bidi}${spacing}${ends}</w:pPr></w:p>`;
}

function barOnly({ bar = 0, from = 0 }: CellView, width: number, view: ReportView): Markup {
  const room = width - twips(frame.besideText);
  const length = Math.round(bar * room);
  if (length < shortestBar) return xml`<w:p><w:pPr><w:pStyle w:val="TableText"/></w:pPr></w:p>`;
  const start = Math.round(from * room);
  const bidi = view.direction === 'rtl' ? xml`<w:bidi/>` : null;
  const indent =
    start > 0
      ? xml`<w:ind w:left="${start}" w:right="${room - start - length}"/>`
      : xml`<w:ind w:right="${room - length}"/>`;
  return xml`<w:p><w:pPr><w:pStyle w:val="Bar"/>${bidi}${indent}</w:pPr></w:p>`;
}
