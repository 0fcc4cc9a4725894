import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Russian texts of charts. */
export function russianCharts({ list, name }: Writing<'one' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = {
    line: 'Линейный график',
    area: 'Диаграмма с областями',
    columns: 'Столбчатая диаграмма',
    donut: 'Кольцевая диаграмма',
  };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const subject = `${metrics.length > 1 ? 'показателей' : 'показателя'} ${list(metrics.map(quoted))}`;
      const by = dimension === null ? '' : ` по параметру ${quoted(dimension)}`;
      const periods = comparePeriod === null ? `, ${period}` : `: ${period} в сравнении с периодом ${comparePeriod}`;
      return `${kinds[kind]} ${subject}${by}${periods}.`;
    },
    overall: (total, before) => `В целом: ${total}${before === null ? '' : `, ранее: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ')}.`,
  };
}
