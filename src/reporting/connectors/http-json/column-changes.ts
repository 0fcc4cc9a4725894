import type { ConfigWarning } from '../contract.ts';

type Row = Readonly<Record<string, unknown>>;

/** Which columns each page has, to tell when a system changes them between pages. */
export class ColumnChanges {
  readonly #date: string;
  readonly #columns = new Set<string>();
  /** Columns by the first page that has them in no row. */
  readonly #missing = new Map<string, number>();
  #pages = 0;
  #rowsWithoutDate = 0;
  #rows = 0;

  /** `date` is the expression of the date; only if it is just a column are rows without it counted. */
  constructor(date: string) {
    this.#date = date;
  }

  add(rows: readonly Row[]): void {
    this.#pages++;
    if (rows.length === 0) return;
    const isLater = this.#rows > 0;
    // Looking at every key of every row would take as long as writing them.
    const found = new Set([...Object.keys(rows[0] ?? {}), ...Object.keys(rows.at(-1) ?? {})]);
    for (const column of found) {
      if (isLater && !this.#columns.has(column)) this.#note(column, 1);
      this.#columns.add(column);
    }
    for (const column of this.#columns) {
      if (!found.has(column) && !rows.some((row) => Object.hasOwn(row, column))) this.#note(column, this.#pages);
    }
    this.#rows += rows.length;
    this.#rowsWithoutDate += rows.filter((row) => !Object.hasOwn(row, this.#date)).length;
  }

  /** How many rows have no date at all, and so count on no day. */
  get rowsWithoutDate(): number {
    return this.#columns.has(this.#date) ? this.#rowsWithoutDate : 0;
  }

  /** One for each column among `used` that some pages lack. */
  warnings(used: (column: string) => boolean): ConfigWarning[] {
    return [...this.#missing]
      .filter(([column]) => used(column))
      .map(([column, page]) => ({
        code: 'changing_columns',
        path: 'rows',
        message: `No row of page ${page} has the column "${column}", which other pages have. Its values count as missing there.`,
      }));
  }

  #note(column: string, page: number): void {
    if (!this.#missing.has(column)) this.#missing.set(column, page);
  }
}
