import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Russian texts of tables. */
export function russianTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `Порядок определён среди наибольших по показателю ${quoted(metric)} значений параметра ${quoted(dimension)} (${number(most)}); всего их больше.`,
    elsewhere: (count) => `Остальные строки, на веб-странице и в файлах с данными: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Галочкой отмечены значения, достигшие цели, крестиком — не достигшие. Цели: ${listed(goals)}.`,
    markedByComparison: `Галочкой отмечены значения лучше, чем в периоде сравнения, крестиком — хуже.`,
    noGoals: `Ни у одного из показателей нет цели на этот период.`,
  };
}
