import { formatDate, formatValue } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { MetricDescription } from '../../documents/model.ts';
import { type Tick, valueAxis } from '../charts/axis.ts';
import type { ChartLabel } from '../charts/chart-label.ts';
import { dateLabels } from '../charts/date-labels.ts';
import { type ChartPoint, lineOf, rounded, type SeriesShape } from '../charts/series-shape.ts';
import { withLabels } from '../charts/svg.ts';
import { mix, type Palette, palette } from '../colors.ts';
import { chartStrokes, typeScale } from '../design.ts';
import { type Drawing, drawPngs } from '../docx/chart-png.ts';
import { clipped, onOneLine } from '../text/clean-text.ts';
import { textWidth } from '../text/text-width.ts';

/** The last days of a metric with what was usual on each, as a picture for messages. */
export interface UsualPictureOrder {
  readonly title: string;
  readonly metric: MetricDescription;
  /** ISO 4217, of amounts whose metric has none of its own. */
  readonly currency: string;
  /** BCP 47. */
  readonly locale: string;
  /** `#rrggbb`; null for ours. */
  readonly accentColor: string | null;
  /** In order without gaps, at most 400: the last sixty are usual. */
  readonly days: readonly UsualPictureDay[];
  /** What the keys of the picture are called, in its language. */
  readonly words: { readonly usual: string; readonly unusual: string };
}

interface UsualPictureDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Null for none, which leaves a gap. */
  readonly value: number | null;
  /** What was usual that day; null where nobody can tell, which leaves a gap in the band. */
  readonly usual: { readonly low: number; readonly high: number } | null;
  /** Whether the day is marked as unusual. */
  readonly isMarked: boolean;
}

export interface UsualPicture {
  readonly png: Uint8Array;
  /** In pixels of a page; the picture itself is finer. */
  readonly width: number;
  readonly height: number;
  /** For whoever does not see it: the title, the last day's figure and its usual range, and the marked days. */
  readonly alternative: string;
}

/** In points. */
const size = { width: 408, height: 190 };
const fontSize = typeScale.tiny;
const titleSize = 10;
const plotTop = 42;
const keyGap = 14;
const pixelsPerPoint = 4 / 3;
const mostDays = 400;
const mostNamedDays = 10;
const longest = { title: 70, key: 40 };

/** Draws by native code, so it belongs in a process of its own. Throws RangeError for too many days. */
export async function drawUsualPicture(order: UsualPictureOrder): Promise<UsualPicture> {
  const [png] = await drawPngs([usualDrawing(order)], order.locale);
  if (!png) throw new RangeError('The picture was not drawn.');
  const { width, height } = size;
  return {
    ...{ png, width: width * pixelsPerPoint, height: height * pixelsPerPoint },
    alternative: alternativeOf(order),
  };
}

/** The same as SVG. Its background is opaque, so that it reads the same on light and dark screens. */
export function usualDrawing(order: UsualPictureOrder): Drawing {
  if (order.days.length > mostDays) throw new RangeError(`A picture shows at most ${mostDays} days.`);
  const colors = palette(order.accentColor);
  const chart = layout(order);
  const keys = keysOf(order, chart, colors);
  const { width, height } = size;
  const geometry = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colors.background}"/>${drawn(chart, colors)}${keys.marks}</svg>`;
  const labelled = withLabels(geometry, { labels: [...axisLabels(chart), ...keys.labels], fontSize }, colors);
  const heading = { ...titleOf(order), tone: 'text' } as const;
  return {
    ...size,
    background: colors.background,
    svg: withLabels(labelled, { labels: [heading], fontSize: titleSize }, colors),
  };
}

interface Chart {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly baseline: number;
  readonly valueTicks: readonly Tick[];
  readonly dateTicks: readonly Tick[];
  readonly line: SeriesShape;
  readonly band: string;
  readonly marked: readonly ChartPoint[];
}

/** One axis for values and band, which includes zero. */
function layout({ days, metric, currency, locale }: UsualPictureOrder): Chart {
  const context = { locale, currency };
  const bottom = size.height - fontSize * 2.2;
  const values = days.flatMap(({ value, usual }) => [value, usual?.low ?? null, usual?.high ?? null]);
  const known = values.filter((value) => value !== null);
  const axis = valueAxis(known, metric, context, bottom, plotTop);
  const left = Math.max(12, ...axis.ticks.map(({ label }) => textWidth(label, fontSize))) + 6;
  const right = size.width - 6;
  const step = (right - left - 8) / Math.max(1, days.length - 1);
  const position = (index: number) => left + 4 + index * step;
  const points = days.map(({ day, value }) => ({ date: day, value }));
  const baseline = rounded(axis.scale(0));
  const line = lineOf(points, { position, scale: axis.scale, baseline, least: 0 });
  return {
    ...{ left, right, bottom, baseline, valueTicks: axis.ticks, line },
    dateTicks: dateLabels(points, 'day', locale, position, size.width),
    band: bandOf(days, position, axis.scale, step),
    marked: days.flatMap(({ isMarked }, index) => (isMarked ? (line.places[index] ?? []) : [])),
  };
}

/** Days in a row as one surface, a day alone half a step to either side. */
function bandOf(
  days: readonly UsualPictureDay[],
  position: (index: number) => number,
  scale: (value: number) => number,
  step: number,
): string {
  const runs: number[][] = [];
  for (const [index, { usual }] of days.entries()) {
    if (usual && days[index - 1]?.usual) runs.at(-1)?.push(index);
    else if (usual) runs.push([index]);
  }
  const place = (x: number, value: number) => `${rounded(x)},${rounded(scale(value))}`;
  return runs
    .map((run) => {
      const edge = (index: number) =>
        (run.length === 1 ? [-step / 2, step / 2] : [0]).map((by) => position(index) + by);
      const along = (side: 'low' | 'high') =>
        run.flatMap((index) => edge(index).map((x) => place(x, days[index]?.usual?.[side] ?? 0)));
      return `M${along('high').join('L')}L${along('low').toReversed().join('L')}Z`;
    })
    .join('');
}

function drawn({ left, right, baseline, valueTicks, line, band, marked }: Chart, colors: Palette): string {
  const grid = valueTicks.map(({ at }) => `M${left} ${rounded(at)}H${right}`).join('');
  const { current, grid: thin, baseline: base } = chartStrokes;
  const dots = line.dots.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${current}" fill="${colors.accent}"/>`);
  return [
    `<path d="${band}" fill="${bandColor(colors)}"/>`,
    `<path d="${grid}" fill="none" stroke="${colors.rule}" stroke-width="${thin}"/>`,
    `<path d="M${left} ${baseline}H${right}" fill="none" stroke="${colors.muted}" stroke-width="${base}"/>`,
    `<path d="${line.line}" fill="none" stroke="${colors.accent}" stroke-width="${current}" stroke-linejoin="round"/>`,
    ...dots,
    ...marked.map(({ x, y }) => ring(x, y, colors)),
  ].join('');
}

function bandColor({ accent, background }: Palette): string {
  return mix(accent, background, 0.82);
}

/** A ring, so that the mark is told by its form, too. */
function ring(x: number, y: number, { background, text }: Palette): string {
  return `<circle cx="${x}" cy="${y}" r="3.4" fill="${background}" stroke="${text}" stroke-width="1.6"/>`;
}

function axisLabels({ left, bottom, valueTicks, dateTicks }: Chart): ChartLabel[] {
  return [
    ...valueTicks.map(({ at, label }) => ({
      text: label,
      x: left - 5,
      y: at + fontSize * 0.35,
      anchor: 'end' as const,
    })),
    ...dateTicks.map(({ at, label }) => ({
      text: label,
      x: at,
      y: bottom + fontSize * 1.7,
      anchor: 'middle' as const,
    })),
  ];
}

function titleOf({ title, locale }: UsualPictureOrder): ChartLabel {
  const isLeftward = messagesFor(locale).direction === 'rtl';
  const text = clipped(onOneLine(title), longest.title);
  return { text, x: isLeftward ? size.width - 6 : 6, y: 14, anchor: isLeftward ? 'end' : 'start' };
}

/** What the band and the rings stand for, above the plot in the direction of reading. */
function keysOf({ words, locale, days }: UsualPictureOrder, { band, marked }: Chart, colors: Palette) {
  const isLeftward = messagesFor(locale).direction === 'rtl';
  const y = 29;
  let along = 6;
  const marks: string[] = [];
  const labels: ChartLabel[] = [];
  const add = (word: string, mark: (x: number) => string) => {
    const text = clipped(onOneLine(word), longest.key);
    const x = isLeftward ? size.width - along - keyGap : along;
    marks.push(mark(x));
    labels.push({ text, x: isLeftward ? x - 4 : x + keyGap + 4, y, anchor: isLeftward ? 'end' : 'start' });
    along += keyGap + 4 + textWidth(text, fontSize) + 16;
  };
  if (band !== '')
    add(words.usual, (x) => `<rect x="${x}" y="${y - 7}" width="${keyGap}" height="8" fill="${bandColor(colors)}"/>`);
  if (marked.length > 0 && days.length > 0) add(words.unusual, (x) => ring(x + keyGap / 2, y - 2.6, colors));
  return { marks: marks.join(''), labels };
}

function alternativeOf({ title, days, metric, currency, locale, words }: UsualPictureOrder): string {
  const context = { locale, currency };
  const shown = (value: number) => formatValue(value, metric, context);
  const last = days.findLast(({ value }) => value !== null);
  const range = last?.usual && ` (${words.usual}: ${shown(last.usual.low)} – ${shown(last.usual.high)})`;
  const figure = last && `${formatDate(last.day, locale)}: ${shown(last.value as number)}${range ?? ''}`;
  const marked = days.filter(({ isMarked, value }) => isMarked && value !== null).slice(-mostNamedDays);
  const named = marked.length > 0 && `${words.unusual}: ${marked.map(({ day }) => formatDate(day, locale)).join('; ')}`;
  return [clipped(onOneLine(title), 200), figure, named].filter(Boolean).join('. ');
}
