import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Polish texts of charts. */
export function polishCharts({ list, name }: Writing<'one' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `„${name(text)}”`;
  const kinds = {
    line: 'liniowy',
    area: 'warstwowy',
    columns: 'kolumnowy',
    donut: 'pierścieniowy',
  };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const subject = `${metrics.length > 1 ? 'wskaźników' : 'wskaźnika'} ${list(metrics.map(quoted))}`;
      const by = dimension === null ? '' : ` według wymiaru ${quoted(dimension)}`;
      const periods = comparePeriod === null ? `, ${period}` : `: ${period} w porównaniu z okresem ${comparePeriod}`;
      return `Wykres ${kinds[kind]} ${subject}${by}${periods}.`;
    },
    overall: (total, before) => `Ogółem: ${total}${before === null ? '' : `, wcześniej: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ')}.`,
  };
}
