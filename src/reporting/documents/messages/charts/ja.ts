import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Japanese texts of charts. */
export function japaneseCharts({ list, name, number }: Writing<never>): ChartTexts {
  const quoted = (text: string) => `「${name(text)}」`;
  const kinds = { line: '折れ線グラフ', area: '面グラフ', columns: '縦棒グラフ', donut: 'ドーナツグラフ' };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}：${each.figure}`).join('、');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : `${quoted(dimension)}別`;
      const compared = comparePeriod === null ? '' : `、比較期間 ${comparePeriod}`;
      return `${list(metrics.map(quoted))}の${by}${kinds[kind]}（${period}${compared}）。`;
    },
    overall: (total, before) => `期間全体：${total}${before === null ? '' : `、比較期間：${before}`}。`,
    figures: (figures) => `${listed(figures)}。`,
    ownScales: '指標の大きさに10倍を超える差があるため、それぞれ別の目盛りで示しています。',
    beyondScale: (told, before) =>
      `目盛りに収まらないため図に示していない値：${name(told.name)}：${told.figure}${before === null ? '' : `、比較期間：${before}`}。`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? '対象期間に対応する週がないため図に示していない比較期間の週' : '対象期間に対応する月がないため図に示していない比較期間の月'}：${listed(points)}${more === 0 ? '' : `、ほか${number(more)}件`}。`,
    incidents: 'アラート',
    since: (date) => `${date}から`,
    numbered: (mark, text) => `（${mark}）${text}`,
    markedBelow: 'グラフに示したアラート：',
    marked: (incidents) => `示したアラート：${incidents.join('、')}。`,
    notMarked: (count) => `示していない以前のアラート：${number(count)}件。`,
  };
}
