import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The German texts of charts. */
export function germanCharts({ list, name }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `„${name(text)}“`;
  const kinds = {
    line: 'Liniendiagramm',
    area: 'Flächendiagramm',
    columns: 'Säulendiagramm',
    donut: 'Ringdiagramm',
  };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` nach ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `, verglichen mit ${comparePeriod}`;
      return `${kinds[kind]} zu ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `Gesamt: ${total}${before === null ? '' : `, vorher: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ')}.`,
  };
}
