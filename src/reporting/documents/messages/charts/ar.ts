import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Arabic texts of charts. */
export function arabicCharts({ list, name }: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = { line: 'مخطط خطي', area: 'مخطط مساحي', columns: 'مخطط أعمدة', donut: 'مخطط حلقي' };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const noun = metrics.length === 1 ? 'للمؤشر' : metrics.length === 2 ? 'للمؤشرين' : 'للمؤشرات';
      const by = dimension === null ? '' : ` حسب ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `، مقارنة بالفترة ${comparePeriod}`;
      return `${kinds[kind]} ${noun} ${list(metrics.map(quoted))}${by}، ${period}${compared}.`;
    },
    overall: (total, before) => `إجمالًا: ${total}${before === null ? '' : `، سابقًا: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('؛ ')}.`,
  };
}
