import type { Query, QueryResult, QueryRow } from '../contract.ts';

/** What a query came to, before it is put in order. */
export interface Groups {
  readonly rows: readonly QueryRow[];
  readonly hasData: boolean;
  /** How many groups there are, where the system was not asked for all. */
  readonly groupCount?: number;
  readonly rowsRead?: number;
}

/**
 * The answer to a query: dimensions fall by their first metric, everything else ascends by key. Missing figures and keys
 * come last.
 */
export function answerOf(query: Query, { rows, hasData, groupCount, rowsRead }: Groups): QueryResult {
  const sorted = rows.toSorted(typeof query.by === 'object' ? compareFigures : compareKeys);
  return {
    rows: hasData ? sorted.slice(0, Math.max(1, Math.trunc(query.limit))) : [],
    groupCount: hasData ? Math.max(groupCount ?? 0, rows.length) : 0,
    hasData,
    rowsRead: rowsRead ?? null,
    freshAt: null,
  };
}

function compareFigures(one: QueryRow, other: QueryRow): number {
  const figure = ({ values }: QueryRow) => values[0] ?? Number.NEGATIVE_INFINITY;
  const [a, b] = [figure(one), figure(other)];
  return a === b ? compareKeys(one, other) : b - a;
}

function compareKeys(one: QueryRow, other: QueryRow): number {
  return compareTexts(one.key, other.key) || compareTexts(one.secondary ?? null, other.secondary ?? null);
}

function compareTexts(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
