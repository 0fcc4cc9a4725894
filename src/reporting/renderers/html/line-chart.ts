import { type Labels, messagesFor } from '../../documents/messages/messages.ts';
import type { MetricDescription, ReportDocument } from '../../documents/model.ts';
import { type LineChart, layoutLineChart } from '../charts/line-chart.ts';
import type { ChartPoint, SeriesShape, ShownPoint } from '../charts/series-shape.ts';
import { chartStrokes, fineness } from '../design.ts';
import { html, type Markup, type Value } from '../text/markup.ts';
import { figure } from '../view/figure-views.ts';
import { numbersAt } from '../view/incidents-view.ts';
import type { SectionView } from '../view/section-views.ts';
import { daysOf, type MetricView, type SeriesChartView, type TimeseriesView } from '../view/series-views.ts';
import { pointsPerRem } from './design-properties.ts';
import { changeMark, scrolling } from './table-markup.ts';

type TimeseriesTitled = Extract<SectionView, { type: 'timeseries' }>;

/**
 * In points. The page stretches the plot to its width and keeps its height; dates are chosen for a wide and a narrow
 * page.
 */
const sizes = { wide: 520, narrow: 200, height: 150, heightOfSeveral: 96 };

/**
 * A time series whose labels keep their size at any width, and its figures as a table that the script shows at the
 * pointer.
 */
export function lineChart(section: TimeseriesTitled, document: ReportDocument, labels: Labels): Markup {
  const { charts, metrics } = section;
  const [first] = charts;
  const display = first?.data.display ?? 'line';
  const isAlone = charts.length === 1;
  const head =
    isAlone &&
    html`<figcaption class="legend${metrics.length > 0 && ' metrics'}">${metrics.length > 0 ? metricEntries(metrics, display, 0, labels) : legend(section, display)}</figcaption>\n`;
  const drawn = charts.map((chart, index) => {
    const own = isAlone
      ? ''
      : html`<div class="legend metrics">${metricEntries(chart.metrics, chart.data.display, index, labels)}</div>\n`;
    return html`${own}${plotted(chart, document, isAlone ? sizes.height : sizes.heightOfSeveral)}`;
  });
  return html`<figure class="series as-${display}">
${head}${drawn}<details><summary>${labels.showFigures}</summary>
${metrics.length > 0 ? metricsTable(section, document) : figuresTable(section, document)}</details>
</figure>
`;
}

function plotted({ data, metrics, alternative }: SeriesChartView, document: ReportDocument, height: number): Markup {
  const chart = layoutLineChart(data, document, { width: sizes.wide, height });
  const narrow = layoutLineChart(data, document, { width: sizes.narrow, height });
  const { plot, positions, current, baseline } = chart;
  const shares = positions.map((x) => percent(x - plot.left, plot.right - plot.left, 2));
  const box = `${plot.left} 0 ${plot.right - plot.left} ${heightOf(chart)}`;
  const name = metrics.length === 1 && html` data-name="${metrics[0]?.label ?? ''}"`;
  return html`<div class="chart"${name} data-x="${shares.join(' ')}">
${valueLabels(chart)}
<div class="plot"><svg${isDense(current, 'current') && html` class="dense"`} viewBox="${box}" height="${rem(heightOf(chart))}" preserveAspectRatio="none" role="img" aria-label="${alternative}">
${chart.marks && html`<path class="marked" d="${chart.marks.bands}"/>`}<path class="grid" d="${gridLines(chart)}"/>
${drawnSeries(chart)}${goalLine(chart)}<path class="baseline" d="M${plot.left} ${baseline}H${plot.right}"/>
${chart.marks && html`<path class="bracket" d="${chart.marks.brackets}"/>`}</svg>${markLabels(chart, 'wide')}${markLabels(narrow, 'narrow')}</div>
${dateLabels(chart, 'wide')}
${dateLabels(narrow, 'narrow')}
</div>
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
  const { current, compare, others, display, targets } = chart;
  const group = (name: string, shape: SeriesShape, area: boolean, goal: string | null = null) =>
    html`<g class="${name}" data-y="${heights(shape, chart)}">${area && html`<path class="area" d="${shape.area}"/>`}${line(shape, display === 'columns' || others.length > 0)}${goal && html`<path class="goal" d="${goal}"/>`}</g>\n`;
  const metrics = [current, ...others].map((shape, index) => {
    const goal = others.length > 0 ? targets[index] : null;
    return group(metricNames[index] ?? 'current', shape, others.length === 0 || display === 'area', goal);
  });
  const before = compare ? [group('compare', compare, false)] : [];
  return display === 'columns' ? [...metrics, ...before] : [...before, ...metrics.toReversed()];
}

/** The goal of the only metric; those of several are in the groups of their metrics. */
function goalLine({ targets: [target], others }: LineChart): Value {
  return others.length === 0 && target && html`<g class="target"><path class="line" d="${target}"/></g>\n`;
}

/** The pieces of legends: of a line, a column, and the level that a column is compared with. */
const pieces = {
  line: html`<path class="line" d="M1 4H23"/>`,
  columns: html`<path class="column bars" d="M8 0h8v8h-8Z"/>`,
  level: html`<path class="level" d="M4 4H20"/>`,
  goal: html`<path class="goal" d="M1 4H23"/>`,
};

/** The name of a series with a piece of it, and where its table has its dates and figures; the script turns it into a button. */
function entry(
  series: string,
  name: string,
  columns: readonly [date: number, figure: number] | null,
  piece: Markup,
): Markup {
  return html`<span class="entry ${series}" data-series="${series}"${columns && html` data-date="${columns[0]}" data-figure="${columns[1]}"`}><svg viewBox="0 0 24 8" aria-hidden="true">${piece}</svg><bdi>${name}</bdi></span>\n`;
}

function legend({ currentPeriod, comparePeriod, goal, marked }: TimeseriesView, display: string): Value {
  const isColumns = display === 'columns';
  return [
    entry('current', currentPeriod, [0, 1], isColumns ? pieces.columns : pieces.line),
    comparePeriod !== null && entry('compare', comparePeriod, [2, 3], marked ? pieces.level : pieces.line),
    goal !== null && entry('target', goal, null, pieces.line),
  ];
}

/** The metrics of one chart, the first of which has the figures of the `first` column of the table. */
function metricEntries(metrics: readonly MetricView[], display: string, first: number, labels: Labels): Markup[] {
  return metrics.map(({ label, value, before, change, goal }, index) => {
    const series = metricNames[index] ?? 'current';
    const key = entry(series, label, [0, first + index + 1], display === 'columns' ? pieces.columns : pieces.line);
    const kind = metrics.length > 1 ? `entry ${series}` : 'entry target';
    const piece = metrics.length > 1 ? pieces.goal : pieces.line;
    const goalKey =
      goal !== null &&
      html`<span class="${kind}"><svg viewBox="0 0 24 8" aria-hidden="true">${piece}</svg>${goal}</span>`;
    return html`<div class="metric">${key}<strong>${value}</strong>${change && html` ${changeMark(change, labels)}`}${before && html` <span class="before">${labels.before(before)}</span>`}${goalKey}</div>\n`;
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

/** The line with its isolated points and its partial points (hollow), or columns, partial ones hatched. */
function line({ line: path, dots, partial, bar, partialBar, hatch, marks }: SeriesShape, asColumns: boolean): Markup {
  const drawn = (kind: string, d: string) => d !== '' && html`<path class="${kind}" d="${d}"/>`;
  const column = asColumns ? 'column bars' : 'line column';
  return html`${drawn('line', path)}${drawn(column, bar)}${drawn('partial', partialBar)}${drawn('hatch', hatch)}${drawn('halo', marks)}${drawn('level', marks)}${drawn('dots', roundEnds([...dots, ...partial]))}${drawn('hollow', roundEnds(partial))}`;
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

/** The numbers of what was found, over its days. */
function markLabels({ plot, marks, fontSize }: LineChart, width: 'wide' | 'narrow'): Value {
  if (!marks) return null;
  const texts = marks.labels.map(({ text, x }) => {
    return html`<text x="${percent(x - plot.left, plot.right - plot.left, 2)}%" y="${rem(marks.y)}">${text}</text>`;
  });
  return html`<svg class="marks ${width}" height="${rem(fontSize)}" aria-hidden="true">${texts}</svg>`;
}

/** A row for each position of the chart, and behind them what the chart has no place for. */
function figuresTable(section: TimeseriesTitled, document: ReportDocument): Markup {
  const { current, compare, unmatched, series, title, currentPeriod, comparePeriod } = section;
  const metric = section.series[0]?.metric as MetricDescription;
  const goals = series[0]?.goal;
  const goal = goals && messagesFor(document.locale).goals.goal;
  const head = (period: string) => html`<th scope="colgroup" colspan="2">${period}</th>`;
  const numbers = incidentNumbers(section);
  const row = (point: ShownPoint | null, compared: ShownPoint | null, amount: number | null, found: string) => {
    const before = compare && cells(compared, metric, document, 'td');
    const target = goals && html`<td class="figure">${point && figure(amount, metric, document)}</td>`;
    const incidents = numbers && html`<td>${found}</td>`;
    return html`<tr>${cells(point, metric, document, 'th')}${before}${target}${incidents}</tr>\n`;
  };
  const positions = Array.from({ length: Math.max(current.length, compare?.length ?? 0) }, (_, index) =>
    row(current[index] ?? null, compare?.[index] ?? null, goals?.[index] ?? null, numbers?.[index] ?? ''),
  );
  return scrolling(
    title ?? metric.label,
    html`<table class="figures"><caption class="unseen">${title}</caption>
<thead><tr>${head(currentPeriod)}${comparePeriod === null ? null : head(comparePeriod)}${goal && html`<th scope="col" class="figure">${goal}</th>`}${numbers && incidentsHead(document)}</tr></thead>
<tbody>${positions}${unmatched.map((point) => row(null, point, null, ''))}</tbody></table>`,
  );
}

/** A column for each of several metrics, then those of their goals. */
function metricsTable(section: TimeseriesTitled, document: ReportDocument): Markup {
  const { series, current, title, currentPeriod } = section;
  const numbers = incidentNumbers(section);
  const { goal: goalName } = messagesFor(document.locale).goals;
  const withGoals = series.filter(({ goal }) => goal);
  const heads = series.map(({ metric }) => html`<th scope="col"><bdi>${metric.label}</bdi></th>`);
  const goalHeads = withGoals.map(({ metric }) => html`<th scope="col"><bdi>${metric.label}</bdi>: ${goalName}</th>`);
  const rows = current.map((point, index) => {
    const cell = (value: number | null | undefined, metric: MetricDescription) =>
      html`<td class="figure">${figure(value ?? null, metric, document)}</td>`;
    const figures = series.map((each) => cell(each.current[index]?.value, each.metric));
    const goals = withGoals.map(({ goal, metric }) => cell(goal?.[index], metric));
    return html`<tr><th scope="row">${daysOf(point, document.locale)}</th>${figures}${goals}${numbers && html`<td>${numbers[index] ?? ''}</td>`}</tr>\n`;
  });
  return scrolling(
    title ?? '',
    html`<table class="figures several"><caption class="unseen">${title}</caption>
<thead><tr><th scope="col">${currentPeriod}</th>${heads}${goalHeads}${numbers && incidentsHead(document)}</tr></thead>
<tbody>${rows}</tbody></table>`,
  );
}

/** The numbers of what was found on the days of each point; null where the section shows none. */
function incidentNumbers({ incidents, current, lastDay }: TimeseriesTitled): string[] | null {
  return incidents.length === 0 ? null : numbersAt(incidents, current, lastDay);
}

function incidentsHead(document: ReportDocument): Markup {
  return html`<th scope="col">${messagesFor(document.locale).charts.incidents}</th>`;
}

/** The days and the figure of a point, or empty cells. */
function cells(
  point: ShownPoint | null,
  metric: MetricDescription,
  document: ReportDocument,
  tag: 'th' | 'td',
): Markup {
  if (!point) return html`<td></td><td></td>`;
  const days = daysOf(point, document.locale);
  const first = tag === 'th' ? html`<th scope="row">${days}</th>` : html`<td>${days}</td>`;
  return html`${first}<td class="figure">${figure(point.value, metric, document)}</td>`;
}
