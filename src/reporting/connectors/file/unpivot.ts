import { dayColumn, type Unpivot } from './unpivot-setting.ts';
import { unpivotFault, wideColumnsOf } from './wide-columns.ts';

/** A table that is read long: one row for each value that stands in a column of a date. */
export interface LongTable {
  /** The other columns of the table, then that of the days and that of the values. */
  readonly header: readonly string[];
  /** The long rows of a row of the table; none for a value that is not there. */
  rowsOf<Cell>(cells: readonly Cell[]): Generator<(Cell | string | null)[]>;
}

/** Throws `invalid_config` for a table whose columns cannot be read so. */
export function openLongTable(names: readonly string[], unpivot: Unpivot): LongTable {
  const { dates, others } = wideColumnsOf(names, unpivot);
  const kept = others.map((place) => names[place] ?? '');
  assertFree(dayColumn, kept, 'unpivot');
  assertFree(unpivot.into, [...kept, dayColumn], 'unpivot.into');
  return {
    header: [...kept, dayColumn, unpivot.into],
    *rowsOf(cells) {
      const own = others.map((place) => cells[place] ?? null);
      for (const { place, day } of dates) {
        const value = cells[place] ?? null;
        if (value === null || (typeof value === 'string' && value.trim() === '')) continue;
        yield [...own, day, value];
      }
    },
  };
}

function assertFree(name: string, taken: readonly string[], path: string): void {
  if (!taken.some((other) => other.trim().toLowerCase() === name.toLowerCase())) return;
  const advice = path === 'unpivot' ? 'Rename it in the table' : 'Write another name in "into"';
  throw unpivotFault(
    `The column of ${path === 'unpivot' ? 'days' : 'values'} would be called "${name}", as another one is. ${advice}.`,
    path,
  );
}
