import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalAlign,
  WidthType,
} from 'docx';
import { isRightToLeft } from '../clean-text.ts';
import type { Palette } from '../colors.ts';
import type { CellView, ColumnView, TableView } from '../table-view.ts';
import { runs } from './text.ts';

/** The inner width of a page in twentieths of a point. */
export const pageWidth = 9638;

const widths = { figure: 1100, change: 950 } as const;
/** A bold digit of table text, and what lies beside the text of a cell. */
const digitWidth = 122;
const cellMargins = 180;
const smallestLabel = 1800;

/** A column as docx sees it: bars are left to the chart above the table. */
type Shown = { readonly column: ColumnView; readonly index: number; readonly width: number };

/** A table with fixed columns whose head repeats on every page. */
export function dataTable(view: TableView, colors: Palette): Table {
  const columns = shownColumns(view);
  const head = view.columns.map(({ header }) => ({ text: header }));
  const line = (color: string, size: number) => ({ style: BorderStyle.SINGLE, size, color: color.slice(1) });
  const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const rows = [
    tableRow(head, columns, colors, { header: true, bold: true }),
    ...view.rows.map((cells) => tableRow(cells, columns, colors)),
    ...(view.rest ? [tableRow(view.rest, columns, colors, { muted: true })] : []),
    ...(view.total ? [tableRow(view.total, columns, colors, { bold: true })] : []),
  ];
  return new Table({
    layout: TableLayoutType.FIXED,
    width: { size: pageWidth, type: WidthType.DXA },
    columnWidths: columns.map(({ width }) => width),
    borders: {
      top: none,
      left: none,
      right: none,
      insideVertical: none,
      bottom: line(colors.text, 8),
      insideHorizontal: line(colors.rule, 4),
    },
    margins: { top: 50, bottom: 50, left: 80, right: 80 },
    rows,
  });
}

function shownColumns(view: TableView): Shown[] {
  const lines = [...view.rows, view.rest ?? [], view.total ?? []];
  const shown = view.columns
    .map((column, index) => ({
      column,
      index,
      least: leastWidth(
        column,
        lines.map((cells) => cells[index]?.text ?? ''),
      ),
    }))
    .filter(({ column }) => column.kind !== 'bar');
  const labels = shown.filter(({ column }) => column.kind === 'label').length;
  const fixed = shown.reduce((sum, { least }) => sum + least, 0);
  const room = Math.max(smallestLabel * labels, pageWidth - fixed);
  const scale = pageWidth / (room + fixed);
  return shown.map(({ column, index, least }) => {
    const width = column.kind === 'label' ? room / labels : least;
    return { column, index, width: Math.floor(width * scale) };
  });
}

/** Wide enough that no figure breaks in its middle. */
function leastWidth({ header, kind }: ColumnView, texts: readonly string[]): number {
  if (kind === 'label' || kind === 'bar') return 0;
  const pieces = kind === 'change' ? texts : texts.flatMap((text) => text.split(' '));
  const longest = [...pieces, ...header.split(' ')].reduce((most, piece) => Math.max(most, piece.length), 0);
  return Math.max(widths[kind], longest * digitWidth + cellMargins);
}

interface RowStyle {
  readonly header?: boolean;
  readonly bold?: boolean;
  readonly muted?: boolean;
}

function tableRow(cells: readonly CellView[], columns: readonly Shown[], colors: Palette, style: RowStyle = {}) {
  const children = columns.map(({ column, index, width }) => {
    const cell = cells[index] ?? { text: '' };
    const rightToLeft = isRightToLeft(cell.text);
    const end = column.kind === 'label' ? AlignmentType.START : AlignmentType.END;
    const content = new Paragraph({
      style: 'TableText',
      alignment: rightToLeft && end === AlignmentType.END ? AlignmentType.START : end,
      bidirectional: rightToLeft,
      children: runs(cell.text, { bold: style.bold ?? false, color: cellColor(cell, colors, style) }),
    });
    return new TableCell({
      width: { size: width, type: WidthType.DXA },
      verticalAlign: VerticalAlign.CENTER,
      children: [content],
    });
  });
  return new TableRow({ cantSplit: true, tableHeader: style.header ?? false, children });
}

function cellColor(cell: CellView, colors: Palette, style: RowStyle): string {
  const signal = { good: colors.good, bad: colors.bad, neutral: colors.muted };
  const plain = style.muted || style.header ? colors.muted : colors.text;
  return (cell.change ? signal[cell.change.sentiment] : plain).slice(1);
}
