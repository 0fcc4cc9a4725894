import { withDrawnDigits } from './digits.ts';
import { messagesFor } from './messages/messages.ts';
import type { Comparison, MetricDescription, Period } from './model.ts';

/** What decides how figures and dates read; the document itself will do. */
export interface FormatContext {
  readonly locale: string;
  /** Of amounts whose metric has none of its own. */
  readonly currency: string;
}

/** The ISO 4217 code of a metric's amounts. */
export function currencyOf(
  { currency }: Pick<MetricDescription, 'currency'>,
  report: { readonly currency: string },
): string {
  return currency ?? report.currency;
}

/** Shown where there is no figure. */
const noFigure = '–';

/** Creating an Intl format costs a hundred times as much as using one, so each is created once. */
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

/** A format of numbers whose minus never parts from its figure. */
export const numberFormat = once((locale, options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(withDrawnDigits(locale), { signDisplay: 'negative', ...options });
  return {
    format: (value: number | bigint | `${number}`) => withMinus(format.format(value)),
    formatToParts: (value: number) =>
      format.formatToParts(value).map((part) => ({ ...part, value: withMinus(part.value) })),
  };
});
/** Lines break after a hyphen; they do not between U+2212 and a digit, nor at a word joiner, as before a currency. */
function withMinus(text: string): string {
  return text.replace(/-(?=\p{Nd}|$)/gu, '\u2212').replace('-', '\u2212\u2060');
}

const durationFormat = once((locale, options: Intl.DurationFormatOptions) => {
  return new Intl.DurationFormat(withDrawnDigits(locale), options);
});
/** Reports use the Gregorian calendar everywhere: weeks, months and requested periods are defined by it. */
const dateFormat = once((locale, options: Intl.DateTimeFormatOptions) => {
  return new Intl.DateTimeFormat(withDrawnDigits(locale), { timeZone: 'UTC', calendar: 'gregory', ...options });
});

/** A figure as its shortest decimal, so that 1.005 rounds as it reads, half away from zero, and not as its double does. */
function exact(value: number): `${number}` {
  return `${value}`;
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/**
 * The text of a figure in the document's locale and the metric's unit: `1,234.5`, `$1,234.50`, `12.3%`, `2m 5s`.
 * Percent values are ratios, durations seconds. Null reads `–`.
 */
export function formatValue(value: number | null, metric: MetricDescription, context: FormatContext): string {
  return value === null ? noFigure : inFull(value, metric, context, 'negative');
}

/** Like `formatValue`, but a count gets two significant digits: an average of `0.43` sales a day must not read `0`. */
export function formatAverage(
  value: number,
  metric: MetricDescription,
  context: FormatContext,
  signDisplay: SignDisplay = 'negative',
): string {
  if (metric.unit !== 'count' || metric.decimals) return inFull(value, metric, context, signDisplay);
  const twoDigits = {
    maximumSignificantDigits: 2,
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
  } as const;
  return numberFormat(context.locale, { ...twoDigits, signDisplay }).format(exact(value));
}

function inFull(value: number, metric: MetricDescription, context: FormatContext, signDisplay: SignDisplay): string {
  const { unit, decimals } = metric;
  const { locale } = context;
  const format = (options: Intl.NumberFormatOptions) =>
    numberFormat(locale, { ...options, signDisplay }).format(exact(value));
  if (unit === 'percent') return format({ style: 'percent', ...digits(value * 100, decimals, 1) });
  if (unit === 'currency') {
    const currency = currencyOf(metric, context);
    return heldTogether(format({ style: 'currency', currency, ...(decimals === null ? {} : fixed(decimals)) }));
  }
  if (unit === 'count') return format(fixed(decimals ?? 0));
  if (unit === 'number') return format(digits(value, decimals, 2));
  return signed(formatDuration(value, decimals ?? 0, locale), value, signDisplay, locale);
}

type SignDisplay = 'negative' | 'exceptZero';

/** Intl.DurationFormat writes no plus sign. */
function signed(duration: string, value: number, signDisplay: SignDisplay, locale: string): string {
  return signDisplay === 'exceptZero' && value > 0 ? `${plusSign(locale)}${duration}` : duration;
}

const leastShown = 1e-9;

/** The decimals stated, or else the usual ones; two significant digits where those would read as zero. */
function digits(value: number, stated: number | null, usual: number): Intl.NumberFormatOptions {
  const size = Math.abs(value);
  const isTiny = stated === null && size >= leastShown && size < 0.5 / 10 ** usual;
  return isTiny ? { maximumSignificantDigits: 2 } : fixed(stated ?? usual);
}

/** Keeps the sign of `US$` behind its letters at the end of a right-to-left amount. */
function heldTogether(amount: string): string {
  return amount.replace(/(?<=^\u200f.*\p{Lu}\p{Sc})$/u, '\u200e');
}

/** With the marks that keep it in place in a right-to-left line. */
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

/** Two days: from here on a duration has days, and no seconds. */
const longDuration = 172_800;

/** The languages whose narrow units are not readable abbreviations: `1h, 5 Min.`, `3m5s`, `3х і 5с`. */
const unreadNarrow = /^(de|ja|uk)\b/i;

function formatDuration(seconds: number, decimals: number, locale: string): string {
  if (Math.abs(seconds) > longestDuration) {
    return numberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(seconds);
  }
  const isLong = Math.abs(seconds) >= longDuration;
  const scale = isLong ? 1 / 60 : 10 ** decimals;
  const rounded = Math.round(Math.abs(seconds) * scale) / scale;
  const whole = Math.floor(rounded);
  const sign = seconds < 0 ? -1 : 1;
  const hours = Math.floor(whole / 3600);
  const duration = {
    ...(isLong && { days: sign * Math.floor(hours / 24) }),
    hours: sign * (isLong ? hours % 24 : hours),
    minutes: sign * (Math.floor(whole / 60) % 60),
    seconds: sign * (whole % 60),
    microseconds: sign * Math.round((rounded - whole) * 1e6),
  };
  const options = {
    style: unreadNarrow.test(locale) ? 'short' : 'narrow',
    milliseconds: 'numeric',
    fractionalDigits: Math.min(decimals, 9),
    secondsDisplay: rounded < 60 || duration.seconds !== 0 ? 'always' : 'auto',
  } as Intl.DurationFormatOptions;
  const text = withMinus(durationFormat(locale, options).format(duration));
  // Lines break at spaces: the one between a number and its unit must not break, and Japanese has none.
  return /^ja\b/i.test(locale) ? text.replace(/\s/g, '') : text.replace(/(?<=\p{Nd}) (?=\p{L})/gu, '\u00a0');
}

/** A short form for axes and tight places: `1.2M`, `$3.4K`, `25%`, `2h 5m`; with a plus sign on request. */
export function formatCompact(
  value: number,
  metric: MetricDescription,
  context: FormatContext,
  signDisplay: SignDisplay = 'negative',
): string {
  const { locale } = context;
  if (metric.unit === 'duration') return signed(formatDuration(inShort(value), 0, locale), value, signDisplay, locale);
  const format = (options: Intl.NumberFormatOptions) =>
    numberFormat(locale, { ...options, signDisplay }).format(exact(value));
  if (metric.unit === 'percent') return format({ style: 'percent', maximumFractionDigits: 1 });
  const compact: Intl.NumberFormatOptions = {
    notation: 'compact',
    maximumSignificantDigits: 3,
    // Where a language has no short form, such as German below a million, the integer digits are written in full.
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
  };
  if (metric.unit !== 'currency') return format(compact);
  return heldTogether(format({ ...compact, style: 'currency', currency: currencyOf(metric, context) }));
}

const longestInHours = 180 * 86_400;

/** A duration without the unit that its length makes unimportant: hours from half a year on, minutes from two, seconds from an hour. */
function inShort(seconds: number): number {
  const steps = [
    [longestInHours, 86_400],
    [longDuration, 3600],
    [3600, 60],
  ] as const;
  const [, unit] = steps.find(([least]) => Math.abs(seconds) >= least) ?? [0, 1];
  return Math.round(seconds / unit) * unit;
}

/** How a change is told: relative to the earlier figure, as the difference, or whichever suits the two figures. */
export type ChangeForm = 'relative' | 'absolute' | 'suited';

/**
 * A relative change such as `+3.1%`. Changes of percentages are given in points, `+0.5 pp`, since a percentage of a
 * percentage misleads. Where the compared figure is zero or below, the absolute change in short form, or `–` if `form`
 * allows relative ones alone; `–` where there is none.
 */
export function formatChange(
  comparison: Comparison,
  metric: MetricDescription,
  context: FormatContext,
  form: ChangeForm = 'suited',
): string {
  const { change } = comparison;
  if (!change) return noFigure;
  if (metric.unit === 'percent')
    return formatPoints(change.absolute, pointDigits(comparison, metric, context), context);
  if (form === 'absolute' || (form === 'suited' && !isRelative(comparison))) {
    return formatDifference(change.absolute, metric, context);
  }
  const ratio = change.absolute === 0 ? 0 : change.ratio;
  if (ratio === null || (ratio !== 0 && !isRelative(comparison))) return noFigure;
  return numberFormat(context.locale, { style: 'percent', ...fixed(1), signDisplay: 'exceptZero' }).format(ratio);
}

/** Whether a change can be told as a part of the compared figure. */
function isRelative({ compare, change }: Comparison): boolean {
  return change?.ratio != null && compare !== null && compare >= 0;
}

/** The change of a daily average: as `formatChange`, but from zero the average itself. */
export function formatAverageChange(comparison: Comparison, metric: MetricDescription, context: FormatContext): string {
  const { compare, change } = comparison;
  return compare === 0 && change
    ? formatAverage(change.absolute, metric, context, 'exceptZero')
    : formatChange(comparison, metric, context);
}

const leastCompact = 1000;

function formatDifference(difference: number, metric: MetricDescription, context: FormatContext): string {
  const isShort = metric.unit !== 'duration' && Math.abs(difference) < leastCompact;
  return (isShort ? inFull : formatCompact)(difference, metric, context, 'exceptZero');
}

function formatPoints(difference: number, shown: Intl.NumberFormatOptions, { locale }: FormatContext): string {
  const points = difference * 100;
  const text = numberFormat(locale, { ...shown, signDisplay: 'exceptZero' }).format(points);
  const size = Number(numberFormat('en', { ...shown, useGrouping: false }).format(Math.abs(points)));
  return messagesFor(locale).labels.points(text, size);
}

/** As many as the figures have: figures so small that they get extra digits give their difference extra digits too. */
function pointDigits(
  { current, compare, change }: Comparison,
  metric: MetricDescription,
  context: FormatContext,
): Intl.NumberFormatOptions {
  const usual = fixed(metric.decimals ?? 1);
  const figures = [current, compare].filter((value) => value !== null);
  const isTiny = (value: number) => 'maximumSignificantDigits' in digits(value * 100, metric.decimals, 1);
  if (!change || !figures.some(isTiny)) return usual;
  const [first, second] = figures.map((value) => formatValue(value, metric, context));
  return first === second ? usual : digits(change.absolute * 100, null, 1);
}

/** A share of a whole: `12.3%`. */
export function formatShare(share: number | null, context: FormatContext): string {
  if (share === null) return noFigure;
  return numberFormat(context.locale, { style: 'percent', ...fixed(1) }).format(exact(share));
}

/** A number with this many digits after the decimal point: `12.3`. */
export function formatDecimals(value: number, decimals: number, { locale }: FormatContext): string {
  return numberFormat(locale, fixed(decimals)).format(exact(value));
}

const dateStyles = {
  medium: { dateStyle: 'medium' },
  short: { month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  shortMonth: { month: 'short' },
  shortMonthAndYear: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A calendar day such as `May 31, 2001` (`medium`) or `May 31` (`short`), its `month` `May 2001`, its `year` (`shortMonth` is `Jan`,
 * `shortMonthAndYear` `Jan 2001`), or its `weekday` `Thursday`,
 * `shortWeekday` `Thu`.
 */
export function formatDate(date: string, locale: string, style: keyof typeof dateStyles = 'medium'): string {
  return inflected(dateFormat(locale, dateStyles[style]).format(startOf(date)), locale);
}

/** A span of calendar days such as `May 1 – 31, 2001`. */
export function formatPeriod(period: Period, locale: string): string {
  const { from, to } = period;
  return inflected(dateFormat(locale, { dateStyle: 'medium' }).formatRange(startOf(from), startOf(to)), locale);
}

/** The same in short, for dates that stand close together: `May 1 – 6`. */
export function formatDays({ from, to }: Period, locale: string, withYear: boolean): string {
  const style: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', ...(withYear && { year: 'numeric' }) };
  return inflected(dateFormat(locale, style).formatRange(startOf(from), startOf(to)), locale);
}

/** A whole month or year by its name, such as `May 2001`; other spans as `formatPeriod` has them. */
export function formatUnit(period: Period, locale: string): string {
  const from = Temporal.PlainDate.from(period.from);
  const ends = (length: Temporal.DurationLike) => from.add(length).subtract({ days: 1 }).toString() === period.to;
  if (from.day === 1 && ends({ months: 1 })) return formatDate(period.from, locale, 'month');
  return from.dayOfYear === 1 && ends({ years: 1 })
    ? formatDate(period.from, locale, 'year')
    : formatPeriod(period, locale);
}

/** An instant (ISO 8601) on the clocks of a time zone, such as `May 31, 2001, 10:29 AM`. */
export function formatInstant(instant: string, locale: string, timeZone: string): string {
  const format = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return inflected(format.format(Date.parse(instant)), locale);
}

/**
 * Corrects what Intl gets wrong about a day and its month: French and Brazilian Portuguese use an ordinal for the
 * first, `1er mai` and `1º de mai.`; in Polish May has no short form, so it is `1 maja`.
 */
function inflected(date: string, locale: string): string {
  if (/^fr\b/i.test(locale)) return date.replace(/(?<!\d)1(?=\s\p{L}|\s?–)/gu, '1er');
  if (/^pt(-br)?(-u-.*)?$/i.test(locale)) return date.replace(/(?<!\d)1(?=\sde\s|\s–)/g, '1º');
  return /^pl\b/i.test(locale) ? date.replace(/(?<=\d\s)maj(?!\p{L})/gu, 'maja') : date;
}

function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
