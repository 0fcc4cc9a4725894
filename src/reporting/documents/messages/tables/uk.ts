import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Ukrainian texts of tables. */
export function ukrainianTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `Порядок визначено серед найбільших за показником ${quoted(metric)} значень параметра ${quoted(dimension)} (${number(most)}); усього їх більше.`,
    elsewhere: (count) => `Решта рядків, на вебсторінці та у файлах із даними: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Галочкою позначено значення, що досягли цілі, хрестиком — ті, що не досягли. Цілі: ${listed(goals)}.`,
    markedByComparison: `Галочкою позначено значення, кращі, ніж у періоді порівняння, хрестиком — гірші.`,
    noGoals: `Жоден із показників не має цілі на цей період.`,
  };
}
