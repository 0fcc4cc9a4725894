import { mix, type Palette } from '../colors.ts';
import { chartStrokes, fineness, metricStyles } from '../design.ts';
import { xml } from '../text/markup.ts';
import type { ChartLabel } from './chart-label.ts';
import type { ColumnChart } from './column-chart.ts';
import { type Donut, restColor, sliceColors } from './donut.ts';
import type { Heatmap } from './heatmap.ts';
import type { LineChart, SparkLine } from './line-chart.ts';
import type { SeriesShape } from './series-shape.ts';

/** The colours of a chart, as `#rrggbb`. */
export type ChartColors = Pick<
  Palette,
  'accent' | 'second' | 'third' | 'fourth' | 'background' | 'muted' | 'rule' | 'text'
>;

const fonts = 'Noto Sans, Noto Sans JP, Noto Sans SC, Noto Sans KR, Noto Sans Arabic, Noto Sans Hebrew, sans-serif';

function svg(width: number, height: number, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}">${content}</svg>`
  );
}

type Anchor = 'start' | 'middle' | 'end';

function label(text: string, x: number, y: number, anchor: Anchor, fontSize: number, color: string): string {
  return (
    `<text x="${x.toFixed(2)}" y="${y.toFixed(2)}" text-anchor="${anchor}" font-family="${fonts}" ` +
    `font-size="${fontSize}" fill="${color}">${xml`${text}`.text}</text>`
  );
}

/** How a series is drawn. */
interface Pen {
  readonly color: string;
  readonly width: number;
  /** The fraction of the width that the line itself takes. */
  readonly fine: number;
  readonly dash?: string;
}

function stroke(shape: SeriesShape, { color, width, fine, dash = '' }: Pen, paper: string): string {
  const pen = (points: number) => `stroke="${color}" stroke-width="${points}"${dash && ` stroke-dasharray="${dash}"`}`;
  const round = 'stroke-linejoin="round" stroke-linecap="round"';
  const radius = width * 1.3;
  return [
    shape.line && `<path d="${shape.line}" fill="none" ${pen(rounded(width * fine))} ${round}/>`,
    shape.bar && `<path d="${shape.bar}" fill="${dash ? 'none' : color}" ${pen(width)}/>`,
    dash && shape.partialBar
      ? `<path d="${shape.partialBar}" fill="none" ${pen(width)}/>`
      : hatchedColumns(shape, color, paper),
    ...shape.dots.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`),
    // Hollow: the figure is not final.
    ...shape.partial.map(
      ({ x, y }) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${paper}" stroke="${color}" stroke-width="${width}"/>`,
    ),
  ].join('');
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}

function across(from: number, to: number, y: number): string {
  return `M${from.toFixed(2)} ${y.toFixed(2)}H${to.toFixed(2)}`;
}

function path(data: string, color: string, width: number): string {
  return data && `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
}

/** Mixed rather than translucent: transparency makes a PDF larger and slower to write. */
function surface(data: string, colors: ChartColors, strength: number): string {
  return data && `<path d="${data}" fill="${mix(colors.accent, colors.background, 1 - strength)}"/>`;
}

/** The lines and columns of a time series without any text; Typst sets the labels on top. */
export function lineChartGeometry(chart: LineChart, colors: ChartColors): string {
  const { plot, baseline, display } = chart;
  const { left, right, bottom } = plot;
  const grid = chart.valueTicks
    .filter(({ at }) => Math.abs(at - baseline) > 0.5)
    .map(({ at }) => across(left, right, at));
  const dates = chart.dateTicks.map(({ mark }) => `M${mark.toFixed(2)} ${bottom.toFixed(2)}v3`);
  const { compareDash, ...widths } = chartStrokes;
  const fine = fineness(widths.current, chart.current.step);
  const compare = { color: colors.muted, width: widths.compare, fine, dash: compareDash.join(' ') };
  const compared = chart.compare ? stroke(chart.compare, compare, colors.background) : '';
  const marks = chart.compare?.marks ?? '';
  const metrics = [chart.current, ...chart.others].map((shape, index) => metric(shape, index, fine, chart, colors));
  const content = [
    chart.marks && `<path d="${chart.marks.bands}" fill="${markedSurface(colors)}"/>`,
    areas(chart, colors),
    path(grid.join(''), colors.rule, widths.grid),
    path(dates.join(''), colors.muted, widths.grid),
    path(across(left, right, baseline), colors.muted, widths.baseline),
    compared,
    ...(display === 'columns' ? metrics : metrics.toReversed()),
    path(marks, colors.background, widths.mark + haloWidth),
    path(marks, colors.text, widths.mark),
    ...chart.targets.map((target, index) =>
      goalLine(target, chart.targets.length > 1 ? metricColor(index, colors) : colors.text),
    ),
    chart.marks && path(chart.marks.brackets, colors.text, widths.bracket),
  ];
  return svg(chart.width, chart.height, content.join(''));
}

/** Under the marked days, light enough for all lines and columns on it. */
function markedSurface({ muted, background }: ChartColors): string {
  return mix(muted, background, 1 - chartStrokes.band);
}

function goalLine(target: string | null, color: string): string {
  if (target === null) return '';
  const { target: width, targetDash } = chartStrokes;
  return `<path d="${target}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${targetDash.join(' ')}"/>`;
}

/** Areas of several metrics lie over each other, so they have to be translucent. */
function areas({ current, others, display }: LineChart, colors: ChartColors): string {
  const { area, filledArea } = chartStrokes;
  if (others.length === 0) return surface(current.area, colors, display === 'area' ? filledArea : area);
  if (display !== 'area') return '';
  const opacity = filledArea / 1.5;
  return [current, ...others]
    .map((shape, index) => `<path d="${shape.area}" fill="${metricColor(index, colors)}" fill-opacity="${opacity}"/>`)
    .join('');
}

function metricColor(index: number, colors: ChartColors): string {
  return colors[metricStyles[index]?.color ?? 'accent'];
}

function metric(shape: SeriesShape, index: number, fine: number, chart: LineChart, colors: ChartColors): string {
  const color = metricColor(index, colors);
  const { dash = [], strength = 1 } = metricStyles[index] ?? {};
  const pen = { color, width: chartStrokes.current, fine };
  const isColumns = shape.bar + shape.partialBar !== '' && (chart.display === 'columns' || chart.others.length > 0);
  if (!isColumns) return stroke(shape, { ...pen, dash: dash.join(' ') }, colors.background);
  const fill = mix(color, colors.background, 1 - strength);
  const outline = strength < 1 ? ` stroke="${color}" stroke-width="${columnOutline}"` : '';
  const whole = shape.bar && `<path d="${shape.bar}" fill="${fill}"${outline}/>`;
  return whole + hatchedColumns(shape, color, colors.background);
}

function hatchedColumns({ partialBar, hatch }: SeriesShape, color: string, paper: string): string {
  const outline = `stroke="${color}" stroke-width="${columnOutline}"`;
  return partialBar && `<path d="${partialBar}" fill="${paper}" ${outline}/>${path(hatch, color, chartStrokes.hatch)}`;
}

const columnOutline = 0.8;
/** What keeps the marks of the compared period apart from the columns under them. */
const haloWidth = 2;

/** A time series as a complete picture, labels included. */
export function lineChartSvg(chart: LineChart, colors: ChartColors): string {
  const { plot, fontSize } = chart;
  const values = chart.valueTicks.map(({ at, label: text }) =>
    label(text, plot.left - 5, at + fontSize * 0.35, 'end', fontSize, colors.muted),
  );
  const dates = chart.dateTicks.map(({ at, label: text }) =>
    label(text, at, plot.bottom + fontSize * 1.7, 'middle', fontSize, colors.muted),
  );
  const { labels = [], y = 0 } = chart.marks ?? {};
  const marks = labels.map(({ text, x }) => label(text, x, y, 'middle', fontSize, colors.text));
  return lineChartGeometry(chart, colors).replace('</svg>', `${[...values, ...dates, ...marks].join('')}</svg>`);
}

export function sparkLineSvg(spark: SparkLine, colors: ChartColors): string {
  const area = surface(spark.area, colors, chartStrokes.area * 1.5);
  const pen = { color: colors.accent, width: chartStrokes.spark, fine: fineness(chartStrokes.spark, spark.step) };
  return svg(spark.width, spark.height, area + stroke(spark, pen, colors.background));
}

/** A spark line as a faint pattern in one colour. */
export function silhouetteSvg(spark: SparkLine, color: string): string {
  const area = `<path d="${spark.area}" fill="${color}" fill-opacity="0.1"/>`;
  const line = `<path d="${spark.line}" fill="none" stroke="${color}" stroke-opacity="0.45" stroke-width="1"/>`;
  return svg(spark.width, spark.height, area + line);
}

/** Columns of parts without any text. */
export function columnChartGeometry(chart: ColumnChart, colors: ChartColors): string {
  const { plot, baseline, current, rest, compare } = chart;
  const { compareDash, grid, baseline: line, compare: width } = chartStrokes;
  const lines = chart.grid.map((at) => across(plot.left, plot.right, at)).join('');
  const dash = `stroke-dasharray="${compareDash.join(' ')}"`;
  const content = [
    path(lines, colors.rule, grid),
    compare && `<path d="${compare}" fill="none" stroke="${colors.muted}" stroke-width="${width}" ${dash}/>`,
    current && `<path d="${current}" fill="${colors.accent}"/>`,
    rest && `<path d="${rest}" fill="${mix(colors.muted, colors.background, 0.5)}"/>`,
    path(across(plot.left, plot.right, baseline), colors.muted, line),
  ];
  return svg(chart.width, chart.height, content.join(''));
}

/** A ring of parts without any text. */
export function donutGeometry({ size, slices, colors: parts, track }: Donut, colors: ChartColors): string {
  const fills = sliceColors(colors);
  const drawn = slices.map((slice, index) => {
    const fill = fills[parts[index] ?? restColor];
    return `<path d="${slice}" fill="${fill}" stroke="${colors.background}" stroke-width="1"/>`;
  });
  const ring = `<path d="${track}" fill="none" stroke="${colors.rule}" stroke-width="${chartStrokes.grid}"/>`;
  return svg(size, size, `<g transform="translate(${size / 2} ${size / 2})">${ring}${drawn.join('')}</g>`);
}

/** The fields of a heatmap without any text; those without a figure are outlines. */
export function heatmapGeometry({ width, height, cells }: Heatmap, colors: ChartColors): string {
  const fields = cells.map(({ x, y, strength, ...cell }) => {
    if (strength === null) {
      const inner = `x="${x + 0.4}" y="${y + 0.4}" width="${cell.width - 0.8}" height="${cell.height - 0.8}"`;
      return `<rect ${inner} fill="none" stroke="${colors.rule}" stroke-width="0.8"/>`;
    }
    const fill = mix(colors.accent, colors.background, 1 - strength);
    return `<rect x="${x}" y="${y}" width="${cell.width}" height="${cell.height}" fill="${fill}"/>`;
  });
  return svg(width, height, fields.join(''));
}

/** A drawing with its labels, as a complete picture. */
export function withLabels(
  geometry: string,
  { labels, fontSize }: { readonly labels: readonly ChartLabel[]; readonly fontSize: number },
  colors: ChartColors,
): string {
  const texts = labels.map(({ text, x, y, anchor, tone, size = fontSize }) => {
    const color = tone === 'onColor' ? colors.background : tone === 'text' ? colors.text : colors.muted;
    return label(text, x, y, anchor, size, color);
  });
  return geometry.replace('</svg>', `${texts.join('')}</svg>`);
}
