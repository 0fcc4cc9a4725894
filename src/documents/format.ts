import type { Change, MetricDescription, Period } from './model.ts';

/** What decides how figures and dates read: the document itself fits. */
export interface FormatContext {
  readonly locale: string;
  readonly currency: string;
}

/** Shown where there is no figure. */
export const noFigure = '–';

/** Making an Intl format costs a hundred times what using one does, so each is made once. */
function once<Options, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = locale + JSON.stringify(options);
    let format = made.get(key);
    if (!format) {
      if (made.size >= 500) made.clear();
      format = make(locale, options);
      made.set(key, format);
    }
    return format;
  };
}

export const numberFormat = once((locale, options: Intl.NumberFormatOptions) => {
  return new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options });
});
const durationFormat = once((locale, options: Intl.DurationFormatOptions) => {
  return new Intl.DurationFormat(locale, options);
});
/** Reports follow the Gregorian calendar everywhere: weeks, months and the periods that customers ask for are its own. */
const dateFormat = once((locale, options: Intl.DateTimeFormatOptions) => {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', calendar: 'gregory', ...options });
});

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/**
 * The text of a figure in the document's locale and the metric's unit: `1,234.5`, `$1,234.50`, `12.3%`, `2m 5s`.
 * Percent values are ratios, durations seconds. Null reads `–`.
 */
export function formatValue(value: number | null, metric: MetricDescription, context: FormatContext): string {
  return value === null ? noFigure : formatSigned(value, metric, context, 'negative');
}

function formatSigned(
  value: number,
  { unit, decimals }: MetricDescription,
  { locale, currency }: FormatContext,
  signDisplay: 'negative' | 'exceptZero',
): string {
  const format = (options: Intl.NumberFormatOptions) => numberFormat(locale, { ...options, signDisplay }).format(value);
  if (unit === 'percent') return format({ style: 'percent', ...fixed(decimals ?? 1) });
  if (unit === 'currency') {
    return heldTogether(format({ style: 'currency', currency, ...(decimals === null ? {} : fixed(decimals)) }));
  }
  if (unit !== 'duration') return format(fixed(decimals ?? (unit === 'count' ? 0 : 2)));
  const text = formatDuration(value, decimals ?? 0, locale);
  return signDisplay === 'exceptZero' && value > 0 ? `${plusSign(locale)}${text}` : text;
}

/** Keeps the sign of `US$` behind its letters at the end of an amount from right to left. */
function heldTogether(amount: string): string {
  return amount.replace(/(?<=^\u200f.*\p{Lu}\p{Sc})$/u, '\u200e');
}

/** With the marks that hold it at its place in a line from right to left. */
function plusSign(locale: string): string {
  const parts = numberFormat(locale, { signDisplay: 'always' }).formatToParts(0);
  const sign = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  );
  return sign.map(({ value }) => value).join('');
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
  const sign = seconds < 0 ? -1 : 1;
  const duration = {
    hours: sign * Math.floor(whole / 3600),
    minutes: sign * (Math.floor(whole / 60) % 60),
    seconds: sign * (whole % 60),
    milliseconds: sign * Math.round((rounded - whole) * 1000),
  };
  const options = {
    style: 'narrow',
    milliseconds: 'numeric',
    fractionalDigits: Math.min(decimals, 9),
    secondsDisplay: rounded < 60 || duration.seconds !== 0 ? 'always' : 'auto',
  } as Intl.DurationFormatOptions;
  return durationFormat(locale, options).format(duration);
}

/** A short form for axes and tight places: `1.2M`, `$3.4K`, `25%`, `2h 5m`. */
export function formatCompact(value: number, metric: MetricDescription, context: FormatContext): string {
  const { locale, currency } = context;
  if (metric.unit === 'duration') return formatDuration(inShort(value), 0, locale);
  if (metric.unit === 'percent') {
    return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value);
  }
  const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumSignificantDigits: 3 };
  if (metric.unit !== 'currency') return numberFormat(locale, compact).format(value);
  return heldTogether(numberFormat(locale, { ...compact, style: 'currency', currency }).format(value));
}

/** A duration without the unit that its length makes unimportant: minutes from 100 hours on, seconds from one. */
function inShort(seconds: number): number {
  const unit = Math.abs(seconds) >= 360_000 ? 3600 : Math.abs(seconds) >= 3600 ? 60 : 1;
  return Math.round(seconds / unit) * unit;
}

/** A relative change such as `+3.1%`, the absolute one where the compared figure is zero, `–` where there is none. */
export function formatChange(change: Change | null, metric: MetricDescription, context: FormatContext): string {
  if (!change) return noFigure;
  if (change.ratio !== null) {
    return numberFormat(context.locale, { style: 'percent', ...fixed(1), signDisplay: 'exceptZero' }).format(
      change.ratio,
    );
  }
  return formatSigned(change.absolute, metric, context, 'exceptZero');
}

/** A part of a whole: `12.3%`. */
export function formatShare(share: number | null, context: FormatContext): string {
  if (share === null) return noFigure;
  return numberFormat(context.locale, { style: 'percent', ...fixed(1) }).format(share);
}

/** A number with one digit after the decimal point: `12.3`. */
export function formatTenths(value: number, { locale }: FormatContext): string {
  return numberFormat(locale, fixed(1)).format(value);
}

const dateStyles = {
  medium: { dateStyle: 'medium' },
  short: { month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
  shortMonthAndYear: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A calendar day such as `May 31, 2001` (`medium`) or `May 31` (`short`), its `month` `May 2001` (`shortMonth` is `Jan`,
 * `shortMonthAndYear` `Jan 2001`), or its `weekday` `Thursday`.
 */
export function formatDate(date: string, locale: string, style: keyof typeof dateStyles = 'medium'): string {
  return dateFormat(locale, dateStyles[style]).format(startOf(date));
}

/** A span of calendar days such as `May 1 – 31, 2001`. */
export function formatPeriod(period: Period, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium' }).formatRange(startOf(period.from), startOf(period.to));
}

/** An instant (ISO 8601) on the clocks of a time zone, such as `May 31, 2001, 10:29 AM`. */
export function formatInstant(instant: string, locale: string, timeZone: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(Date.parse(instant));
}

function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
