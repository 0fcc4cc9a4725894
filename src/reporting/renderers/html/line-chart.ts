import { formatDate } from '../../documents/format.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import type { MetricDescription, Point, ReportDocument } from '../../documents/model.ts';
import { type ChartPoint, type LineChart, layoutLineChart, type SeriesShape } from '../charts/line-chart.ts';
import { chartStrokes, fineness } from '../design.ts';
import { html, type Markup } from '../text/markup.ts';
import { figure } from '../view/figure-views.ts';
import type { SectionView } from '../view/section-views.ts';
import { pointsPerRem } from './design-properties.ts';
import { scrolling } from './table-markup.ts';

type TimeseriesView = Extract<SectionView, { type: 'timeseries' }>;

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
export function lineChart(section: TimeseriesView, document: ReportDocument, labels: Labels): Markup {
  const chart = layoutLineChart(section.data, document, wide);
  const { plot, positions, current, compare, baseline } = chart;
  const shares = positions.map((x) => percent(x - plot.left, plot.right - plot.left, 2));
  const box = `${plot.left} 0 ${plot.right - plot.left} ${heightOf(chart)}`;
  return html`<figure class="series">
<figcaption class="legend">${legend(section)}</figcaption>
<div class="chart" data-x="${shares.join(' ')}">
${valueLabels(chart)}
<div class="plot"><svg${isDense(current, 'current') && html` class="dense"`} viewBox="${box}" height="${rem(heightOf(chart))}" preserveAspectRatio="none" role="img" aria-label="${section.alternative}">
<path class="grid" d="${gridLines(chart)}"/>
${compare && html`<g class="compare" data-y="${heights(compare, chart)}">${line(compare)}</g>`}
<g class="current" data-y="${heights(current, chart)}"><path class="area" d="${current.area}"/>${line(current)}</g>
<path class="baseline" d="M${plot.left} ${baseline}H${plot.right}"/>
</svg></div>
${dateLabels(chart, 'wide')}
${dateLabels(layoutLineChart(section.data, document, narrow), 'narrow')}
</div>
<details><summary>${labels.showFigures}</summary>
${figuresTable(section, document)}</details>
</figure>
`;
}

/** Whether a line's points are so close together that it is drawn thinner. */
export function isDense({ line, step }: SeriesShape, stroke: 'current' | 'spark'): boolean {
  return line !== '' && fineness(chartStrokes[stroke], step) < 0.8;
}

/** The name of a series with a piece of its line; the script turns it into a button. */
function legend({ currentPeriod, comparePeriod }: TimeseriesView): Markup {
  const entry = (series: 'current' | 'compare', name: string) =>
    html`<span class="entry ${series}" data-series="${series}"><svg viewBox="0 0 24 8" aria-hidden="true"><path class="line" d="M1 4H23"/></svg>${name}</span>\n`;
  return html`${entry('current', currentPeriod)}${comparePeriod === null ? null : entry('compare', comparePeriod)}`;
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

/** The line with its isolated points and its partial points (hollow), or the bar of a single point. */
function line({ line: path, dots, partial, bar }: SeriesShape): Markup {
  const marks = (kind: string, places: readonly ChartPoint[]) =>
    places.length > 0 && html`<path class="${kind}" d="${roundEnds(places)}"/>`;
  return html`<path class="line" d="${path}"/>${marks('dots', [...dots, ...partial])}${marks('hollow', partial)}${bar && html`<path class="line column" d="${bar}"/>`}`;
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

function figuresTable({ data, title, currentPeriod, comparePeriod }: TimeseriesView, document: ReportDocument): Markup {
  const { current, compare, metric } = data;
  const head = (period: string) => html`<th scope="colgroup" colspan="2">${period}</th>`;
  const rows = Array.from({ length: Math.max(current.length, compare?.length ?? 0) }, (_, index) => {
    const before = compare && cells(compare[index], metric, document, 'td');
    return html`<tr>${cells(current[index], metric, document, 'th')}${before}</tr>\n`;
  });
  return scrolling(
    title ?? metric.label,
    html`<table class="figures"><caption class="unseen">${title}</caption>
<thead><tr>${head(currentPeriod)}${comparePeriod === null ? null : head(comparePeriod)}</tr></thead>
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
