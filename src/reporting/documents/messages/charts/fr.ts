import { thin } from '../typography.ts';
import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The French texts of charts. */
export function frenchCharts({ list, name, number }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `«${thin}${name(text)}${thin}»`;
  const kinds = {
    line: 'Courbe',
    area: 'Graphique en aires',
    columns: 'Graphique en colonnes',
    donut: 'Graphique en anneau',
  };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}${thin}: ${each.figure}`).join(`${thin}; `);
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
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'Chaque indicateur a sa propre échelle, car leurs ordres de grandeur diffèrent de plus de dix fois.',
    beyondScale: (told, before) =>
      `Hors de l’échelle du graphique, donc non représenté${thin}: ${name(told.name)}${thin}: ${told.figure}${before === null ? '' : `, contre ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Semaines de comparaison sans équivalent dans la période actuelle, donc non représentées' : 'Mois de comparaison sans équivalent dans la période actuelle, donc non représentés'}${thin}: ${listed(points)}${more === 0 ? '' : ` et ${number(more)} de plus`}.`,
    incidents: 'Incidents',
    since: (date) => `depuis le ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: `Incidents marqués dans le graphique${thin}:`,
    marked: (incidents) => `Incidents marqués${thin}: ${incidents.join(`${thin}; `)}.`,
    notMarked: (count) => `Incidents antérieurs, non marqués${thin}: ${number(count)}.`,
  };
}
