import { numberFormat } from './format.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** An amount of data as people say it, such as `1.2 GB`, in English unless told otherwise. A kilobyte has 1,000 bytes. */
export function bytesText(bytes: number, locale = 'en'): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = units[power] ?? 'byte';
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = numberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** power);
}
