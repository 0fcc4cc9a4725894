import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';

export type DayTexts = ReturnType<typeof englishDays>;

/** The English texts of series with days of their own, and of heatmaps. Dates and figures are formatted. */
export function englishDays({ name, number }: Writing<'one'>) {
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; ${number(count - named.length)} more` : '';
  return {
    begins: (connection: string, date: string) => `${name(connection)} has no figures before ${date}.`,
    missing: (count: number, named: readonly string[]) =>
      `Days without data (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric: string, count: number) =>
      `Values of ${name(metric)} that cannot be read and are left out: ${number(count)}.`,
    byHour: (metric: string) => `${name(metric)} by weekday and hour`,
    byWeek: (metric: string) => `${name(metric)} by weekday and week`,
    weekday: 'Weekday',
    noFigure: 'no figure',
    /** What the fields of a heatmap show. */
    meanOfHours: 'Each figure is the mean for that hour, over all days of that weekday in the period.',
    eachDay: 'Each figure is that of one day; weeks stand under the date of their Monday.',
    clockChanges: (named: readonly string[]) =>
      `The clocks changed on ${named.join('; ')}: a skipped hour does not count, a repeated one counts twice.`,
    hoursMissing: (named: readonly string[]) =>
      `The system has no hours of ${named.join('; ')}: these days are left out.`,
    midnight: (connection: string) =>
      `${name(connection)} has all figures at midnight: it seems to know days, but no hours.`,
    heatmap: (title: string, period: string) => `Heatmap: ${title}, ${period}.`,
    extremes: (most: NamedFigure, least: NamedFigure) =>
      `Highest: ${most.name}: ${most.figure}. Lowest: ${least.name}: ${least.figure}.`,
  };
}
