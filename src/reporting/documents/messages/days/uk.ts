import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Ukrainian texts of series with days of their own, and of heatmaps. */
export function ukrainianDays({ name, number }: Writing<'one' | 'few' | 'many'>): DayTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; і ще ${number(count - named.length)}` : '';
  return {
    begins: (connection, date) => `У джерелі ${quoted(connection)} немає даних до ${date}.`,
    missing: (count, named) => `Дні без даних (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric, count) =>
      `Вилучені значення показника ${quoted(metric)}, які не вдалося прочитати: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} за днями тижня й годинами`,
    byWeek: (metric) => `${name(metric)} за днями тижня й тижнями`,
    weekday: 'День тижня',
    noFigure: 'немає значення',
    meanOfHours: 'Кожне значення — середнє за цю годину за всі такі дні тижня в періоді.',
    eachDay: 'Кожне значення — за один день; тижні позначено датою понеділка.',
    clockChanges: (named) =>
      `Переведення годинників: ${named.join('; ')}. Пропущена година не враховується, повторена враховується двічі.`,
    hoursMissing: (named) =>
      `У системі немає даних за годинами для цих днів, тут їх не враховано: ${named.join('; ')}.`,
    midnight: (connection) =>
      `У джерелі ${quoted(connection)} усі значення припадають на північ: дні відомі, а години, вочевидь, ні.`,
    heatmap: (title, period) => `Теплова карта: ${title}, ${period}.`,
    extremes: (most, least) => `Найбільше: ${most.name}: ${most.figure}. Найменше: ${least.name}: ${least.figure}.`,
  };
}
