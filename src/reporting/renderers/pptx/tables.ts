import { arrows, signals, ticks } from '../change-marks.ts';
import { restColor, sliceColors } from '../charts/donut.ts';
import { mix, type Palette } from '../colors.ts';
import { wider } from '../office/measure.ts';
import { directionOf } from '../office/text-runs.ts';
import { emus } from '../office/units.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import {
  type ColumnFrame,
  cellWidth,
  columnsFit,
  columnWidths,
  headWidth,
  indentOf,
  isGroup,
  tableHeads,
} from '../view/table-columns.ts';
import type { CellView, ColumnView, TableView } from '../view/table-view.ts';
import type { ShapeBlock } from './blocks.ts';
import { lineRatio, sizes, span, textHeight } from './frame.ts';
import { solid } from './paint.ts';
import type { Slide } from './slide.ts';
import { paragraphOf, type RunFormat, run } from './text.ts';

/** From the largest type down, in points: the first in which all figures have room. */
const typeSizes = [sizes.table, 11, 10, 9, 8, 7];
/** At the sides of a cell's text, and above and below it, in points. */
const cellInset = { side: 5, end: 3 };

/** The frame that measures columns; slides have no column of bars. */
const frame: ColumnFrame = { besideText: 2 * cellInset.side, mark: 12, bar: 0 };

/** With fewer rows a table begins on the next slide. */
const leastRows = 2;

/** The rounding error of summed widths, in points. */
const tolerance = 0.01;

/** A row of a table that is ready to write, with its height in points. */
export interface Row {
  readonly height: number;
  /** Whether it does not stand at the end of a slide, before its parts. */
  readonly isGroup?: boolean;
  content(slide: Slide): Markup;
}

/** A table of `width` points, whose rows continue under its head on the next slide. */
export function dataTable(given: TableView, view: ReportView, width: number = span): ShapeBlock {
  const table = withoutBars(given);
  const { muted } = view.colors;
  const measuredIn = (size: number) => ({ ...frame, letters: size * wider, widerBold: true });
  const size = typeSizes.find((each) => columnsFit(table, width, measuredIn(each))) ?? 7;
  const own = measuredIn(size);
  const widths = columnWidths(table, width, own);
  const heads = tableHeads(table, widths, own).map((text) => ({ text }));
  const row = (cells: readonly CellView[], format: RunFormat, look: RowLook) =>
    tableRow(cells, { ...format, size }, look);
  const head = row(heads, { bold: true, color: muted }, 'head');
  const body = [
    ...table.rows.map((cells) => ({ ...row(cells, formatOf(cells, muted), 'row'), isGroup: isGroup(cells) })),
    ...(table.rest ? [row(table.rest, { color: muted }, 'row')] : []),
    ...(table.total ? [row(table.total, { bold: true }, 'total')] : []),
  ];
  return tableBlock(widths, head, body, view);

  function tableRow(cells: readonly CellView[], format: RunFormat, look: RowLook): Row {
    const weight = format.bold ? 'bold' : 'regular';
    const heights = table.columns.map((_, index) => {
      const cell = cells[index] ?? { text: '' };
      const width = widths[index] ?? 0;
      const wanted = look === 'head' ? headWidth(cell.text, own) : cellWidth(cell, own, weight);
      if (wanted <= width + tolerance) return size * lineRatio;
      return textHeight(
        cell.text,
        size,
        width - frame.besideText - indentOf(cell) - (cell.change || cell.mark ? frame.mark : 0),
        weight,
      );
    });
    const height = Math.max(size, ...heights) + 2 * cellInset.end;
    const written = table.columns.map(({ kind }, index) => {
      return tableCell(cellText(cells[index] ?? { text: '' }, kind, format, view), look, view);
    });
    return { height, content: () => xml`<a:tr h="${emus(height)}">${written}</a:tr>` };
  }
}

/** Bars are drawn as charts: a cell of a slide cannot hold one. */
function withoutBars(table: TableView): TableView {
  const kept = table.columns.flatMap(({ kind }, index) => (kind === 'bar' ? [] : [index]));
  if (kept.length === table.columns.length) return table;
  const of = <Cell>(cells: readonly Cell[]) => kept.flatMap((index) => cells.slice(index, index + 1));
  return {
    columns: of(table.columns),
    rows: table.rows.map(of),
    rest: table.rest && of(table.rest),
    total: table.total && of(table.total),
  };
}

/** A subtotal is bold, what is left of it muted. */
function formatOf([first]: readonly CellView[], muted: string): RunFormat {
  if (first?.depth === 'group') return { bold: true };
  return first?.depth === 'others' ? { color: muted } : {};
}

/** Labels start at the column's start and figures end at its end, whichever way their own text runs. */
function cellText(cell: CellView, kind: ColumnView['kind'], format: RunFormat, view: ReportView): Markup {
  const { text, change, swatch, mark: tick } = cell;
  const direction = directionOf(text, view.direction);
  const { colors } = view;
  const mark =
    swatch === undefined
      ? null
      : run('■ ', view, {
          ...format,
          color: sliceColors(colors)[swatch] ?? sliceColors(colors)[restColor] ?? colors.rule,
        });
  const shown = change
    ? run(arrows[change.direction] + text, view, { ...format, color: colors[signals[change.sentiment]] })
    : run(text, view, format);
  const at = kind === 'label' ? 'start' : 'end';
  const ticked = tick ? run(ticks[tick], view, { ...format, color: colors[tick] }) : null;
  return paragraphOf([mark, ticked, shown], direction, view, {
    at,
    ...(format.size && { size: format.size }),
    ...(indentOf(cell) > 0 && { indent: indentOf(cell) }),
  });
}

export type RowLook = 'head' | 'row' | 'total';

/** A cell under thin lines, with a strong one below the head and above the total. */
export function tableCell(paragraphs: Value, look: RowLook, { colors }: ReportView): Markup {
  const known = looks.getOrInsertComputed(colors, () => ({
    head: cellLook('head', colors),
    row: cellLook('row', colors),
    total: cellLook('total', colors),
  }));
  return xml`<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</a:txBody>${known[look]}</a:tc>`;
}

/** Written once for all cells of a report. */
const looks = new WeakMap<Palette, Readonly<Record<RowLook, Markup>>>();

function cellLook(look: RowLook, colors: Palette): Markup {
  const none = (side: string) => xml`<a:ln${side}><a:noFill/></a:ln${side}>`;
  const line = (side: string, color: string, width: number) =>
    xml`<a:ln${side} w="${Math.round(width * 12_700)}">${solid(color, colors)}</a:ln${side}>`;
  const top = look === 'total' ? line('T', colors.text, 1) : none('T');
  const bottom = look === 'head' ? line('B', colors.text, 1) : line('B', colors.rule, 0.5);
  const anchor = look === 'head' ? 'b' : 'ctr';
  const { side, end } = cellInset;
  return xml`<a:tcPr marL="${emus(side)}" marR="${emus(side)}" marT="${emus(end)}" marB="${emus(end)}" anchor="${anchor}">${none('L')}${none('R')}${top}${bottom}<a:noFill/></a:tcPr>`;
}

/** Rows under a head as a block. */
export function tableBlock(widths: readonly number[], head: Row, body: readonly Row[], view: ReportView): ShapeBlock {
  const height = body.reduce((sum, row) => sum + row.height, head.height);
  return {
    kind: 'shape',
    height,
    write: (box, slide) => {
      const wide = widths.reduce((sum, each) => sum + each, 0);
      slide.table('Table', { ...box, width: wide, height }, grid(widths, [head, ...body], slide, view));
    },
    split: ({ here, next, below }) => {
      // A table that the next slide has room for stays whole; the rows of a longer one are shared out evenly.
      const wanted = height + below;
      if (wanted <= next) return null;
      const evenly = Math.ceil(body.length / Math.ceil(wanted / here));
      const fitting = Math.min(evenly, fittingRows(body, here - head.height));
      const first = fitting > 1 && body[fitting - 1]?.isGroup ? fitting - 1 : fitting;
      // On a slide of its own at least one row begins, however high it is.
      const least = here >= next ? 1 : leastRows;
      if (first < least || first === body.length) return null;
      return [tableBlock(widths, head, body.slice(0, first), view), tableBlock(widths, head, body.slice(first), view)];
    },
  };
}

function fittingRows(rows: readonly Row[], room: number): number {
  let left = room;
  const beyond = rows.findIndex(({ height }) => {
    left -= height;
    return left < 0;
  });
  return beyond < 0 ? rows.length : beyond;
}

/** `a:tbl`, whose first row is the head of its columns. */
export function grid(widths: readonly number[], rows: readonly Row[], slide: Slide, { direction }: ReportView): Markup {
  const columns = widths.map((width) => xml`<a:gridCol w="${emus(width)}"/>`);
  return xml`<a:tbl><a:tblPr${direction === 'rtl' && xml` rtl="1"`} firstRow="1"><a:tableStyleId>{2D5ABB26-0587-4C30-8999-92F81FD0307C}</a:tableStyleId></a:tblPr><a:tblGrid>${columns}</a:tblGrid>${rows.map((row) => row.content(slide))}</a:tbl>`;
}

/** The background of a cell with as much of a colour. */
export function cellFill(color: string, strength: number, { colors }: ReportView): Markup {
  return solid(mix(color, colors.background, 1 - strength), colors);
}
