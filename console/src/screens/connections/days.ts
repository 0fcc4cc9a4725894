import { useLanguage } from '../../messages/messages.tsx';

/** How the reader's language writes months and long dates of days such as `2026-10-01`. */
export function useDays() {
  const { locale } = useLanguage();
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    month: (day: string) => month.format(new Date(day)),
    months: (from: string, to: string) => month.formatRange(new Date(from), new Date(to)),
    longDay: (day: string) => (Number.isNaN(Date.parse(day)) ? day : long.format(new Date(day))),
  };
}
