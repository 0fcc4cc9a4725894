import { currencyOf, type FormatContext, formatCompact, numberFormat } from '../../documents/format.ts';
import type { MetricDescription } from '../../documents/model.ts';
import { textWidth } from '../text/text-width.ts';

/** In type sizes: about sixteen letters. */
const widestLabel = 9;
const mostDecimals = 5;
/** With this many units of an axis, an exponent reads better. */
const tooMany = 1e8;

const durationUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** The figures at the ticks of an axis, which all get the same notation. */
interface Scale {
  readonly largest: number;
  readonly step: number;
}

type Notation = (value: number) => string;

/**
 * The texts of evenly spaced ticks in one notation: all in thousands or all in millions, all with the same number of
 * decimals (`0.5K, 1.0K, 1.5K`); zero is plain. Each gives its exact value. Amounts that are too wide lose their
 * currency; exponents are the last resort.
 */
export function tickLabels(values: readonly number[], metric: MetricDescription, context: FormatContext): string[] {
  const scale = {
    largest: values.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    step: Math.abs((values[1] ?? 0) - (values[0] ?? 0)),
  };
  for (const notation of notations(scale, metric, context)) {
    const labels = values.map(notation);
    if (labels.every((label) => textWidth(label, 1) <= widestLabel)) return labels;
  }
  return values.map((value) => exponential(value, metric));
}

/** The ways to write the ticks of an axis, the best first. */
function notations(scale: Scale, metric: MetricDescription, context: FormatContext): Notation[] {
  const { largest, step } = scale;
  const { locale } = context;
  if (largest === 0) return [(value) => formatCompact(value, metric, context)];
  if (metric.unit === 'duration') return durations(scale, metric, context);
  if (metric.unit === 'percent') {
    return inUnits({ largest: largest * 100, step: step * 100 }, { size: 1, text: '' }, { style: 'percent' }, locale);
  }
  const unit = compactUnit(largest, locale);
  const numbers = inUnits(scale, unit, {}, locale);
  if (metric.unit !== 'currency') return numbers;
  return [...inUnits(scale, unit, { style: 'currency', currency: currencyOf(metric, context) }, locale), ...numbers];
}

/** Numbers of a unit with as many decimals as the step needs; none if that is too many decimals or digits. */
function inUnits(
  { largest, step }: Scale,
  { size, text }: AxisUnit,
  style: Intl.NumberFormatOptions,
  locale: string,
): Notation[] {
  const decimals = decimalsOf(step / size);
  if (largest / size >= tooMany || decimals > mostDecimals) return [];
  const isCents = style.style === 'currency' && decimals === 1 && size === 1;
  const digits = isCents ? 2 : decimals;
  const format = numberFormat(locale, { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits });
  const zero = numberFormat(locale, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 });
  return [
    (value) => {
      if (value === 0) return zero.format(value);
      const shown = format.formatToParts(value / size);
      const last = shown.findLastIndex(({ type }) => type === 'integer' || type === 'fraction');
      return shown.map((part, index) => part.value + (index === last ? text : '')).join('');
    },
  ];
}

/** Durations in the greatest unit that all have, to three digits (`97.9m`), or that keeps the longest short. */
export function durationNotation(values: readonly number[], locale: string): Notation {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  const [least, longest] = [Math.min(...sizes), Math.max(0, ...sizes)];
  const suits = (seconds: number) => longest >= seconds && (least >= seconds || longest >= seconds * 1_000);
  const [unit, size] = durationUnits.find(([, seconds]) => suits(seconds)) ?? ['second', 1];
  const style = { style: 'unit', unit, unitDisplay: 'narrow', maximumSignificantDigits: 3 } as const;
  const format = numberFormat(locale, style);
  return (value) => format.format(value / size);
}

/** Hours, minutes and seconds (`1h 30m`); for parts of a second, and where those are too wide, one unit with decimals. */
function durations(scale: Scale, metric: MetricDescription, context: FormatContext): Notation[] {
  const [unit, size] = durationUnits.find(([, seconds]) => scale.step >= seconds / 2) ?? ['second', 1];
  const style = { style: 'unit', unit, unitDisplay: 'narrow' } as const;
  const single = inUnits(scale, { size, text: '' }, style, context.locale);
  // The compact form shows whole seconds only.
  return Number.isInteger(scale.step) ? [(value) => formatCompact(value, metric, context), ...single] : single;
}

function exponential(value: number, metric: MetricDescription): string {
  if (value === 0) return '0';
  const shown = metric.unit === 'percent' ? value * 100 : value;
  // Hours expressed in seconds need more than one digit.
  const texts = [1, 2, 3].map((digits) => shown.toExponential(digits));
  const exact = texts.find((text) => Math.abs(Number(text) / shown - 1) < 1e-6) ?? shown.toExponential(1);
  return metric.unit === 'percent' ? `${exact}%` : exact;
}

interface AxisUnit {
  readonly size: number;
  /** The suffix of the digits: none where a style names the unit or numbers are printed in full. */
  readonly text: string;
}

const powers = Array.from({ length: 13 }, (_, index) => 10 ** (index + 3));

/** How a locale shortens a large number: `K` for thousands, `L` for hundred thousands, 万 for ten thousands, nothing below. */
function compactUnit(largest: number, locale: string): AxisUnit {
  const { text } = shortened(largest, locale);
  if (text === '') return { size: 1, text };
  const reached = powers.filter((power) => power <= largest);
  // Bengali and Burmese use one word for two units, usually the smaller one; a plural form may match no power.
  const power = reached.find((each) => shortened(each, locale).text.trim() === text.trim()) ?? reached.at(-1);
  const size = power && power / shortened(power, locale).count;
  return size && Number.isFinite(size) ? { size, text } : { size: 1, text: '' };
}

/** How a locale prints a large number: how many of which unit, with the space before its word; nothing without one. */
function shortened(value: number, locale: string): { readonly count: number; readonly text: string } {
  const parts = numberFormat(locale, { notation: 'compact', numberingSystem: 'latn' }).formatToParts(value);
  const at = parts.findIndex(({ type }) => type === 'compact');
  const space = parts[at - 1]?.type === 'literal' ? parts[at - 1]?.value : '';
  const digits = parts.filter(({ type }) => type === 'integer').map((part) => part.value);
  return { count: Number(digits.join('')), text: at < 0 ? '' : space + (parts[at]?.value ?? '') };
}

/** Just enough decimals to tell ticks of this distance apart; ticks are multiples of 1, 2, 2.5 and 5. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    const shifted = step * 10 ** decimals;
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * Math.max(shifted, 1) && Math.round(shifted) > 0)
      return decimals;
  }
  return mostDecimals + 1;
}
