import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';

export type TableTexts = ReturnType<typeof englishTables>;

/** The English texts of tables. */
export function englishTables({ name, number }: Pick<Writing, 'name' | 'number'>) {
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    /** The dimension has more values than the `most` that were fetched, those with the greatest `metric`. */
    sortedAmong: (dimension: string, most: number, metric: string) =>
      `Sorted among the ${number(most)} values of ${name(dimension)} with the greatest ${name(metric)}; there are more.`,
    /** Rows of a table that paper does not show. */
    elsewhere: (count: number) => `More rows, on the web page and in the files of figures: ${number(count)}.`,
    markedByGoals: (goals: readonly NamedFigure[]) =>
      `Figures that reach their goal have a tick, those that miss it a cross. Goals: ${listed(goals)}.`,
    markedByComparison: 'Figures that are better than in the compared period have a tick, worse ones a cross.',
    noGoals: 'None of the figures has a goal for this period.',
  };
}
