import type { RowsConfig } from '../file/config.ts';
import { identifier } from '../file/sql.ts';
import type { Column } from './columns.ts';
import { readName } from './counting/words.ts';

const maxDimensions = 20;
const mostGroups = 1000;

/** More years or hours than these are rather numbers of something. */
const mostCodes = 50;

/**
 * The columns of texts that name groups of rows: not the ones whose values are all different, or all alike; and of `codes`,
 * columns of numbers such as years, those with few values.
 */
export function dimensionsOf(
  columns: readonly Column[],
  codes: ReadonlySet<string>,
  key: (name: string) => string,
  labelOf: (name: string) => string,
): RowsConfig['dimensions'] {
  return columns
    .filter((column) => isGroup(column) || (codes.has(column.name) && isFew(column)))
    .slice(0, maxDimensions)
    .map(({ name, sql }) => ({ key: key(name), label: labelOf(name), sql: sql === identifier(name) ? name : sql }));
}

/** Whether a column names groups of rows. */
export function isGroup({ name, kind, values }: Column): boolean {
  if (kind !== 'text' && kind !== 'truth value') return false;
  const filled = values.filter((value) => value !== null && value.trim() !== '');
  const groups = new Set(filled).size;
  const isUnique = groups === filled.length && (filled.length > 20 || readName(name).kind === 'code');
  const isLong = filled.some((value) => (value?.length ?? 0) > 200);
  return groups > 1 && groups <= mostGroups && !isUnique && !isLong;
}

function isFew({ values }: Column): boolean {
  const filled = values.filter((value) => value !== null && value.trim() !== '');
  const groups = new Set(filled).size;
  return (
    groups > 1 && groups <= Math.min(mostCodes, filled.length / 2) && filled.every((value) => !/[.,]/.test(value ?? ''))
  );
}
