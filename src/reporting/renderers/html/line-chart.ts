import { formatDate } from '../../documents/format.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import type { MetricDescription, MetricSeries, Point, ReportDocument } from '../../documents/model.ts';
import { type ChartPoint, type LineChart, layoutLineChart, type SeriesShape } from '../charts/line-chart.ts';
import { chartStrokes, fineness } from '../design.ts';
import { html, type Markup, type Value } from '../text/markup.ts';
import type { TimeseriesView } from '../view/chart-views.ts';
import { figure } from '../view/figure-views.ts';
import type { SectionView } from '../view/section-views.ts';
import { pointsPerRem } from './design-properties.ts';
import { changeMark, scrolling } from './table-markup.ts';

type TimeseriesTitled = Extract<SectionView, { type: 'timeseries' }>;

/**
 * In points. The page stretches the plot to its width and keeps its height; dates are chosen for a wide and a narrow
 * page.
 */
const wide = { width: 520, height: 150 };
const narrow = { width: 230, height: 150 };

/**
 * A time series whose labels keep their size at any width, and its figures as a table that the script shows at the
 * pointer.
 */
export function lineChart(section: TimeseriesTitled, document: ReportDocument, labels: Labels): Markup {
  const chart = layoutLineChart(section.data, document, wide);
  const { plot, positions, current, baseline, display, target } = chart;
  const shares = positions.map((x) => percent(x - plot.left, plot.right - plot.left, 2));
  const box = `${plot.left} 0 ${plot.right - plot.left} ${heightOf(chart)}`;
  return html`<figure class="series as-${display}">
<figcaption class="legend${section.metrics.length > 0 && ' metrics'}">${legend(section, labels)}</figcaption>
<div class="chart" data-x="${shares.join(' ')}">
${valueLabels(chart)}
<div class="plot"><svg${isDense(current, 'current') && html` class="dense"`} viewBox="${box}" height="${rem(heightOf(chart))}" preserveAspectRatio="none" role="img" aria-label="${section.alternative}">
<path class="grid" d="${gridLines(chart)}"/>
${drawnSeries(chart)}${target && html`<g class="target"><path class="line" d="${target}"/></g>\n`}<path class="baseline" d="M${plot.left} ${baseline}H${plot.right}"/>
</svg></div>
${dateLabels(chart, 'wide')}
${dateLabels(layoutLineChart(section.data, document, narrow), 'narrow')}
</div>
<details><summary>${labels.showFigures}</summary>
${section.metrics.length > 0 ? metricsTable(section, document) : figuresTable(section, document)}</details>
</figure>
`;
}

/** Whether a line's points are so close together that it is drawn thinner. */
export function isDense({ line, step }: SeriesShape, stroke: 'current' | 'spark'): boolean {
  return line !== '' && fineness(chartStrokes[stroke], step) < 0.8;
}

/** The classes of metrics, which have the strokes and colours of their series. */
const metricNames = ['current', 'second', 'third', 'fourth'] as const;

/** Every series in a group of its own; the compared period lies behind lines and in front of columns. */
function drawnSeries(chart: LineChart): Markup[] {
  const { current, compare, others, display } = chart;
  const group = (name: string, shape: SeriesShape, area: boolean) =>
    html`<g class="${name}" data-y="${heights(shape, chart)}">${area && html`<path class="area" d="${shape.area}"/>`}${line(shape, display === 'columns' || others.length > 0)}</g>\n`;
  const metrics = [current, ...others].map((shape, index) =>
    group(metricNames[index] ?? 'current', shape, others.length === 0 || display === 'area'),
  );
  const halo = compare && display === 'columns' && html`<path class="halo" d="${compare.line}"/>`;
  const before = compare ? [html`${halo}${group('compare', compare, false)}`] : [];
  return display === 'columns' ? [...metrics, ...before] : [...before, ...metrics.toReversed()];
}

/** The name of a series with a piece of its line, and where its table has its dates and figures; the script turns it into a button. */
function entry(
  series: string,
  name: string,
  columns: readonly [date: number, figure: number] | null,
  isColumn: boolean,
): Markup {
  const mark = isColumn ? html`<path class="column bars" d="M8 0h8v8h-8Z"/>` : html`<path class="line" d="M1 4H23"/>`;
  return html`<span class="entry ${series}" data-series="${series}"${columns && html` data-date="${columns[0]}" data-figure="${columns[1]}"`}><svg viewBox="0 0 24 8" aria-hidden="true">${mark}</svg><bdi>${name}</bdi></span>\n`;
}

function legend({ currentPeriod, comparePeriod, goal, metrics, data }: TimeseriesView, labels: Labels): Value {
  const isColumns = data.display === 'columns';
  if (metrics.length === 0) {
    const current = entry('current', currentPeriod, [0, 1], isColumns);
    const compare = comparePeriod !== null && entry('compare', comparePeriod, [2, 3], false);
    return [current, compare, goal !== null && entry('target', goal, null, false)];
  }
  return metrics.map(({ label, value, before, change }, index) => {
    const key = entry(metricNames[index] ?? 'current', label, [0, index + 1], isColumns);
    return html`<div class="metric">${key}<strong>${value}</strong>${change && html` ${changeMark(change, labels)}`}${before && html` <span class="before">${labels.before(before)}</span>`}</div>\n`;
  });
}

/** The height of the plot within the layout; dates have their own space. */
function heightOf({ plot }: LineChart): number {
  return plot.bottom + 2;
}

function rem(points: number): string {
  return `${round(points / pointsPerRem)}rem`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function percent(part: number, whole: number, digits: number): string {
  return String(Number(((part / whole) * 100).toFixed(digits)));
}

/** The distance of each point from the top, in percent, for the script's marks. */
function heights({ places }: SeriesShape, chart: LineChart): string {
  return places.map((place) => (place ? percent(place.y, heightOf(chart), 1) : '-')).join(' ');
}

function gridLines({ plot, valueTicks, baseline }: LineChart): string {
  const lines = valueTicks.filter(({ at }) => Math.abs(at - baseline) > 0.5);
  return lines.map(({ at }) => `M${plot.left} ${round(at)}H${plot.right}`).join('');
}

/** Dots as zero-length lines with round ends: circles would be stretched with the plot. */
export function roundEnds(places: readonly ChartPoint[]): string {
  return places.map(({ x, y }) => `M${x} ${y}h0`).join('');
}

/** The line with its isolated points and its partial points (hollow), or columns. */
function line({ line: path, dots, partial, bar }: SeriesShape, asColumns: boolean): Markup {
  const marks = (kind: string, places: readonly ChartPoint[]) =>
    places.length > 0 && html`<path class="${kind}" d="${roundEnds(places)}"/>`;
  const kind = asColumns ? 'column bars' : 'line column';
  const drawn = bar && html`<path class="${kind}" d="${bar}"/>`;
  return html`${path !== '' && html`<path class="line" d="${path}"/>`}${drawn}${marks('dots', [...dots, ...partial])}${marks('hollow', partial)}`;
}

function valueLabels(chart: LineChart): Markup {
  const { plot, fontSize, valueTicks } = chart;
  const right = plot.left - 6;
  const texts = valueTicks.map(
    ({ at, label }) => html`<text x="${right}" y="${round(at + fontSize * 0.35)}">${label}</text>`,
  );
  return html`<svg class="values" viewBox="0 0 ${plot.left} ${heightOf(chart)}" width="${rem(plot.left)}" height="${rem(heightOf(chart))}" font-size="${fontSize}" aria-hidden="true">${texts}</svg>`;
}

function dateLabels({ plot, dateTicks }: LineChart, width: 'wide' | 'narrow'): Markup {
  const place = (at: number) => `${percent(at - plot.left, plot.right - plot.left, 2)}%`;
  const texts = dateTicks.map(({ at, mark, label }) => {
    const x = place(mark);
    return html`<line x1="${x}" x2="${x}" y2="4"/><text x="${place(at)}" y="1.25rem">${label}</text>`;
  });
  return html`<svg class="dates ${width}" height="1.6rem" aria-hidden="true">${texts}</svg>`;
}

function figuresTable(
  { data, title, currentPeriod, comparePeriod, goal }: TimeseriesTitled,
  document: ReportDocument,
): Markup {
  const { current, compare, metric } = data;
  const head = (period: string) => html`<th scope="colgroup" colspan="2">${period}</th>`;
  const rows = Array.from({ length: Math.max(current.length, compare?.length ?? 0) }, (_, index) => {
    const before = compare && cells(compare[index], metric, document, 'td');
    const amount = data.goal?.[index] ?? null;
    const target = goal && html`<td class="figure">${index < current.length && figure(amount, metric, document)}</td>`;
    return html`<tr>${cells(current[index], metric, document, 'th')}${before}${target}</tr>\n`;
  });
  return scrolling(
    title ?? metric.label,
    html`<table class="figures"><caption class="unseen">${title}</caption>
<thead><tr>${head(currentPeriod)}${comparePeriod === null ? null : head(comparePeriod)}${goal && html`<th scope="col" class="figure">${goal}</th>`}</tr></thead>
<tbody>${rows}</tbody></table>`,
  );
}

/** A column for each of several metrics. */
function metricsTable({ data, title, currentPeriod, metrics }: TimeseriesTitled, document: ReportDocument): Markup {
  const series: readonly MetricSeries[] = [data, ...(data.others ?? [])];
  const heads = metrics.map(({ label }) => html`<th scope="col"><bdi>${label}</bdi></th>`);
  const rows = data.current.map(({ date }, index) => {
    const figures = series.map(({ current, metric }) => {
      return html`<td class="figure">${figure(current[index]?.value ?? null, metric, document)}</td>`;
    });
    return html`<tr><th scope="row">${formatDate(date, document.locale)}</th>${figures}</tr>\n`;
  });
  return scrolling(
    title ?? '',
    html`<table class="figures several"><caption class="unseen">${title}</caption>
<thead><tr><th scope="col">${currentPeriod}</th>${heads}</tr></thead>
<tbody>${rows}</tbody></table>`,
  );
}

/** The day and the figure of a point, or empty cells. */
function cells(
  point: Point | undefined,
  metric: MetricDescription,
  document: ReportDocument,
  tag: 'th' | 'td',
): Markup {
  if (!point) return html`<td></td><td></td>`;
  const date = formatDate(point.date, document.locale);
  const first = tag === 'th' ? html`<th scope="row">${date}</th>` : html`<td>${date}</td>`;
  return html`${first}<td class="figure">${figure(point.value, metric, document)}</td>`;
}
