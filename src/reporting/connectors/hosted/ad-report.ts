import type { Notice } from '../../documents/figures.ts';
import type { Query, QueryResult } from '../contract.ts';
import { mapBounded } from '../map-bounded.ts';
import { type AdMetric, addColumns, type Columns, hasFigures } from './ad-figures.ts';
import { answerOf } from './answer.ts';
import { type DaySpan, firstDayOf, unitSpans } from './day-spans.ts';

interface AdGroup {
  readonly key: string | null;
  readonly columns: Columns;
}

export interface AdGroups {
  readonly groups: readonly AdGroup[];
  readonly notices?: readonly Notice[];
}

/** What an advertising system answers for the columns of one query. */
export interface AdSource {
  /** Columns that count people. */
  readonly ofPeople: ReadonlySet<string>;
  /** What it has said so far, besides what comes with groups. */
  readonly notices?: readonly Notice[];
  /** The figures of the account; undefined without any. */
  total(span: DaySpan): Promise<Columns | undefined>;
  /** By day (YYYY-MM-DD). */
  days(span: DaySpan): Promise<AdGroups>;
  /** By the dimension of the query. Groups with one key are added up here. */
  groups(span: DaySpan): Promise<AdGroups>;
}

/** How many requests a connection makes at once. */
export const requestsAtOnce = 4;

/**
 * Answers a query. Days make up weeks and months, except for people, which are asked for by the weeks and months
 * themselves.
 */
export async function queryAds(query: Query, metrics: readonly AdMetric[], source: AdSource): Promise<QueryResult> {
  const { groups, notices: said = [] } = await groupsOf(query, metrics, source);
  const notices = [...said, ...(source.notices ?? [])];
  const merged = [...Map.groupBy(groups, ({ key }) => key)].map(([key, same]) => {
    const columns = same.map((group) => group.columns);
    return { key, columns: addColumns(columns, source.ofPeople) };
  });
  const filled = merged.filter(({ columns }) => hasFigures(columns));
  const rows = filled.map(({ key, columns }) => ({ key, values: metrics.map((metric) => metric.read(columns)) }));
  const result = answerOf(query, { rows, hasData: rows.length > 0 });
  return notices.length === 0 ? result : { ...result, notices };
}

async function groupsOf(query: Query, metrics: readonly AdMetric[], source: AdSource): Promise<AdGroups> {
  const { by } = query;
  if (typeof by === 'object') return source.groups(query);
  if (by === 'none') return { groups: await totalOf(query, null, source) };
  if (by === 'day') return source.days(query);
  if (metrics.some(({ columns }) => columns.some((name) => source.ofPeople.has(name)))) {
    const units = unitSpans(query, by);
    const totals = await mapBounded(units, requestsAtOnce, (unit) => totalOf(unit, unit.key, source));
    return { groups: totals.flat() };
  }
  const { groups, notices = [] } = await source.days(query);
  return { groups: groups.map(({ key, columns }) => ({ key: key && firstDayOf(key, by), columns })), notices };
}

async function totalOf(span: DaySpan, key: string | null, source: AdSource): Promise<AdGroup[]> {
  const columns = await source.total(span);
  return columns ? [{ key, columns }] : [];
}
