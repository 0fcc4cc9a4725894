import { ConnectorError, type Query, type QueryResult } from '../contract.ts';
import { answerOf } from '../hosted/answer.ts';
import type { Report, ReportRequest } from './api.ts';
import type { AnalyticsDimension, AnalyticsMetric } from './catalog.ts';

/** What a query asks for, by the catalogue. */
export interface Asked {
  readonly metrics: readonly AnalyticsMetric[];
  readonly dimension: AnalyticsDimension | undefined;
  /** A second one, for pairs of values. None if absent. */
  readonly secondary?: AnalyticsDimension | undefined;
  /** What all of its reports are narrowed to. */
  readonly filter?: object | undefined;
}

const timeNames = { none: undefined, day: 'date', week: 'isoYearIsoWeek', month: 'yearMonth' } as const;

/** The reports that together answer a query. Each has the metric that decides which values of a dimension come back. */
export function requestsFor(query: Query, asked: Asked): ReportRequest[] {
  const { from, to, by, hourly } = query;
  const dimension = typeof by === 'object' ? asked.dimension?.name : hourly ? 'dateHour' : timeNames[by];
  const dimensions = [dimension, asked.secondary?.name].filter((name) => name !== undefined);
  const limit = Math.max(1, Math.trunc(query.limit));
  return nameGroups(asked).map((names) => ({
    dateRanges: [{ startDate: from, endDate: to }],
    dimensions: dimensions.map((name) => ({ name })),
    metrics: names.map((name) => ({ name })),
    ...(asked.filter && { dimensionFilter: asked.filter }),
    orderBys: ordersBy(by, dimensions, names[0]),
    limit: by === 'none' ? 1 : limit,
  }));
}

function ordersBy(by: Query['by'], dimensions: readonly string[], first: string | undefined): unknown[] {
  const byKeys = dimensions.map((dimensionName) => ({ dimension: { dimensionName } }));
  return typeof by === 'object' ? [{ metric: { metricName: first }, desc: true }, ...byKeys] : byKeys;
}

const mostMetrics = 10;

/** The names of metrics for each report. Nearly every period with data has sessions, so rows are alike whatever is asked. */
function nameGroups({ metrics, dimension }: Asked): string[][] {
  const fitting = metrics.filter((metric) => fits(metric, dimension));
  const scopes = Map.groupBy(fitting, ({ ofItems }) => ofItems === true);
  if (scopes.size === 0) scopes.set(dimension?.ofItems === true, []);
  return [...scopes].flatMap(([ofItems, own]) => {
    const probe = ofItems ? 'itemsViewed' : 'sessions';
    const leads = [...new Set([own[0]?.name ?? probe, probe])];
    const others = own.map(({ name }) => name).filter((name) => !leads.includes(name));
    const size = mostMetrics - leads.length;
    const groups = Array.from({ length: Math.max(1, Math.ceil(others.length / size)) });
    return groups.map((_, index) => [...leads, ...others.slice(index * size, (index + 1) * size)]);
  });
}

/** Whether Google has the metric by the dimension. */
function fits(metric: AnalyticsMetric, dimension: AnalyticsDimension | undefined): boolean {
  return dimension === undefined || (metric.ofItems === true) === (dimension.ofItems === true);
}

/** The answer to a query from its reports. */
export function answerFrom(query: Query, asked: Asked, reports: readonly Report[]): QueryResult {
  const { dimension, secondary } = asked;
  const groups = new Map<string, { keys: readonly (string | null)[]; figures: Map<string, number | null> }>();
  for (const [index, names] of nameGroups(asked).entries()) {
    for (const { dimensionValues, metricValues } of reports[index]?.rows ?? []) {
      const textAt = (index: number) => dimensionValues?.[index]?.value ?? '';
      const key = keyOf(textAt(0), query, dimension);
      const keys = secondary ? [key, keyOf(textAt(1), query, secondary)] : [key];
      const { figures } = groups.getOrInsertComputed(JSON.stringify(keys), () => ({ keys, figures: new Map() }));
      for (const [column, name] of names.entries()) figures.set(name, figureIn(metricValues[column]?.value));
    }
  }
  const restricted = new Set(reports.flatMap(restrictedIn));
  const result = answerOf(query, {
    rows: [...groups.values()].map(({ keys: [key = null, second = null], figures }) => ({
      key,
      ...(secondary && { secondary: second }),
      values: asked.metrics.map((metric) => {
        return restricted.has(metric.name) || !fits(metric, asked.dimension)
          ? null
          : (figures.get(metric.name) ?? null);
      }),
    })),
    hasData: [...groups.values()].some(({ figures }) => [...figures.values()].some((figure) => (figure ?? 0) !== 0)),
    ...(reports[0]?.rowCount !== undefined && { groupCount: reports[0].rowCount }),
  });
  const hasOther = groups.values().some(({ keys }) => keys.includes(other));
  const notices = noticesFor(query, reports, hasOther);
  return notices.length === 0 ? result : { ...result, notices };
}

/** The metrics that the credentials may not see, by Google's names. Their figures are zero, whatever they are. */
export function restrictedIn({ metadata }: Report): string[] {
  const restrictions = metadata?.schemaRestrictionResponse?.activeMetricRestrictions ?? [];
  return restrictions.flatMap(({ metricName }) => metricName ?? []);
}

function figureIn(text: string | undefined): number | null {
  const figure = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(figure) ? figure : null;
}

const other = '(other)';

function keyOf(text: string, { by, hourly }: Query, dimension: AnalyticsDimension | undefined): string | null {
  if (typeof by === 'object') return text === '(not set)' ? null : (dimension?.names?.[text] ?? text);
  if (by === 'none') return null;
  if (hourly && /^\d{10}$/.test(text)) {
    return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8)}`;
  }
  if (hourly || !/^\d{6}(\d\d)?$/.test(text)) {
    throw new ConnectorError('transient', 'Google Analytics gave a day that cannot be read.');
  }
  if (by === 'week') return firstDayOfWeek(Number(text.slice(0, 4)), Number(text.slice(4)));
  if (by === 'month') return `${text.slice(0, 4)}-${text.slice(4, 6)}-01`;
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}

/** The Monday of an ISO week; 4 January is always in the first one. */
function firstDayOfWeek(year: number, week: number): string {
  const inFirst = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  return inFirst
    .subtract({ days: inFirst.dayOfWeek - 1 })
    .add({ weeks: week - 1 })
    .toString();
}

type Notices = NonNullable<QueryResult['notices']>;

/** Figures may change for this many days after their own. */
const unsettledDays = 2;

function noticesFor({ from, to, timeZone }: Query, reports: readonly Report[], hasOther: boolean): Notices {
  const says = (test: (metadata: NonNullable<Report['metadata']>) => boolean) =>
    reports.some(({ metadata }) => metadata !== undefined && test(metadata));
  const zone = reports.find(({ metadata }) => metadata?.timeZone)?.metadata?.timeZone ?? timeZone;
  const unsettled = Temporal.Now.plainDateISO(zone).subtract({ days: unsettledDays }).toString();
  const notices: [boolean, Notices[number]][] = [
    [says(({ samplingMetadatas = [] }) => samplingMetadatas.length > 0), { code: 'sampled' }],
    [says(({ subjectToThresholding = false }) => subjectToThresholding), { code: 'thresholded' }],
    [hasOther || says(({ dataLossFromOtherRow = false }) => dataLossFromOtherRow), { code: 'other_row' }],
    [to >= unsettled, { code: 'incomplete_from', date: from > unsettled ? from : unsettled }],
  ];
  return notices.filter(([isSaid]) => isSaid).map(([, notice]) => notice);
}
