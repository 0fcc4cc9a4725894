/**
 * SQL of the number of the last boundary, from 1, that a value is at or after, for servers without a function for it; the value
 * is after the first one. It is found by halving, so that a row is compared with few of them. `boundaries` ascend.
 */
export function searchedUnit(value: string, boundaries: readonly string[], first = 1): string {
  if (boundaries.length <= 1) return String(first);
  const half = Math.ceil(boundaries.length / 2);
  const lower = searchedUnit(value, boundaries.slice(0, half), first);
  const upper = searchedUnit(value, boundaries.slice(half), first + half);
  return `CASE WHEN ${value} < ${boundaries[half]} THEN ${lower} ELSE ${upper} END`;
}
