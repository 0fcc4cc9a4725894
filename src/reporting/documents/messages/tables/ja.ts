import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Japanese texts of tables. */
export function japaneseTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `「${name(text)}」`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}：${each.figure}`).join(`、`);
  return {
    sortedAmong: (dimension, most, metric) =>
      `並べ替えの対象は、${quoted(dimension)}のうち${quoted(metric)}が大きい上位${number(most)}件です。値はほかにもあります。`,
    elsewhere: (count) => `ほかの行（ウェブページと数値ファイルに掲載）：${number(count)}行。`,
    markedByGoals: (goals) =>
      `目標を達成した数値にはチェック、未達の数値にはバツを付けています。目標：${listed(goals)}。`,
    markedByComparison: `比較期間より良い数値にはチェック、悪い数値にはバツを付けています。`,
    noGoals: `この期間の目標がある数値はありません。`,
  };
}
