import type { Dialect } from './engine.ts';

/** SELECT of the first rows, whichever; `rest` is what follows FROM. */
export function selectSome({ some }: Pick<Dialect, 'some'>, columns: string, rest: string, rows: number): string {
  return some?.(columns, rest, rows) ?? `SELECT ${columns} FROM ${rest} LIMIT ${rows}`;
}
