import { type FormatContext, formatCompact, numberFormat } from '../../documents/format.ts';
import type { MetricDescription } from '../../documents/model.ts';

const longestLabel = 12;
const mostDecimals = 5;

/**
 * The texts of evenly spaced ticks in one notation: all in thousands or all in millions, all with as many decimals
 * (`0.5K, 1.0K, 1.5K`); zero is plain. Durations keep their own units.
 */
export function tickLabels(values: readonly number[], metric: MetricDescription, context: FormatContext): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const style = styleOf(metric, context);
  const unit = compactUnit(largest, context.locale);
  const step = Math.abs((values[1] ?? 0) - (values[0] ?? 0));
  const scale = metric.unit === 'percent' ? 0.01 : unit.size;
  const decimals = decimalsOf(step / scale);
  const beyondMeasure = largest / unit.size >= 1e6 || decimals > mostDecimals;
  return values.map((value) => {
    const text = beyondMeasure && metric.unit !== 'duration' && value !== 0 ? '' : label(value);
    return text === '' || text.length > longestLabel ? value.toExponential(1) : text;
  });

  function label(value: number): string {
    if (metric.unit === 'duration' || largest === 0) return formatCompact(value, metric, context);
    const digits = value === 0 ? 0 : metric.unit === 'currency' && decimals === 1 && unit.size === 1 ? 2 : decimals;
    const options = { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = numberFormat(context.locale, options);
    if (metric.unit === 'percent' || unit.size === 1 || value === 0) return format.format(value);
    const shown = format.formatToParts(value / unit.size);
    const last = shown.findLastIndex(({ type }) => type === 'integer' || type === 'fraction');
    return shown.map((part, index) => part.value + (index === last ? unit.text : '')).join('');
  }
}

function styleOf(metric: MetricDescription, { currency }: FormatContext): Intl.NumberFormatOptions {
  if (metric.unit === 'currency') return { style: 'currency', currency };
  return metric.unit === 'percent' ? { style: 'percent' } : {};
}

const units = [1e12, 1e9, 1e8, 1e6, 1e4, 1e3];

/** How a locale shortens a large number: `K` for thousands, `Mio.` for millions, 万 for ten thousands, nothing below. */
function compactUnit(largest: number, locale: string): { readonly size: number; readonly text: string } {
  const compact = numberFormat(locale, { notation: 'compact' });
  const shortened = (value: number) => {
    const parts = compact.formatToParts(value);
    const at = parts.findIndex(({ type }) => type === 'compact');
    // The space before the word is part of it.
    return at < 0 ? '' : (parts[at - 1]?.type === 'literal' ? parts[at - 1]?.value : '') + (parts[at]?.value ?? '');
  };
  const text = shortened(largest);
  // A locale may name only some powers: the smallest one with this name is its size.
  const size = text && units.findLast((power) => power <= largest && shortened(power) === text);
  return size ? { size, text } : { size: 1, text: '' };
}

/** Just enough decimals to tell ticks of this distance apart; ticks are multiples of 1, 2, 2.5 and 5. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    const shifted = step * 10 ** decimals;
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * Math.max(shifted, 1) && Math.round(shifted) > 0)
      return decimals;
  }
  return mostDecimals + 1;
}
