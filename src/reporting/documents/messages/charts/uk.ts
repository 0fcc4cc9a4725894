import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Ukrainian texts of charts. */
export function ukrainianCharts({ list, name }: Writing<'one' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = {
    line: 'Лінійний графік',
    area: 'Діаграма з областями',
    columns: 'Стовпчикова діаграма',
    donut: 'Кільцева діаграма',
  };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const subject = `${metrics.length > 1 ? 'показників' : 'показника'} ${list(metrics.map(quoted))}`;
      const by = dimension === null ? '' : ` за параметром ${quoted(dimension)}`;
      const periods = comparePeriod === null ? `, ${period}` : `: ${period} порівняно з періодом ${comparePeriod}`;
      return `${kinds[kind]} ${subject}${by}${periods}.`;
    },
    overall: (total, before) => `Загалом: ${total}${before === null ? '' : `, раніше: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ')}.`,
  };
}
