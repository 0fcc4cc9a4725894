import type { Column } from '../columns.ts';
import { isGroup } from '../dimensions.ts';
import type { Meaning } from './choices.ts';
import { classifyColumns } from './classify.ts';
import { type Values, valuesOf } from './values.ts';

/** What each column of numbers is, by a sample of the rows; `decimal` is the mark that the source's numbers have. */
export function meaningsOf(
  columns: readonly Column[],
  date: Column,
  decimal: '.' | ',',
  isRow: (index: number) => boolean,
): Map<string, Meaning> {
  const rows = [...date.values.keys()].filter(isRow);
  const at = (column: Column) => rows.map((row) => column.values[row] ?? null);
  const grouping = columns.filter(isGroup).map(at);
  const places = {
    days: at(date).map((text) => text?.trim() ?? null),
    groups: rows.map((_, row) => grouping.map((texts) => texts[row] ?? '').join('\u0000')),
  };
  const numeric = columns.filter((column) => column.kind === 'number' && column !== date);
  return classifyColumns(
    numeric.map((column) => numbersOf(column, at(column), decimal)),
    places,
  );
}

function numbersOf({ name, numbers, others }: Column, texts: readonly (string | null)[], decimal: '.' | ','): Values {
  if (!numbers) return valuesOf(name, texts);
  const none = new Set(others);
  const [own] = numbers.decimals;
  return valuesOf(
    name,
    texts.map((text) => (text === null || none.has(text) ? null : text)),
    {
      ...(numbers.isPlain && own !== ',' && !(numbers.open.size > 0 && decimal === ',')
        ? {}
        : { decimal: own ?? decimal }),
      ...{ isPercent: numbers.isPercent, isMoney: numbers.currencies.size > 0 },
    },
  );
}
