import { periodOf, unitsOf } from '../calendar-units.ts';
import type { Query, QueryResult } from '../contract.ts';
import { type AdMetric, addColumns, type Columns } from './ad-figures.ts';
import { answerOf } from './answer.ts';

/** Something that happened at an instant, such as a call, with what it adds to figures. */
export interface FigureRecord {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly columns: Columns;
  /** Values by the keys of dimensions: null where it is missing, absent where records of this kind have no such thing. */
  readonly values: Readonly<Record<string, string | null>>;
}

/**
 * Answers a query from records, of which those outside of the period are left out. They are instants, so that any zone is
 * exact. `ofPeople` are columns that have a figure of one record alone.
 */
export function queryRecords(
  query: Query,
  metrics: readonly AdMetric[],
  all: readonly FigureRecord[],
  ofPeople: ReadonlySet<string> = new Set(),
): QueryResult {
  const { startMs, endMs } = periodOf(query);
  const records = all.filter(({ atMs }) => startMs <= atMs && atMs < endMs);
  const keyOf = keyBy(query);
  const groups = Map.groupBy(records, keyOf);
  groups.delete(undefined);
  const rows = [...groups].map(([key, found]) => {
    const columns = addColumns(
      found.map((record) => record.columns),
      ofPeople,
    );
    return { key: key ?? null, values: metrics.map((metric) => metric.read(columns)) };
  });
  return answerOf(query, { rows, hasData: rows.length > 0, rowsRead: records.length });
}

function keyBy(query: Query): (record: FigureRecord) => string | null | undefined {
  const { by } = query;
  if (by === 'none') return () => null;
  if (typeof by === 'object') return ({ values }) => values[by.dimension];
  const units = unitsOf(query, by);
  return ({ atMs }) => units.findLast(({ startMs }) => startMs <= atMs)?.key ?? null;
}
