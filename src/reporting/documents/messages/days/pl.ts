import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Polish texts of series with days of their own, and of heatmaps. */
export function polishDays({ name, number }: Writing<'one' | 'few' | 'many'>): DayTexts {
  const quoted = (text: string) => `„${name(text)}”`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; i jeszcze ${number(count - named.length)}` : '';
  return {
    begins: (connection, date) => `Źródło ${quoted(connection)} nie ma danych sprzed dnia ${date}.`,
    missing: (count, named) => `Dni bez danych (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric, count) =>
      `Pominięte wartości wskaźnika ${quoted(metric)}, których nie udało się odczytać: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} według dnia tygodnia i godziny`,
    byWeek: (metric) => `${name(metric)} według dnia tygodnia i tygodnia`,
    weekday: 'Dzień tygodnia',
    noFigure: 'brak wartości',
    meanOfHours: 'Każda wartość to średnia dla tej godziny ze wszystkich takich dni tygodnia w okresie.',
    eachDay: 'Każda wartość dotyczy jednego dnia; tygodnie oznaczono datą poniedziałku.',
    clockChanges: (named) =>
      `Zmiana czasu ${named.join('; ')}: pominięta godzina się nie liczy, powtórzona liczy się dwukrotnie.`,
    hoursMissing: (named) => `System nie ma godzin z tych dni, więc nie są tu liczone: ${named.join('; ')}.`,
    midnight: (connection) =>
      `Źródło ${quoted(connection)} ma wszystkie wartości o północy: zna dni, ale najwyraźniej nie godziny.`,
    heatmap: (title, period) => `Mapa cieplna: ${title}, ${period}.`,
    extremes: (most, least) =>
      `Najwyższa wartość: ${most.name}: ${most.figure}. Najniższa wartość: ${least.name}: ${least.figure}.`,
  };
}
