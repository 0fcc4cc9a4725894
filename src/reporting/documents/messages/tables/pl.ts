import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Polish texts of tables. */
export function polishTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `„${name(text)}”`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `Kolejność ustalono wśród wartości wymiaru ${quoted(dimension)} najwyższych według ${quoted(metric)}, w liczbie ${number(most)}; jest ich więcej.`,
    elsewhere: (count) => `Dalsze wiersze, na stronie internetowej i w plikach z danymi: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Ptaszek oznacza liczby, które osiągają swój cel, a krzyżyk te, które go nie osiągają. Cele: ${listed(goals)}.`,
    markedByComparison: `Ptaszek oznacza liczby lepsze niż w okresie porównawczym, a krzyżyk gorsze.`,
    noGoals: `Żadna z liczb nie ma celu na ten okres.`,
  };
}
