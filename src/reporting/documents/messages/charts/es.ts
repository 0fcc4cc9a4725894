import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Spanish texts of charts. */
export function spanishCharts({ list, name }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = { line: 'líneas', area: 'áreas', columns: 'columnas', donut: 'anillos' };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` por ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `, comparado con ${comparePeriod}`;
      return `Gráfico de ${kinds[kind]} de ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `En conjunto: ${total}${before === null ? '' : `; antes: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ')}.`,
  };
}
