const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** An amount of data as people say it, such as `1.2 GB`, in English unless told otherwise. A kilobyte has 1,000 bytes. */
export function bytesText(bytes: number, locale = 'en'): string {
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = units[power];
  const options = { style: 'unit', unitDisplay: power === 0 ? 'long' : 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, { ...options, unit }).format(bytes / 1000 ** power);
}
