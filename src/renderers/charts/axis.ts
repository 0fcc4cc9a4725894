import { scaleLinear } from 'd3-scale';
import { type FormatContext, formatDate } from '../../documents/format.ts';
import type { MetricDescription, Point } from '../../documents/model.ts';
import { textWidth } from './text-width.ts';
import { tickLabels } from './tick-labels.ts';

/** A label of an axis at a distance along it, in points. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Beyond this the width of a domain is no longer a finite double. */
const largest = 1e300;

export function bounded(value: number): number {
  return Math.max(-largest, Math.min(largest, value));
}

/** The step of a duration axis, so that its ticks are whole minutes or hours. */
function tickUnit(metric: MetricDescription, extent: number): number {
  if (metric.unit !== 'duration') return 1;
  if (extent >= 7200) return 3600;
  return extent >= 120 ? 60 : 1;
}

export interface ValueAxis {
  readonly scale: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** The axis of the figures, from `bottom` up to `top` (points, downwards). It always shows zero, so heights compare honestly; without figures it has no ticks. */
export function valueAxis(
  values: readonly number[],
  metric: MetricDescription,
  context: FormatContext,
  bottom: number,
  top: number,
): ValueAxis {
  if (values.length === 0) return { scale: () => bottom, ticks: [] };
  const low = Math.min(0, ...values.map(bounded));
  const high = Math.max(0, ...values.map(bounded));
  const unit = tickUnit(metric, high - low);
  const domain = low === high ? [0, 1] : [low / unit, high / unit];
  const scale = scaleLinear(domain, [bottom, top]).nice(4);
  const whole = metric.unit === 'count';
  const steps = scale.ticks(4).filter((step) => !whole || Number.isInteger(step));
  const labels = tickLabels(
    steps.map((step) => step * unit),
    metric,
    context,
  );
  const ticks = steps.map((step, index) => ({ at: scale(step), label: labels[index] ?? '' }));
  const distinct = ticks.filter((tick, index) => tick.label !== ticks[index - 1]?.label);
  return { scale: (value) => scale(bounded(value) / unit), ticks: distinct };
}

/**
 * The labels of a row of dates: days, from some 14 weeks on months, never closer than their texts allow.
 * `position` gives the place of a point by its index.
 */
export function dateTicks(
  points: readonly Point[],
  by: 'day' | 'week' | 'month',
  locale: string,
  position: (index: number) => number,
  fontSize: number,
): Tick[] {
  const months = by === 'month' || (by === 'day' ? points.length > 100 : points.length > 26);
  let year = '';
  if (!months) {
    const places = points.map(({ date }, index) => ({ at: position(index), date }));
    return everyNth(places, fontSize, ({ at, date }) => ({ at, label: formatDate(date, locale, 'short') }));
  }
  const firsts = points.flatMap(({ date }, index) => {
    if (by !== 'month' && date.slice(0, 7) === points[index - 1]?.date.slice(0, 7)) return [];
    // A month that the period enters in its middle has its first day elsewhere.
    if (by !== 'month' && index === 0 && Number(date.slice(8)) > 7) return [];
    const newYear = date.slice(0, 4) !== year;
    year = date.slice(0, 4);
    return [{ at: position(index), label: formatDate(date, locale, newYear ? 'shortMonthAndYear' : 'shortMonth') }];
  });
  return everyNth(firsts, fontSize, (tick) => tick);
}

const sampleSize = 12;

/** The densest regular choice of ticks whose labels do not touch. Only a sample is measured: formatting dates is slow. */
function everyNth<T extends { readonly at: number }>(
  places: readonly T[],
  fontSize: number,
  tick: (place: T) => Tick,
): Tick[] {
  const sample = places.filter((_, index) => index % Math.ceil(places.length / sampleSize) === 0);
  const widest = Math.max(0, ...sample.map((place) => textWidth(tick(place).label, fontSize)));
  const gap = places.length > 1 ? ((places.at(-1)?.at ?? 0) - (places[0]?.at ?? 0)) / (places.length - 1) : widest;
  const needed = Math.max(1, Math.ceil((widest + fontSize * 1.3) / Math.max(gap, 0.01)));
  const step = [1, 2, 3, 4, 5, 7, 10, 14, 21, 28].find((nice) => nice >= needed) ?? needed;
  return places.filter((_, index) => index % step === 0).map(tick);
}
