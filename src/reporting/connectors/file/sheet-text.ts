/** A value of a sheet: text, a number as text, a truth value or a time, which is in UTC. */
export type Cell = string | number | boolean | Date | null;

const rowsAtOnce = 1000;

/**
 * The rows of a sheet as separated text, all of the same width, with `decimal` as the mark of numbers. Empty rows become
 * empty lines, which are skipped, so that lines are counted as in the sheet.
 */
export function* linesOf(rows: readonly (readonly Cell[])[], decimal: string): Generator<string> {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    yield rows
      .slice(start, start + rowsAtOnce)
      .map((row) => lineOf(row, width, decimal))
      .join('');
  }
}

function lineOf(row: readonly Cell[], width: number, decimal: string): string {
  if (row.every((cell) => cell === null || cell === '')) return '\n';
  const cells = Array.from({ length: width }, (_, column) => cellText(row[column] ?? null, decimal));
  return `${cells.join(',')}\n`;
}

function cellText(cell: Cell, decimal: string): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date) return timeText(cell);
  const text = typeof cell === 'number' ? String(cell).replace('.', decimal) : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}

/** A day, or a time without an offset. */
function timeText(time: Date): string {
  const [day = '', clock = ''] = new Date(Math.round(time.getTime() / 1000) * 1000).toISOString().split(/[T.]/);
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
