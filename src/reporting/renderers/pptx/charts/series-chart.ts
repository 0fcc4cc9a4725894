import { formatDate, formatDays } from '../../../documents/format.ts';
import { messagesFor } from '../../../documents/messages/messages.ts';
import type { MarkedPoints } from '../../charts/incident-marks.ts';
import type { ShownPoint } from '../../charts/series-shape.ts';
import { mix } from '../../colors.ts';
import { metricStyles } from '../../design.ts';
import { type Markup, xml } from '../../text/markup.ts';
import { textWidth } from '../../text/text-width.ts';
import type { ReportView } from '../../view/report-view.ts';
import type { SeriesChartView, TimeseriesView } from '../../view/series-views.ts';
import { sizes } from '../frame.ts';
import { solid } from '../paint.ts';
import { run } from '../text.ts';
import { chartNotation } from './chart-notation.ts';
import {
  axesChart,
  type ChartPart,
  type DrawnSeries,
  type Group,
  labelText,
  lineLook,
  shownParts,
} from './chart-part.ts';

const strokes = { current: 2.25, compare: 1.5, goal: 1.5 } as const;
/** The dashes of metrics, as `metricStyles` has them. */
const dashes = ['solid', 'dash', 'sysDot', 'dashDot'] as const;
/** What a chart's axis of figures takes of its width, in points. */
const axisRoom = 60;
const daySteps = [1, 2, 3, 4, 5, 7, 10, 14, 21, 28];
/** More weeks than this are named with their year. */
const mostDatedWeeks = 26;

interface Column {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly draw: (index: number) => DrawnSeries;
  /** Whether it is drawn as the chart's kind says, or as a line over it. */
  readonly isOwn: boolean;
}

/** A time series over the width it has on a slide, in points. */
export function seriesChart(
  { data, metrics }: SeriesChartView,
  section: TimeseriesView,
  view: ReportView,
  width: number,
): ChartPart {
  const { document, colors } = view;
  const count = Math.max(data.current.length, data.compare?.length ?? 0);
  const marks = data.marked ?? [];
  const series = [data, ...(data.others ?? [])];
  const isPlain = series.length === 1 && marks.length === 0;
  const kind = kindOf(data.display, count, isPlain ? data.current : []);
  const columns: Column[] = [
    ...series.map(({ current }, index): Column => {
      const name = metrics[index]?.label ?? section.currentPeriod;
      return { name, values: valuesOf(current, count), isOwn: true, draw: (at) => drawnMetric(at, index, current) };
    }),
    ...(data.compare && section.comparePeriod !== null
      ? [{ name: section.comparePeriod, values: valuesOf(data.compare, count), isOwn: count === 1, draw: drawnBefore }]
      : []),
    ...series.flatMap(({ goal }, index): Column[] => {
      if (!goal) return [];
      const word = messagesFor(document.locale).goals.goal;
      const metric = metrics[index];
      const name = metric ? `${metric.label}: ${word}` : word;
      const draw = (at: number) => drawnGoal(at, metric ? index : null);
      return [{ name, values: padded(goal, count), isOwn: false, draw }];
    }),
  ];
  const notation = chartNotation(
    columns.flatMap(({ values }) => values),
    data.metric,
    document,
  );
  const drawn = columns.map((column, index) => ({ ...column, series: column.draw(index) }));
  const own: Group = { kind, series: drawn.filter(({ isOwn }) => isOwn).map((each) => each.series) };
  const over: Group = { kind: 'line', series: drawn.filter(({ isOwn }) => !isOwn).map((each) => each.series) };
  const categories = categoriesOf(
    data.current.length > 0 ? data.current : (data.compare ?? []),
    data.by,
    count,
    document.locale,
  );
  const sheet = {
    head: '',
    categories,
    series: columns.map(({ name, values }) => ({
      name,
      values: values.map((value) => (value === null ? null : value * notation.factor)),
      format: notation.values,
    })),
  };
  // Lines of one kind belong to one group: programs give two groups of lines a legend of two.
  const groups = kind === 'line' ? [{ kind, series: [...own.series, ...over.series] }] : [own, over];
  return axesChart(
    {
      sheet,
      groups,
      axis: { format: notation.axis, step: notation.step },
      every: everyNth(categories, data.by, width - axisRoom),
      reversed: false,
    },
    view,
  );

  function drawnMetric(index: number, metric: number, points: readonly ShownPoint[]): DrawnSeries {
    const { color: name, strength } = metricStyles[metric] ?? metricStyles[0];
    const ink = colors[name];
    const found = metric === 0 ? marks : [];
    const labels = markLabels(found, points, view);
    if (kind !== 'line') {
      const fill = kind === 'area' ? mix(ink, colors.background, 0.6) : mix(ink, colors.background, 1 - strength);
      const outline = xml`<a:ln w="12700">${solid(ink, colors)}</a:ln>`;
      const look = xml`<c:spPr>${solid(fill, colors)}${outline}</c:spPr>`;
      const partial = kind === 'columns' ? partialColumns(points, ink, view) : [];
      return { index, look, points: partial, ...(labels && kind === 'columns' && { labels }) };
    }
    return {
      index,
      look: lineLook(ink, strokes.current, dashes[metric] ?? 'solid', colors),
      points: linePoints(points, found, ink, view),
      ...(labels && { labels }),
    };
  }

  function drawnBefore(index: number): DrawnSeries {
    if (count === 1)
      return {
        index,
        look: xml`<c:spPr>${solid(colors.rule, colors)}<a:ln w="12700">${solid(colors.muted, colors)}</a:ln></c:spPr>`,
      };
    if (kind !== 'columns') {
      return {
        index,
        look: lineLook(colors.muted, strokes.compare, 'dash', colors),
        points: lonePoints(data.compare ?? [], colors.muted, view),
      };
    }
    // A level over each column, and no line between them.
    const marker = xml`<c:marker><c:symbol val="dash"/><c:size val="12"/>${outlined(colors.text)}</c:marker>`;
    return { index, look: xml`<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>`, marker };
  }

  function drawnGoal(index: number, metric: number | null): DrawnSeries {
    const ink = metric === null ? colors.text : colors[(metricStyles[metric] ?? metricStyles[0]).color];
    const goal = series[metric ?? 0]?.goal ?? [];
    const points = goal.map((value) => ({ date: '', value }));
    return { index, look: lineLook(ink, strokes.goal, 'sysDot', colors), points: lonePoints(points, ink, view) };
  }

  /** Told from the column behind it. */
  function outlined(ink: string): Markup {
    return xml`<c:spPr>${solid(ink, colors)}<a:ln w="6350">${solid(colors.background, colors)}</a:ln></c:spPr>`;
  }
}

/** A single point is a column. An area would fall to zero at a gap, and hide other metrics and marks: it is a line then. */
function kindOf(display: string, count: number, alone: readonly ShownPoint[]): Group['kind'] {
  if (display === 'columns' || count === 1) return 'columns';
  const isWhole = alone.length === count && alone.every(({ value, partial }) => value !== null && !partial);
  return display === 'area' && isWhole ? 'area' : 'line';
}

function valuesOf(points: readonly (ShownPoint | null)[], count: number): (number | null)[] {
  return padded(
    points.map((point) => point?.value ?? null),
    count,
  );
}

function padded(values: readonly (number | null)[], count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) => values[index] ?? null);
}

/** Points that a line alone would not tell: those that cover part of their days, those between two gaps, and marked ones. */
function linePoints(
  points: readonly ShownPoint[],
  marks: readonly MarkedPoints[],
  ink: string,
  view: ReportView,
): Markup[] {
  const { colors } = view;
  return points.flatMap(({ value, partial }, index) => {
    if (value === null) return [];
    const isMarked = marks.some(({ first, last }) => first <= index && index <= last);
    const isAlone = points[index - 1]?.value == null && points[index + 1]?.value == null;
    // The line from a point that is not whole is dashed, too: it belongs to the next one.
    const isDashed = partial || (index === 1 && points[0]?.partial);
    if (!partial && !isMarked && !isAlone && !isDashed) return [];
    const fill = partial ? solid(colors.background, colors) : solid(isMarked ? colors.bad : ink, colors);
    const edge = xml`<a:ln w="15875">${solid(isMarked ? colors.bad : ink, colors)}</a:ln>`;
    const symbol = isMarked ? 'diamond' : partial || isAlone ? 'circle' : 'none';
    const marker =
      symbol === 'none'
        ? xml`<c:marker><c:symbol val="none"/></c:marker>`
        : xml`<c:marker><c:symbol val="${symbol}"/><c:size val="${isMarked ? 8 : 6}"/><c:spPr>${fill}${edge}</c:spPr></c:marker>`;
    const look = lineLook(ink, strokes.current, isDashed ? 'sysDash' : 'solid', colors);
    return [xml`<c:dPt><c:idx val="${index}"/>${marker}<c:bubble3D val="0"/>${isDashed && look}</c:dPt>`];
  });
}

/** Points between two gaps, of which a line would show nothing. */
function lonePoints(points: readonly (ShownPoint | null)[], ink: string, { colors }: ReportView): Markup[] {
  return points.flatMap((point, index) => {
    if (point?.value == null || points[index - 1]?.value != null || points[index + 1]?.value != null) return [];
    return [
      xml`<c:dPt><c:idx val="${index}"/><c:marker><c:symbol val="circle"/><c:size val="5"/><c:spPr>${solid(ink, colors)}</c:spPr></c:marker><c:bubble3D val="0"/></c:dPt>`,
    ];
  });
}

/** Columns of values that cover part of their days are hatched. */
function partialColumns(points: readonly ShownPoint[], ink: string, { colors }: ReportView): Markup[] {
  const color = (value: string) => xml`<a:srgbClr val="${value.slice(1)}"/>`;
  return points.flatMap(({ value, partial }, index) => {
    if (value === null || !partial) return [];
    const hatch = xml`<a:pattFill prst="wdUpDiag"><a:fgClr>${color(ink)}</a:fgClr><a:bgClr>${color(colors.background)}</a:bgClr></a:pattFill>`;
    return [
      xml`<c:dPt><c:idx val="${index}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${hatch}<a:ln w="12700">${solid(ink, colors)}</a:ln></c:spPr></c:dPt>`,
    ];
  });
}

/** The numbers of what watches found, at the first point with a figure on its days; what they found stands below the chart. */
function markLabels(marks: readonly MarkedPoints[], points: readonly ShownPoint[], view: ReportView): Markup | null {
  const numbers = new Map<number, string[]>();
  for (const { number, first, last } of marks) {
    const at = points.findIndex(({ value }, index) => value !== null && index >= first && index <= last);
    if (at >= 0) numbers.set(at, [...(numbers.get(at) ?? []), number]);
  }
  if (numbers.size === 0) return null;
  const format = { size: sizes.small, bold: true, color: view.colors.bad };
  const labels = [...numbers]
    .sort(([one], [other]) => one - other)
    .map(([at, shown]) => {
      const text = xml`<c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p>${run(shown.join(', '), view, format)}</a:p></c:rich></c:tx>`;
      return xml`<c:dLbl><c:idx val="${at}"/><c:layout/>${text}${shownParts(true)}</c:dLbl>`;
    });
  return xml`<c:dLbls>${labels}<c:spPr><a:noFill/></c:spPr>${labelText(view, view.colors.bad)}${shownParts(false)}</c:dLbls>`;
}

/** What the places are called: their days, weeks by their first day, months by their names; all its days where the period cuts one. */
function categoriesOf(
  points: readonly (ShownPoint | null)[],
  by: 'day' | 'week' | 'month',
  count: number,
  locale: string,
): string[] {
  const withYear = by === 'month' || points.length > mostDatedWeeks;
  return Array.from({ length: count }, (_, index) => {
    const point = points[index];
    if (!point) return '';
    if (point.until !== undefined) return formatDays({ from: point.date, to: point.until }, locale, withYear);
    if (by === 'month') return formatDate(point.date, locale, 'shortMonthAndYear');
    return formatDate(point.date, locale, points.length > 100 || (by === 'week' && withYear) ? 'medium' : 'short');
  });
}

/** Every how many places there is room for a name. */
function everyNth(names: readonly string[], by: 'day' | 'week' | 'month', width: number): number {
  const widest = Math.max(0, ...names.map((name) => textWidth(name, sizes.small))) + sizes.small;
  const needed = Math.max(1, Math.ceil((widest * names.length) / Math.max(1, width)));
  if (by !== 'day') return needed;
  return daySteps.find((step) => step >= needed) ?? Math.ceil(needed / 28) * 28;
}
