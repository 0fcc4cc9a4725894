import { useLanguage } from '../../messages/messages.tsx';

/** Writes figures as the reader's language does, by their unit; amounts in the usual currency unless they have their own, with the unit's decimals unless others are named. */
export function useFigure(usual?: string) {
  const { locale } = useLanguage();
  const write = (options: Intl.NumberFormatOptions) => numbersIn(locale, options);
  const formats: Readonly<Record<string, Intl.NumberFormat>> = {
    count: write({ maximumFractionDigits: 0 }),
    percent: write({ style: 'percent', maximumFractionDigits: 1 }),
    number: write({ maximumFractionDigits: 2 }),
  };
  const money = (currency: string | undefined) =>
    currency ? write({ style: 'currency', currency }) : write({ minimumFractionDigits: 2 });
  return (
    value: number | null | undefined,
    unit: string,
    currency: string | null = null,
    decimals: number | null = null,
  ): string => {
    if (value === null || value === undefined) return '–';
    if (unit === 'duration') return duration(value, locale);
    if (decimals !== null) {
      const style =
        unit === 'percent' ? { style: 'percent' } : currency === null ? {} : { style: 'currency', currency };
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      return write({ ...(style as Intl.NumberFormatOptions), ...digits }).format(value);
    }
    if (unit === 'currency') return money(currency ?? usual).format(value);
    return (formats[unit] ?? formats.number ?? write({})).format(value);
  };
}

/** One is made in the time that hundreds of figures take to write, and screens of figures need few. */
const made = new Map<string, Intl.NumberFormat>();

/** How a language writes numbers. */
export function numbersIn(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${JSON.stringify(options)}`;
  const known = made.get(name) ?? new Intl.NumberFormat(locale, options);
  made.set(name, known);
  return known;
}

function duration(seconds: number, locale: string): string {
  const unit = Math.abs(seconds) < 120 ? 'second' : Math.abs(seconds) < 7200 ? 'minute' : 'hour';
  const lengths = { second: 1, minute: 60, hour: 3600 } as const;
  return numbersIn(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(seconds / lengths[unit]);
}
