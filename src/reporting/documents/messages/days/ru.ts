import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Russian texts of series with days of their own, and of heatmaps. */
export function russianDays({ name, number }: Writing<'one' | 'few' | 'many'>): DayTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; и ещё ${number(count - named.length)}` : '';
  return {
    begins: (connection, date) => `В источнике ${quoted(connection)} нет данных до ${date}.`,
    missing: (count, named) => `Дни без данных (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric, count) =>
      `Исключённые значения показателя ${quoted(metric)}, которые не удалось прочитать: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} по дням недели и часам`,
    byWeek: (metric) => `${name(metric)} по дням недели и неделям`,
    weekday: 'День недели',
    noFigure: 'нет значения',
    meanOfHours: 'Каждое значение — среднее за этот час по всем таким дням недели в периоде.',
    eachDay: 'Каждое значение — за один день; недели обозначены датой понедельника.',
    clockChanges: (named) =>
      `Перевод часов: ${named.join('; ')}. Пропущенный час не учитывается, повторённый учитывается дважды.`,
    hoursMissing: (named) => `В системе нет данных по часам за эти дни, здесь они не учтены: ${named.join('; ')}.`,
    midnight: (connection) =>
      `В источнике ${quoted(connection)} все значения приходятся на полночь: дни известны, часы, по-видимому, нет.`,
    heatmap: (title, period) => `Тепловая карта: ${title}, ${period}.`,
    extremes: (most, least) => `Максимум: ${most.name}: ${most.figure}. Минимум: ${least.name}: ${least.figure}.`,
  };
}
