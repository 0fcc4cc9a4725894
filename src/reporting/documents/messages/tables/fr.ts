import type { NamedFigure } from '../charts/en.ts';
import { thin } from '../typography.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The French texts of tables. */
export function frenchTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `«${thin}${name(text)}${thin}»`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}${thin}: ${each.figure}`).join(`${thin}; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `Le classement porte sur les ${number(most)} valeurs de ${quoted(dimension)} les plus élevées pour ${quoted(metric)}${thin}; il y en a davantage.`,
    elsewhere: (count) => `Autres lignes, sur la page web et dans les fichiers de chiffres${thin}: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Une coche précède les chiffres qui atteignent leur objectif, une croix ceux qui le manquent. Objectifs${thin}: ${listed(goals)}.`,
    markedByComparison: `Une coche précède les chiffres meilleurs que ceux de la période de comparaison, une croix les moins bons.`,
    noGoals: `Aucun des chiffres n’a d’objectif pour cette période.`,
  };
}
