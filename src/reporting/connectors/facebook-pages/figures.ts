import type { Notice } from '../../documents/figures.ts';
import type { Depiction, DepictionQuery, Query, QueryResult } from '../contract.ts';
import { requestsAtOnce } from '../hosted/ad-report.ts';
import { answerOf } from '../hosted/answer.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, daysIn, splitDays, unitSpans } from '../hosted/day-spans.ts';
import { answerPosts, depictPosts } from '../hosted/posts.ts';
import { mapBounded } from '../map-bounded.ts';
import { type MetaAccess, strange } from '../meta-ads/api.ts';
import { openPage, type PageInsights, readInsights } from './api.ts';
import { type PageMetric, pagesCatalog, postMetrics } from './catalog.ts';
import { readPosts } from './posts.ts';

/** The days of Meta's Insights. */
export const insightsZone = 'America/Los_Angeles';
/** Meta gives 90 days at once, with those that are asked for around them. */
const mostDays = 80;
/** Meta counts people once over so many days, the last one included. */
const periods: ReadonlyMap<number, string> = new Map([
  [1, 'day'],
  [7, 'week'],
  [28, 'days_28'],
]);

/** Figures by Meta's period and name, and by the last day (YYYY-MM-DD) that they count. */
type Values = ReadonlyMap<string, ReadonlyMap<string, number>>;
type Unit = DaySpan & { readonly key: string | null };

/** Answers a query about a page by days, of which weeks and months are made. Throws a ConnectorError. */
export async function queryPage(
  access: MetaAccess,
  config: Choice & { readonly page: string },
  query: Query,
): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(pagesCatalog, config, query);
  if (dimension) {
    const asked = query.metrics.flatMap((key) => postMetrics.find((metric) => metric.key === key) ?? []);
    return answerPosts(query, asked, await readPosts(access, config.page, query, insightsZone), insightsZone);
  }
  const units = unitsOf(query);
  const values = await readValues(await openPage(access, config.page), config.page, query, units, metrics);
  const rows = units.flatMap((unit) => {
    const figures = metrics.map((metric) => figureOf(values, unit, metric));
    return figures.some((figure) => figure !== null) ? [{ key: unit.key, values: figures }] : [];
  });
  const days = [...values].filter(([name]) => name.startsWith('day ')).flatMap(([, byDay]) => [...byDay]);
  const result = answerOf(query, { rows, hasData: days.some(([, value]) => value !== 0) });
  const notices = noticesOf(
    days.map(([day]) => day).filter((day) => day <= query.to),
    query,
  );
  return notices.length === 0 ? result : { ...result, notices };
}

/** Messages and pictures of posts. */
export async function depictPagePosts(
  access: MetaAccess,
  { page }: { readonly page: string },
  { query, keys }: DepictionQuery,
): Promise<Depiction[]> {
  return depictPosts(await readPosts(access, page, query, insightsZone), keys, insightsZone);
}

function unitsOf(query: Query): Unit[] {
  const { from, to, by } = query;
  if (by === 'day') return splitDays(query, 1).map((span) => ({ ...span, key: span.from }));
  if (by === 'week' || by === 'month') return unitSpans(query, by);
  return [{ from, to, key: null }];
}

async function readValues(
  access: MetaAccess,
  page: string,
  span: DaySpan,
  units: readonly Unit[],
  metrics: readonly PageMetric[],
): Promise<Values> {
  const flows = new Set(['page_media_view', ...metrics.flatMap(({ name, kind }) => (kind === 'people' ? [] : name))]);
  const people = new Set(metrics.flatMap(({ name, kind }) => (kind === 'people' ? name : [])));
  const spans = new Set(people.size === 0 ? [] : units.flatMap((unit) => periods.get(daysIn(unit)) ?? []));
  const asked = [
    { period: 'day', names: spans.has('day') ? [...flows, ...people] : [...flows] },
    ...[...spans].filter((period) => period !== 'day').map((period) => ({ period, names: [...people] })),
  ];
  const requests = splitDays(span, mostDays).flatMap((part) => asked.map((each) => ({ ...each, ...part })));
  const answers = await mapBounded(requests, requestsAtOnce, ({ period, names, from, to }) => {
    // Days on either side, so that no zone of Meta's cuts one off.
    const since = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
    const until = Temporal.PlainDate.from(to).add({ days: 2 }).toString();
    return readInsights(access, page, { metric: names.join(','), period, since, until });
  });
  return valuesIn(answers.flat(), span);
}

function valuesIn(insights: PageInsights, { from, to }: DaySpan): Values {
  const values = new Map<string, Map<string, number>>();
  for (const { name, period, values: found } of insights) {
    const byDay = values.getOrInsertComputed(`${period} ${name}`, () => new Map<string, number>());
    for (const { value, end_time } of found) {
      const day = lastDayOf(end_time);
      if (value === undefined || value === null || day < from || day > to) continue;
      if (typeof value !== 'number' || !Number.isFinite(value)) throw strange();
      byDay.set(day, value);
    }
  }
  return values;
}

/** A value counts the days until its `end_time`, which is midnight in Meta's zone. */
function lastDayOf(endTime: string): string {
  const instant = Date.parse(endTime);
  if (Number.isNaN(instant)) throw strange();
  const end = Temporal.Instant.fromEpochMilliseconds(instant - 1).toZonedDateTimeISO(insightsZone);
  return end.toPlainDate().toString();
}

function figureOf(values: Values, unit: Unit, { name, kind }: PageMetric): number | null {
  if (kind === 'people') return values.get(`${periods.get(daysIn(unit))} ${name}`)?.get(unit.to) ?? null;
  const days = [...(values.get(`day ${name}`) ?? [])].filter(([day]) => unit.from <= day && day <= unit.to);
  if (days.length === 0) return null;
  if (kind === 'level') return days.toSorted(([one], [other]) => (one < other ? 1 : -1))[0]?.[1] ?? null;
  return days.reduce((sum, [, value]) => sum + value, 0);
}

/** Days at the end that Meta has not worked out yet are missing in sums. */
function noticesOf(days: readonly string[], { to }: Query): Notice[] {
  const last = days.toSorted().at(-1);
  if (last === undefined || last >= to) return [];
  return [{ code: 'incomplete_from', date: Temporal.PlainDate.from(last).add({ days: 1 }).toString() }];
}
