import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The German texts of series with days of their own, and of heatmaps. */
export function germanDays({ name, number }: Writing<'one'>): DayTexts {
  const quoted = (text: string) => `„${name(text)}“`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; ${number(count - named.length)} weitere` : '';
  return {
    begins: (connection, date) => `${quoted(connection)} hat vor dem ${date} keine Werte.`,
    missing: (count, named) => `Tage ohne Daten (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric, count) => `Nicht lesbare und daher ausgelassene Werte von ${quoted(metric)}: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} nach Wochentag und Stunde`,
    byWeek: (metric) => `${name(metric)} nach Wochentag und Woche`,
    weekday: 'Wochentag',
    noFigure: 'kein Wert',
    meanOfHours: 'Jeder Wert ist der Durchschnitt dieser Stunde über alle Tage dieses Wochentags im Zeitraum.',
    eachDay: 'Jeder Wert ist der eines Tages; Wochen stehen unter dem Datum ihres Montags.',
    clockChanges: (named) =>
      `Zeitumstellung am ${named.join('; ')}: eine ausgelassene Stunde zählt nicht, eine doppelte zählt zweimal.`,
    hoursMissing: (named) => `Für diese Tage hat das System keine Stunden, sie zählen hier nicht: ${named.join('; ')}.`,
    midnight: (connection) =>
      `${quoted(connection)} hat alle Werte um Mitternacht: Tage sind bekannt, Stunden wohl nicht.`,
    heatmap: (title, period) => `Heatmap: ${title}, ${period}.`,
    extremes: (most, least) =>
      `Höchster Wert: ${most.name}: ${most.figure}. Niedrigster Wert: ${least.name}: ${least.figure}.`,
  };
}
