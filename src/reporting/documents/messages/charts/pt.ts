import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The Portuguese texts of charts. */
export function portugueseCharts({ list, name }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `“${name(text)}”`;
  const kinds = { line: 'linhas', area: 'áreas', columns: 'colunas', donut: 'rosca' };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` por ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `, comparado com ${comparePeriod}`;
      return `Gráfico de ${kinds[kind]} de ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `No conjunto: ${total}${before === null ? '' : `; antes: ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ')}.`,
  };
}
