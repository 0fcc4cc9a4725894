import type { ChartLabel } from '../charts/chart-label.ts';
import { layoutColumnChart } from '../charts/column-chart.ts';
import { layoutDonut, restColor } from '../charts/donut.ts';
import { type HeatmapCell, layoutHeatmap } from '../charts/heatmap.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ColumnsView, DonutView } from '../view/chart-views.ts';
import type { HeatmapView } from '../view/heatmap-view.ts';
import type { ReportView } from '../view/report-view.ts';

/** In points. Where the page is narrower than its texts need, the chart scrolls on its own. */
const size = { width: 480, height: 150 };
/** A browser's own font may be wider than the one that labels are measured with. */
const edge = 8;
const donutSize = 132;
const heatmapSize = { width: 520, height: 150 };

/** Columns of parts; the figures' table is for the caller to add. */
export function columnChart(section: ColumnsView, { document, direction }: ReportView): Markup {
  const chart = layoutColumnChart(section, document, size, direction === 'rtl');
  const { plot, baseline, grid, current, rest, compare } = chart;
  const lines = grid.map((at) => `M${plot.left} ${at.toFixed(2)}H${plot.right}`).join('');
  return html`<figcaption class="legend">${legend(section)}</figcaption>
<div class="scrolling" role="group" aria-label="${section.alternative}" tabindex="0"><svg class="parts" viewBox="${-edge} 0 ${size.width + 2 * edge} ${size.height}" font-size="${chart.fontSize}" role="img" aria-label="${section.alternative}">
<path class="grid" d="${lines}"/>
<g class="compare"><path class="line column" d="${compare}"/></g>
<g class="current"><path class="column bars" d="${current}"/></g>
<path class="rest-column" d="${rest}"/>
<path class="baseline" d="M${plot.left} ${baseline}H${plot.right}"/>
${chartTexts(chart.labels)}</svg></div>
`;
}

function legend({ currentPeriod, comparePeriod }: ColumnsView): Markup {
  const entry = (series: string, kind: string, name: string) =>
    html`<span class="entry ${series}"><svg viewBox="0 0 24 8" aria-hidden="true"><path class="${kind}" d="M8 0h8v8h-8Z"/></svg>${name}</span>\n`;
  const before = comparePeriod !== null && entry('compare', 'line column', comparePeriod);
  return html`${entry('current', 'column bars', currentPeriod)}${before}`;
}

/** A heatmap whose fields tell their figures to a pointer; the figures' table is for the caller to add. */
export function heatmapChart(section: HeatmapView, { direction }: ReportView): Markup {
  const { width, height, fontSize, cells, labels } = layoutHeatmap(section, heatmapSize, direction === 'rtl');
  const field = ({ at, x, y, strength, ...cell }: HeatmapCell) => {
    const told = at && section.told[at[0]]?.[at[1]];
    const title = told ? html`<title>${told}</title>` : '';
    const kind = strength === null ? html`class="no-figure"` : html`class="field" fill-opacity="${strength}"`;
    return html`<rect ${kind} x="${x}" y="${y}" width="${cell.width}" height="${cell.height}">${title}</rect>`;
  };
  return html`<div class="scrolling" role="group" aria-label="${section.alternative}" tabindex="0"><svg class="parts" viewBox="${-edge} 0 ${width + 2 * edge} ${height}" font-size="${fontSize}" role="img" aria-label="${section.alternative}">
${cells.map(field)}
<g class="over-fields">${chartTexts(labels)}</g></svg></div>
`;
}

/** A ring beside the table that names its parts. */
export function donutChart({ slices, alternative }: DonutView, table: Markup): Markup {
  const { size: span, slices: paths, colors, track, labels, fontSize } = layoutDonut(slices, donutSize);
  const drawn = paths.map(
    (path, index) => html`<path class="slice part-${(colors[index] ?? restColor) + 1}" d="${path}"/>`,
  );
  return html`<div class="ringed"><svg class="ring" viewBox="0 0 ${span} ${span}" font-size="${fontSize}" role="img" aria-label="${alternative}">
<g transform="translate(${span / 2} ${span / 2})"><path class="grid" d="${track}"/>${drawn}</g>
${chartTexts(labels)}</svg>
${table}</div>
`;
}

/** What shows on screen as the chart's own texts; the alternative text says them to who listens. */
function chartTexts(labels: readonly ChartLabel[]): Markup {
  const texts = labels.map(({ text, x, y, anchor, tone = 'muted', size }) => {
    return html`<text class="tone-${tone}"${size !== undefined && html` font-size="${size}"`} x="${x.toFixed(2)}" y="${y.toFixed(2)}" text-anchor="${anchor}">${text}</text>`;
  });
  return html`${texts}`;
}
