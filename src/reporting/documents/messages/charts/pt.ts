import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Portuguese texts of charts. */
export function portugueseCharts({ list, name, number }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `“${name(text)}”`;
  const kinds = { line: 'linhas', area: 'áreas', columns: 'colunas', donut: 'rosca' };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` por ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `, comparado com ${comparePeriod}`;
      return `Gráfico de ${kinds[kind]} de ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `No conjunto: ${total}${before === null ? '' : `; antes: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'Cada indicador tem a sua própria escala, pois as suas grandezas diferem em mais de dez vezes.',
    beyondScale: (told, before) =>
      `Fora da escala do gráfico, por isso não desenhado: ${name(told.name)}: ${told.figure}${before === null ? '' : `; antes: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Semanas de comparação sem semana equivalente no período atual, por isso não desenhadas' : 'Meses de comparação sem mês equivalente no período atual, por isso não desenhados'}: ${listed(points)}${more === 0 ? '' : ` e mais ${number(more)}`}.`,
    incidents: 'Incidentes',
    since: (date) => `desde ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'Incidentes marcados no gráfico:',
    marked: (incidents) => `Incidentes marcados: ${incidents.join('; ')}.`,
    notMarked: (count) => `Incidentes anteriores, não marcados: ${number(count)}.`,
  };
}
