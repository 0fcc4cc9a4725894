import type { NamedFigure } from '../charts/en.ts';
import type { Writing } from '../writing.ts';
import type { TableTexts } from './en.ts';

/** The Arabic texts of tables. */
export function arabicTables({ name, number }: Pick<Writing, 'name' | 'number'>): TableTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join(`؛ `);
  return {
    sortedAmong: (dimension, most, metric) =>
      `جرى الترتيب بين أكبر قيم البُعد ${quoted(dimension)} حسب ${quoted(metric)} وعددها ${number(most)}؛ وهناك المزيد.`,
    elsewhere: (count) => `صفوف أخرى على صفحة الويب وفي ملفات الأرقام: ${number(count)}.`,
    markedByGoals: (goals) =>
      `تسبق علامة الصح الأرقام التي بلغت هدفها، وعلامة الخطأ الأرقام التي لم تبلغه. الأهداف: ${listed(goals)}.`,
    markedByComparison: `تسبق علامة الصح الأرقام الأفضل مما كانت عليه في فترة المقارنة، وعلامة الخطأ الأرقام الأسوأ.`,
    noGoals: `ليس لأي من الأرقام هدف لهذه الفترة.`,
  };
}
