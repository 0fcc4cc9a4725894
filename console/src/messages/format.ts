import { useLanguage } from './messages.tsx';

/** How the reader's language writes numbers, days and times; times in the reader's zone unless another one is named. */
export function useFormat() {
  const { locale } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value: number) => number.format(value),
    percent: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    bytes: (bytes: number) => formatBytes(locale, bytes),
    /** Of a calendar day such as `2026-10-01`. */
    day: (day: string) => formatDay(locale, day),
    /** From and to, both days inclusive, without repeating what they share. */
    period: (from: string, to: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
        new Date(from),
        new Date(to),
      ),
    time: (instant: string, timeZone?: string) =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        ...(timeZone && { timeZone }),
      }).format(new Date(instant)),
    /** Such as `3 minutes ago` or `in 2 days`. */
    since: (instant: string, now = Date.now()) => formatSince(relative, (Date.parse(instant) - now) / 1000),
  };
}

function formatDay(locale: string, day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

const steps: ReadonlyArray<readonly [number, Intl.RelativeTimeFormatUnit]> = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [30, 'day'],
  [12, 'month'],
];

function formatSince(relative: Intl.RelativeTimeFormat, seconds: number): string {
  let amount = seconds;
  for (const [length, unit] of steps) {
    if (Math.abs(amount) < length) return relative.format(Math.round(amount), unit);
    amount /= length;
  }
  return relative.format(Math.round(amount), 'year');
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const options = {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step);
}
