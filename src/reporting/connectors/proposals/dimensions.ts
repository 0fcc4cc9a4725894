import type { RowsConfig } from '../file/config.ts';
import { identifier } from '../file/sql.ts';
import type { Column } from './columns.ts';
import { isIdentifying } from './metrics.ts';

const maxDimensions = 20;
const mostGroups = 1000;

/** The columns of texts that name groups of rows: not the ones whose values are all different, or all alike. */
export function dimensionsOf(
  columns: readonly Column[],
  key: (name: string) => string,
  labelOf: (name: string) => string,
): RowsConfig['dimensions'] {
  return columns
    .filter(isGroup)
    .slice(0, maxDimensions)
    .map(({ name, sql }) => ({ key: key(name), label: labelOf(name), sql: sql === identifier(name) ? name : sql }));
}

function isGroup({ name, kind, values }: Column): boolean {
  if (kind !== 'text' && kind !== 'truth value') return false;
  const filled = values.filter((value) => value !== null && value.trim() !== '');
  const groups = new Set(filled).size;
  const isUnique = groups === filled.length && (filled.length > 20 || isIdentifying(name));
  const isLong = filled.some((value) => (value?.length ?? 0) > 200);
  return groups > 1 && groups <= mostGroups && !isUnique && !isLong;
}
