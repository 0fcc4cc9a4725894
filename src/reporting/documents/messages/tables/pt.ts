import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Portuguese texts of tables. */
export function portugueseTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `“${name(text)}”`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `A ordenação foi feita entre os ${number(most)} valores de ${quoted(dimension)} mais altos em ${quoted(metric)}; há mais.`,
    elsewhere: (count) => `Mais linhas, na página web e nos arquivos de números: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Um visto precede os números que atingem a meta e uma cruz os que não a atingem. Metas: ${listed(goals)}.`,
    markedByComparison: `Um visto precede os números melhores que os do período de comparação e uma cruz os piores.`,
    noGoals: `Nenhum dos números tem uma meta para este período.`,
  };
}
