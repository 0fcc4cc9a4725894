import { thin } from '../typography.ts';
import type { Writing } from '../writing.ts';
import type { ChartTexts } from './en.ts';

/** The French texts of charts. */
export function frenchCharts({ list, name }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `«${thin}${name(text)}${thin}»`;
  const kinds = {
    line: 'Courbe',
    area: 'Graphique en aires',
    columns: 'Graphique en colonnes',
    donut: 'Graphique en anneau',
  };
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` par ${quoted(dimension)}`;
      const chart = kind === 'line' && metrics.length > 1 ? 'Courbes' : kinds[kind];
      const agreed = kind === 'line' ? 'comparée' : 'comparé';
      const compared = comparePeriod === null ? '' : `, ${agreed} à ${comparePeriod}`;
      return `${chart} de ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `Ensemble${thin}: ${total}${before === null ? '' : `, contre ${before}`}.`,
    figures: (figures) => `${figures.map((each) => `${name(each.name)}${thin}: ${each.figure}`).join(`${thin}; `)}.`,
  };
}
