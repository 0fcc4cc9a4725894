import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Japanese texts of charts. */
export function japaneseCharts({ list, name }: Writing<never>): ChartTexts {
  const quoted = (text: string) => `「${name(text)}」`;
  const kinds = { line: '折れ線グラフ', area: '面グラフ', columns: '縦棒グラフ', donut: 'ドーナツグラフ' };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : `${quoted(dimension)}別`;
      const compared = comparePeriod === null ? '' : `、比較期間 ${comparePeriod}`;
      return `${list(metrics.map(quoted))}の${by}${kinds[kind]}（${period}${compared}）。`;
    },
    overall: (total, before) => `期間全体：${total}${before === null ? '' : `、比較期間：${before}`}。`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}：${each.figure}`).join('、')}。`,
  };
}
