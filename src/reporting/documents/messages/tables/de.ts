import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The German texts of tables. */
export function germanTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `„${name(text)}“`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`; `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `Sortiert wurde unter den ${number(most)} Werten von ${quoted(dimension)} mit den höchsten Werten für ${quoted(metric)}; es gibt mehr.`,
    elsewhere: (count) => `Weitere Zeilen, auf der Webseite und in den Dateien mit den Zahlen: ${number(count)}.`,
    markedByGoals: (goals) =>
      `Ein Häkchen steht vor Zahlen, die ihr Ziel erreichen, ein Kreuz vor denen, die es verfehlen. Ziele: ${listed(goals)}.`,
    markedByComparison: `Ein Häkchen steht vor Zahlen, die besser sind als im Vergleichszeitraum, ein Kreuz vor schlechteren.`,
    noGoals: `Für diesen Zeitraum hat keine der Zahlen ein Ziel.`,
  };
}
