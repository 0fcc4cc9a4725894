import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Spanish texts of tables. */
export function spanishTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `El orden se hizo entre los ${number(most)} valores de ${quoted(dimension)} más altos en ${quoted(metric)}; hay más.`,
    elsewhere: (count) => `Más filas, en la página web y en los archivos de cifras: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Una marca de verificación precede a las cifras que alcanzan su objetivo y una cruz a las que no. Objetivos: ${listed(goals)}.`,
    markedByComparison: `Una marca de verificación precede a las cifras mejores que las del período de comparación y una cruz a las peores.`,
    noGoals: `Ninguna de las cifras tiene un objetivo para este período.`,
  };
}
