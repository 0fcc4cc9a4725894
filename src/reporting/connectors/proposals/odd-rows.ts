import type { SourceColumn } from './columns.ts';
import { isDateText } from './date-formats.ts';
import { isUnit } from './separated-lines.ts';

const totals =
  /^(?:(?:grand |sub[- ]?)?totals?|(?:gesamt|zwischen|end)?summe|gesamt(?:betrag|umsatz|ergebnis)?|insgesamt|sum|total (?:général|general|ttc|ht)|somme|totale|suma|razem|celkem|totaal|итого|total: .+|合計|总计)\s*:?$/i;

/** Rows among the values that are none. */
export interface OddRows {
  /** By their place in the sample. */
  readonly headers: ReadonlySet<number>;
  readonly units: ReadonlySet<number>;
  readonly totals: ReadonlySet<number>;
  /** The columns and texts that tell totals apart which have a date, so that they would count. */
  readonly dated: readonly { readonly column: SourceColumn; readonly text: string }[];
}

/** Finds headers that are repeated between the rows, a row of units below the header, and rows of totals. */
export function findOddRows(columns: readonly SourceColumn[]): OddRows {
  const headers = new Set<number>();
  const sums = new Set<number>();
  const units = new Set<number>();
  const dated = new Map<string, { column: SourceColumn; text: string }>();
  const count = columns[0]?.values.length ?? 0;
  for (let index = 0; index < count; index++) {
    const cells = columns.map(({ values }) => values[index]?.trim() ?? '');
    const named = cells.filter((cell, place) => cell !== '' && isNameOf(cell, columns[place]));
    const isHeader = named.length >= 2 && named.length >= cells.filter((cell) => cell !== '').length * 0.8;
    if (isHeader) headers.add(index);
    if (index === 0 && cells.every(isUnit)) units.add(index);
    const place = cells.findIndex((cell) => totals.test(cell));
    const column = columns[place];
    if (!column) continue;
    const text = column.values[index] ?? '';
    sums.add(index);
    if (cells.some(isDateText)) dated.set(`${place} ${text}`, { column, text });
  }
  return { headers, units, totals: sums, dated: [...dated.values()] };
}

/** The engine tells columns of the same name apart by a number. */
function isNameOf(cell: string, column: SourceColumn | undefined): boolean {
  return cell === column?.name.trim() || cell === column?.name.replace(/_\d+$/, '').trim();
}
