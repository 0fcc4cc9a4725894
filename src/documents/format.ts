import type { Change, MetricDescription, Period } from './model.ts';

/** What decides how figures and dates read: the document itself fits. */
export interface FormatContext {
  readonly locale: string;
  readonly currency: string;
}

/** Shown where there is no figure. */
export const noFigure = '–';

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Making an Intl format costs a hundred times what using one does, so each is made once. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = numberFormats.get(key);
  if (!format) {
    if (numberFormats.size >= 500) numberFormats.clear();
    format = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options });
    numberFormats.set(key, format);
  }
  return format;
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/**
 * The text of a figure in the document's locale and the metric's unit: `1,234.5`, `$1,234.50`, `12.3%`, `2m 5s`.
 * Percent values are ratios, durations seconds. Null reads `–`.
 */
export function formatValue(value: number | null, metric: MetricDescription, context: FormatContext): string {
  if (value === null) return noFigure;
  const { locale, currency } = context;
  const { unit, decimals } = metric;
  if (unit === 'duration') return formatDuration(value, decimals ?? 0, locale);
  if (unit === 'percent') return numberFormat(locale, { style: 'percent', ...fixed(decimals ?? 1) }).format(value);
  if (unit === 'currency') {
    const digits = decimals === null ? {} : fixed(decimals);
    return numberFormat(locale, { style: 'currency', currency, ...digits }).format(value);
  }
  return numberFormat(locale, fixed(decimals ?? (unit === 'count' ? 0 : 2))).format(value);
}

/** Intl.DurationFormat throws beyond 2^53 seconds. */
const longestDuration = 1e15;

function formatDuration(seconds: number, decimals: number, locale: string): string {
  if (Math.abs(seconds) > longestDuration) {
    return numberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(seconds);
  }
  const scale = 10 ** decimals;
  const rounded = Math.round(Math.abs(seconds) * scale) / scale;
  const whole = Math.floor(rounded);
  const duration = {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    milliseconds: Math.round((rounded - whole) * 1000),
  };
  const text = durationFormat(locale, {
    style: 'narrow',
    milliseconds: 'numeric',
    fractionalDigits: Math.min(decimals, 9),
    secondsDisplay: rounded < 60 || duration.seconds > 0 ? 'always' : 'auto',
  } as Intl.DurationFormatOptions).format(duration);
  return seconds < 0 && rounded > 0 ? `-${text}` : text;
}

const durationFormats = new Map<string, Intl.DurationFormat>();

function durationFormat(locale: string, options: Intl.DurationFormatOptions): Intl.DurationFormat {
  const key = locale + JSON.stringify(options);
  let format = durationFormats.get(key);
  if (!format) {
    if (durationFormats.size >= 500) durationFormats.clear();
    format = new Intl.DurationFormat(locale, options);
    durationFormats.set(key, format);
  }
  return format;
}

/** A short form for axes and tight places: `1.2M`, `$3.4K`, `25%`. */
export function formatCompact(value: number, metric: MetricDescription, context: FormatContext): string {
  const { locale, currency } = context;
  if (metric.unit === 'duration') return formatDuration(value, 0, locale);
  if (metric.unit === 'percent') {
    return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value);
  }
  const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumSignificantDigits: 3 };
  if (metric.unit !== 'currency') return numberFormat(locale, compact).format(value);
  return numberFormat(locale, { ...compact, style: 'currency', currency }).format(value);
}

/** A relative change such as `+3.1%`, the absolute one where the compared figure is zero, `–` where there is none. */
export function formatChange(change: Change | null, metric: MetricDescription, context: FormatContext): string {
  if (!change) return noFigure;
  if (change.ratio !== null) {
    return numberFormat(context.locale, { style: 'percent', ...fixed(1), signDisplay: 'exceptZero' }).format(
      change.ratio,
    );
  }
  const text = formatValue(change.absolute, metric, context);
  return change.absolute > 0 ? `+${text}` : text;
}

/** A part of a whole: `12.3%`. */
export function formatShare(share: number | null, context: FormatContext): string {
  if (share === null) return noFigure;
  return numberFormat(context.locale, { style: 'percent', ...fixed(1) }).format(share);
}

/** A number of things: `10,000`. */
export function formatCount(count: number, { locale }: FormatContext): string {
  return numberFormat(locale, fixed(0)).format(count);
}

/** A number with one digit after the decimal point: `12.3`. */
export function formatTenths(value: number, { locale }: FormatContext): string {
  return numberFormat(locale, fixed(1)).format(value);
}

const dateStyles = {
  medium: { dateStyle: 'medium' },
  short: { month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A calendar day such as `May 31, 2001` (`medium`) or `May 31` (`short`), its `month` `May 2001` or its `weekday` `Thursday`. */
export function formatDate(date: string, locale: string, style: keyof typeof dateStyles = 'medium'): string {
  return dateFormat(locale, dateStyles[style]).format(Date.parse(`${date}T00:00:00Z`));
}

/** Names in one phrase: `North, South, and East`. */
export function formatList(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

/** A span of calendar days such as `May 1 – 31, 2001`. */
export function formatPeriod(period: Period, locale: string): string {
  const format = dateFormat(locale, { dateStyle: 'medium' });
  return format.formatRange(Date.parse(`${period.from}T00:00:00Z`), Date.parse(`${period.to}T00:00:00Z`));
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    if (dateFormats.size >= 500) dateFormats.clear();
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    dateFormats.set(key, format);
  }
  return format;
}
