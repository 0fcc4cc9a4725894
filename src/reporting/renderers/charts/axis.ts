import { nice, ticks } from 'd3-array';
import { type FormatContext, formatDate } from '../../documents/format.ts';
import type { MetricDescription, Point } from '../../documents/model.ts';
import { textWidth } from '../text/text-width.ts';
import { tickLabels } from './tick-labels.ts';

/** A label of an axis at a distance along it, in points. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Beyond this the width of a domain overflows. */
const largest = 1e300;

export function bounded(value: number): number {
  return Math.max(-largest, Math.min(largest, value));
}

/** About how many ticks an axis of figures has at most; round steps matter more. */
const mostTicks = 4;
/** The least of its height for each, in points. */
const tickRoom = 16;

const longestInHours = 30 * 86_400;
/** From here on durations have exponents, in seconds. */
const longestInDays = 1e15;

/** The steps of a duration axis, chosen so that ticks are whole minutes, hours or days. */
function tickUnit(metric: MetricDescription, extent: number): number {
  if (metric.unit !== 'duration') return 1;
  if (extent >= longestInHours && extent < longestInDays) return 86_400;
  if (extent >= 7200) return 3600;
  return extent >= 120 ? 60 : 1;
}

export interface ValueAxis {
  readonly scale: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/**
 * The axis of the figures from `bottom` up to `top`, in points measured downwards. It always includes zero, so that
 * heights compare honestly; without figures it has no ticks.
 */
export function valueAxis(
  values: readonly number[],
  metric: MetricDescription,
  context: FormatContext,
  bottom: number,
  top: number,
): ValueAxis {
  if (values.length === 0) return { scale: () => bottom, ticks: [] };
  const { unit, first, last } = domainOf(values, metric);
  const scale = (value: number) => {
    const share = (value - first) / (last - first);
    return bottom * (1 - share) + top * share;
  };
  const count = Math.max(2, Math.min(mostTicks, Math.floor((bottom - top) / tickRoom)));
  const steps = stepsOf(first, last, count, metric);
  const labels = tickLabels(
    steps.map((step) => step * unit),
    metric,
    context,
  );
  const marks = steps.map((step, index) => ({ at: scale(step), label: labels[index] ?? '' }));
  return { scale: (value) => scale(bounded(value) / unit), ticks: marks };
}

/** The distance of the ticks of an axis that others draw, in the figures' own unit; null where they all are zero, or none is. */
export function valueStep(values: readonly number[], metric: MetricDescription): number | null {
  if (values.every((value) => value === 0)) return null;
  const { unit, first, last } = domainOf(values, metric);
  const [one = 0, other = 1] = stepsOf(first, last, mostTicks, metric);
  return (other - one) * unit;
}

/** From where to where an axis goes, in units of which its steps are whole numbers. */
function domainOf(values: readonly number[], metric: MetricDescription) {
  const low = Math.min(0, ...values.map(bounded));
  const high = Math.max(0, ...values.map(bounded));
  const unit = tickUnit(metric, high - low);
  const [first, last] = low === high ? [0, 1] : nice(low / unit, high / unit, mostTicks);
  return { unit, first, last };
}

function stepsOf(first: number, last: number, count: number, metric: MetricDescription): number[] {
  const whole = metric.unit === 'count' && !metric.decimals;
  return ticks(first, last, count).filter((step) => !whole || Number.isInteger(step));
}

/**
 * The labels of a row of dates: days, or months from about 14 weeks on, never closer than their texts allow. A month
 * carries its year when it differs from the label before. `position` maps a point's index to its distance.
 */
export function dateTicks(
  points: readonly Point[],
  by: 'day' | 'week' | 'month',
  locale: string,
  position: (index: number) => number,
  fontSize: number,
): Tick[] {
  const months = by === 'month' || (by === 'day' ? points.length > 100 : points.length > 26);
  const places = points.map(({ date }, index) => ({ at: position(index), date }));
  if (!months) {
    const labelOf = ({ date }: DatedPosition) => formatDate(date, locale, 'short');
    const sample = places.filter((_, index) => index % Math.ceil(places.length / sampleSize) === 0);
    const kept = everyNth(places, daySteps, sample.map(labelOf), fontSize);
    return kept.map((place) => ({ at: place.at, label: labelOf(place) }));
  }
  const firsts = places.filter(({ date }, index) => {
    if (by === 'month') return true;
    // A period that starts in the middle of a month does not contain that month's first day.
    return index === 0 ? Number(date.slice(8)) <= 7 : date.slice(0, 7) !== places[index - 1]?.date.slice(0, 7);
  });
  const sample = firsts.slice(0, sampleSize).map(({ date }) => formatDate(date, locale, 'shortMonthAndYear'));
  const kept = everyNth(firsts, monthSteps, sample, fontSize);
  return kept.map(({ at, date }, index) => {
    const isNewYear = date.slice(0, 4) !== kept[index - 1]?.date.slice(0, 4);
    return { at, label: formatDate(date, locale, isNewYear ? 'shortMonthAndYear' : 'shortMonth') };
  });
}

interface DatedPosition {
  readonly at: number;
  readonly date: string;
}

const daySteps = [1, 2, 3, 4, 5, 7, 10, 14, 21, 28];
/** The same months recur every year. */
const monthSteps = [1, 2, 3, 4, 6, 12];

/** How many labels are measured, since formatting dates is slow: enough for all months of a year. */
const sampleSize = 12;

/** The densest regular choice of positions at which labels as wide as those of the sample do not touch. */
function everyNth(
  places: readonly DatedPosition[],
  steps: readonly number[],
  sample: readonly string[],
  fontSize: number,
): DatedPosition[] {
  const widest = Math.max(0, ...sample.map((label) => textWidth(label, fontSize)));
  const gap = places.length > 1 ? ((places.at(-1)?.at ?? 0) - (places[0]?.at ?? 0)) / (places.length - 1) : widest;
  const needed = Math.max(1, Math.ceil((widest + fontSize * 1.3) / Math.max(gap, 0.01)));
  const longest = steps.at(-1) ?? 1;
  const step = steps.find((nice) => nice >= needed) ?? Math.ceil(needed / longest) * longest;
  return places.filter((_, index) => index % step === 0);
}
