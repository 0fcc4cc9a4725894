import { formatDate, formatPeriod } from '../../documents/format.ts';
import type { NamedFigure } from '../../documents/messages/charts/en.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { MetricSeries, Point, ReportDocument, TimeseriesSection } from '../../documents/model.ts';
import { type SeriesDisplay, seriesDisplays } from '../../documents/section-settings.ts';
import type { ChartedSeries } from '../charts/line-chart.ts';
import type { ShownPoint } from '../charts/series-shape.ts';
import { type AlignedSeries, alignSeries } from './aligned-series.ts';
import { sentences } from './chart-views.ts';
import { type ComparisonView, comparisonView, figure } from './figure-views.ts';
import { aboutMetrics, type IncidentView, incidentsTold, incidentViews, markedPoints } from './incidents-view.ts';
import type { SectionContext } from './section-context.ts';

/**
 * A series with its figures. It has no compared period where there are several metrics: no more than four lines can be
 * told apart.
 */
export interface TimeseriesView extends AlignedSeries {
  readonly type: 'timeseries';
  /** Every metric's figures; the points of the first are `current`. */
  readonly series: readonly MetricSeries[];
  /** One, or one for each metric where they do not fit on one scale. */
  readonly charts: readonly SeriesChartView[];
  readonly total: ComparisonView;
  /** Every metric of a section of several, with its total; none of a section of one. */
  readonly metrics: readonly MetricView[];
  readonly currentPeriod: string;
  readonly comparePeriod: string | null;
  /** Whether the compared period is marks over columns; else it is a line, or a column beside the only one. */
  readonly marked: boolean;
  /** The name of the goal's line; null where the only metric has none. */
  readonly goal: string | null;
  readonly empty: boolean;
  /** What the charts do not show, or not as one expects. */
  readonly told: readonly string[];
  /** What watches found on its days, as the charts mark it. */
  readonly incidents: readonly IncidentView[];
  /** The last of its days. */
  readonly lastDay: string;
}

export interface SeriesChartView {
  readonly data: ChartedSeries & { readonly display: SeriesDisplay };
  /** The metrics whose names and totals stand above the chart; none of a section of one. */
  readonly metrics: readonly MetricView[];
  readonly alternative: string;
}

export interface MetricView extends ComparisonView {
  readonly label: string;
  /** The name of the goal's line in the metric's colour; null where it has none. */
  readonly goal: string | null;
}

/** More columns than this would be too thin to be told apart: they become lines. */
const mostColumns = 370;
/** Metrics share a scale as long as the greatest value of one is not more than this many times that of another. */
const mostTimes = 10;
/** How many points of the compared period are told where they cannot be drawn. */
const mostTold = 5;

export function timeseriesView(section: TimeseriesSection, context: SectionContext): TimeseriesView {
  const { document, labels, compared, periods } = context;
  const { charts: texts, goals } = messagesFor(document.locale);
  const { by } = section;
  const several = section.others !== undefined && section.others.length > 0;
  const series = seriesOf(section).map((each) => (several ? { ...each, compare: null } : each));
  const aligned = align(series[0] ?? section);
  const comparePeriod = several ? null : periods.compare;
  const incidents = incidentViews(section.incidents, document.locale);
  const lastDay = document.periods.current.to;
  const empty = [...(aligned.compare ?? []), ...series.flatMap(({ current }) => current)].every(
    (point) => point === null || point.value === null,
  );
  const apart = several && !fitTogether(series);
  const groups = apart ? series.map((each) => [each]) : [series];
  const charts = groups.map((group) => chartView(group));
  const beyond = groups.flatMap((group) => group.filter((each) => each.goal && !goalFits(each.goal, sizeOf(group))));
  return {
    type: 'timeseries',
    ...aligned,
    series,
    charts,
    total: comparisonView(section.total, section.metric, document, compared),
    metrics: charts.flatMap(({ metrics }) => metrics),
    currentPeriod: periods.current,
    comparePeriod,
    marked: charts[0]?.data.display === 'columns' && Math.max(section.current.length, aligned.compare?.length ?? 0) > 1,
    goal: !several && section.goal && beyond.length === 0 ? goals.goal : null,
    empty,
    told: [...(apart ? [texts.ownScales] : []), ...unmatchedTold(), ...beyond.map(goalTold)],
    incidents,
    lastDay,
  };

  function align({ current, compare }: MetricSeries): AlignedSeries {
    return alignSeries({ by, current, compare }, document.periods);
  }

  /** The greatest value that a chart draws. */
  function sizeOf(group: readonly MetricSeries[]): number {
    return Math.max(...[...group.map(({ current }) => current), aligned.compare ?? []].map(greatest));
  }

  function chartView(group: readonly MetricSeries[]): SeriesChartView {
    const [first = section, ...others] = group.map(({ goal, ...each }) => {
      return goal && goalFits(goal, sizeOf(group)) ? { ...each, goal } : each;
    });
    const longest = Math.max(...group.map(({ current }) => current.length));
    const display = shownAs(section.display, longest * group.length);
    const metrics = several ? [first, ...others].map(metricView) : [];
    const points = align(first);
    const marked = markedPoints(incidentsOf(group), points.current, lastDay);
    return {
      data: { ...first, ...points, by, others, display, marked },
      metrics,
      alternative: alternative(group, display),
    };
  }

  function incidentsOf(group: readonly MetricSeries[]): IncidentView[] {
    const keys = group.map(({ metric }) => metric.key);
    return aboutMetrics(incidents, keys);
  }

  function metricView({ metric, total, goal }: MetricSeries): MetricView {
    const view = comparisonView(total, metric, document, compared);
    return { label: metric.label, goal: goal ? goals.goal : null, ...view };
  }

  function alternative(group: readonly MetricSeries[], kind: SeriesDisplay): string {
    const metrics = group.map(({ metric }) => metric.label);
    if (empty) return labels.chartEmpty(texts.together(metrics));
    const facts = { kind, metrics, dimension: null, period: periods.current, comparePeriod };
    const marks = incidentsTold(incidentsOf(group), document.locale);
    const figures = several ? [texts.figures(group.flatMap(figuresTold))] : overall();
    return sentences(texts.described(facts), ...figures, ...(marks === null ? [] : [marks]));
  }

  function overall(): string[] {
    const { value, before } = comparisonView(section.total, section.metric, document, compared);
    const total = texts.overall(value, comparePeriod && (before ?? ''));
    return section.goal ? [total, goals.chart(goalAmounts(section, document))] : [total];
  }

  function figuresTold(series: MetricSeries): NamedFigure[] {
    const { label, value } = metricView(series);
    return [{ name: label, figure: value }, ...(series.goal ? [goalNamed(series)] : [])];
  }

  function goalNamed(series: MetricSeries): NamedFigure {
    const name = several ? `${series.metric.label}: ${goals.goal}` : goals.goal;
    return { name, figure: goalAmounts(series, document) };
  }

  function goalTold(series: MetricSeries): string {
    return texts.beyondScale(goalNamed(series), null);
  }

  function unmatchedTold(): string[] {
    const known = aligned.unmatched.filter(({ value }) => value !== null);
    if (by === 'day' || known.length === 0) return [];
    const named = known.slice(0, mostTold).map((point) => {
      return { name: daysOf(point, document.locale), figure: figure(point.value, section.metric, document) };
    });
    return [texts.unmatched(by, named, known.length - named.length)];
  }
}

/** The title of a series that has none of its own. */
export function seriesTitle(section: TimeseriesSection, { document, labels }: SectionContext): string {
  const { charts } = messagesFor(document.locale);
  return labels.series(charts.together(seriesOf(section).map(({ metric }) => metric.label)), section.by);
}

/** The day of a point, or all its days where the period cuts its week or month. */
export function daysOf({ date, until }: ShownPoint, locale: string): string {
  return until === undefined ? formatDate(date, locale) : formatPeriod({ from: date, to: until }, locale);
}

function seriesOf(section: TimeseriesSection): readonly MetricSeries[] {
  return [section, ...(section.others ?? [])];
}

/** Of metrics that are zero throughout there is nothing to see on any scale. */
function fitTogether(series: readonly MetricSeries[]): boolean {
  const sizes = series.map(({ current }) => greatest(current)).filter((size) => size > 0);
  return sizes.length < 2 || Math.max(...sizes) / mostTimes <= Math.min(...sizes);
}

/** The greatest value, whatever its sign. */
function greatest(points: readonly (Point | null)[]): number {
  return points.reduce((most, point) => Math.max(most, Math.abs(point?.value ?? 0)), 0);
}

/** Whether a goal can be drawn without pressing all values of its chart, the greatest of which is `size`, to the floor. */
function goalFits(goal: readonly (number | null)[], size: number): boolean {
  return size === 0 || goal.every((amount) => Math.abs(amount ?? 0) / mostTimes <= size);
}

function shownAs(display: string | undefined, columns: number): SeriesDisplay {
  const known = seriesDisplays.find((each) => each === display) ?? 'line';
  return known === 'columns' && columns > mostColumns ? 'line' : known;
}

/** The goals of the points, from the least to the greatest. */
function goalAmounts({ goal = [], metric }: MetricSeries, document: ReportDocument): string {
  const amounts = goal.filter((amount) => amount !== null);
  const ends = [Math.min(...amounts), Math.max(...amounts)].map((amount) => figure(amount, metric, document));
  return [...new Set(ends)].join(' – ');
}
