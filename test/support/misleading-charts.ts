import type { Point } from '../../src/reporting/documents/model.ts';
import type { ChartLabel } from '../../src/reporting/renderers/charts/chart-label.ts';
import type { ColumnChart, PartColumn } from '../../src/reporting/renderers/charts/column-chart.ts';
import type { Donut } from '../../src/reporting/renderers/charts/donut.ts';
import type { ChartedSeries, LineChart } from '../../src/reporting/renderers/charts/line-chart.ts';
import type { SeriesShape } from '../../src/reporting/renderers/charts/series-shape.ts';
import { textWidth } from '../../src/reporting/renderers/text/text-width.ts';

/** A rectangle in points. */
interface Box {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The least height of what stands for a value other than zero, as a part of the axis. */
const leastMark = 0.01;
/** The least height of the greatest value of a series or of named parts: below it they lie on the axis. */
const leastSeries = 0.04;
const rounding = 0.02;
const letterHeight = 0.72;

/** What misleads in a drawn time series, in words; nothing where nothing does. */
export function misleadingSeries(series: ChartedSeries, chart: LineChart): string[] {
  const { plot, baseline, display } = chart;
  const span = plot.bottom - plot.top;
  const metrics = [series.current, ...(series.others ?? []).map(({ current }) => current)];
  const shapes = [chart.current, ...chart.others];
  const heights = (points: readonly (Point | null)[], shape: SeriesShape | null) =>
    points.flatMap((point, index) => {
      const place = shape?.places[index];
      return point?.value && place ? [Math.abs(place.y - baseline) / span] : [];
    });
  const compared = heights(series.compare ?? [], chart.compare);
  const drawn = shapes.map((shape, index) => heights(metrics[index] ?? [], shape));
  const isColumns = shapes.some(({ bar, partialBar }) => bar + partialBar !== '');
  return [
    ...(isColumns && [...drawn.flat(), ...compared].some((height) => height < leastMark - rounding / span)
      ? ['a column or a mark that cannot be told from zero']
      : []),
    ...drawn.flatMap((each, index) => {
      const seen = drawn.length === 1 ? [...each, ...compared] : each;
      return seen.length > 0 && Math.max(...seen) < leastSeries ? [`series ${index} lies on the axis`] : [];
    }),
    ...(display === 'columns' && [...shapes, chart.compare].some((shape) => shape?.line || shape?.area)
      ? ['a line through columns']
      : []),
    ...metrics.flatMap((points, index) => {
      const whole = points.filter((point) => point.value !== null && !point.partial).length;
      const count = (shapes[index]?.bar.match(/M/g) ?? []).length;
      return isColumns && display === 'columns' && count !== whole ? ['a part that looks whole'] : [];
    }),
    ...overlaps(shapes.flatMap(({ bar, partialBar }) => columns(bar + partialBar))),
    ...labelFaults([...valueLabels(chart), ...dateLabels(chart)], chart.width, chart.height),
  ];
}

/** The same of parts as columns. */
export function misleadingColumns(parts: readonly PartColumn[], chart: ColumnChart): string[] {
  const { baseline, width, height, labels, fontSize } = chart;
  const drawn = [...columns(chart.current), ...columns(chart.rest), ...columns(chart.compare)];
  const ticks = labels.filter(({ anchor }) => anchor !== 'middle').map(({ y }) => y);
  const span = Math.max(...ticks, baseline) - Math.min(...ticks, baseline);
  const sizeOf = ({ top, bottom }: Box) => bottom - top;
  const values = parts.flatMap(({ current, compare }) => [current, compare]).filter((value) => value !== null);
  const shown = drawn.filter((box) => sizeOf(box) > 0);
  const named = [...columns(chart.current), ...columns(chart.compare)].map(sizeOf);
  const known = parts.filter(({ current }) => current !== null).length;
  const written = labels.filter(({ tone }) => tone === 'text').length;
  return [
    ...(shown.length < values.filter((value) => value !== 0).length ||
    shown.some((box) => sizeOf(box) < leastMark * span - rounding)
      ? ['a column that cannot be told from zero']
      : []),
    ...(written < known ? [`${known - written} of ${known} columns without their figures`] : []),
    ...(parts.some(({ isRest }) => isRest) && Math.max(...named) < span / 4
      ? ['all others press the parts to the floor']
      : []),
    ...overlaps([...shown, ...labels.map((label) => boxOf(label, fontSize))]),
    ...labelFaults(
      labels.map((label) => boxOf(label, fontSize)),
      width,
      height,
    ),
  ];
}

/** The same of a ring. */
export function misleadingDonut({ labels, fontSize, size }: Donut): string[] {
  return labelFaults(
    labels.map((label) => boxOf(label, fontSize)),
    size,
    size,
  );
}

function labelFaults(boxes: readonly Box[], width: number, height: number): string[] {
  const cut = boxes.filter(
    (box) => box.left < -rounding || box.right > width + rounding || box.top < -1 || box.bottom > height,
  );
  return [...overlaps(boxes), ...cut.map(({ name }) => `"${name}" is cut off`)];
}

function overlaps(boxes: readonly Box[]): string[] {
  const sorted = boxes.toSorted((one, other) => one.left - other.left);
  return sorted.flatMap((one, index) => {
    const faults: string[] = [];
    for (const other of sorted.slice(index + 1)) {
      if (other.left >= one.right - rounding) break;
      if (one.top < other.bottom - rounding && other.top < one.bottom - rounding)
        faults.push(`"${one.name}" touches "${other.name}"`);
    }
    return faults;
  });
}

/** The columns of a path, as the layouts write them. */
function columns(path: string): Box[] {
  return [...path.matchAll(/M([-\d.e]+),([-\d.e]+)h([-\d.e]+)V([-\d.e]+)/g)].map((match, index) => {
    const [left = 0, first = 0, width = 0, second = 0] = match.slice(1).map(Number);
    const name = `column ${index}`;
    return { name, left, right: left + width, top: Math.min(first, second), bottom: Math.max(first, second) };
  });
}

function boxOf({ text, x, y, anchor }: ChartLabel, fontSize: number): Box {
  const width = textWidth(text, fontSize);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { name: text, left, right: left + width, top: y - fontSize * letterHeight, bottom: y };
}

function valueLabels({ valueTicks, plot, fontSize }: LineChart): Box[] {
  return valueTicks.map(({ at, label }) =>
    boxOf({ text: label, x: plot.left - 5, y: at + fontSize * 0.36, anchor: 'end' }, fontSize),
  );
}

function dateLabels({ dateTicks, plot, fontSize }: LineChart): Box[] {
  return dateTicks.map(({ at, label }) =>
    boxOf({ text: label, x: at, y: plot.bottom + fontSize * 1.7, anchor: 'middle' }, fontSize),
  );
}
