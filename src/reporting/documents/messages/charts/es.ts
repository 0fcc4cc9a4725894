import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Spanish texts of charts. */
export function spanishCharts({ list, name, number }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = { line: 'líneas', area: 'áreas', columns: 'columnas', donut: 'anillos' };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` por ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `, comparado con ${comparePeriod}`;
      return `Gráfico de ${kinds[kind]} de ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `En conjunto: ${total}${before === null ? '' : `; antes: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'Cada indicador tiene su propia escala, porque sus magnitudes difieren en más de diez veces.',
    beyondScale: (told, before) =>
      `Fuera de la escala del gráfico, por lo que no se dibuja: ${name(told.name)}: ${told.figure}${before === null ? '' : `; antes: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Semanas de comparación sin semana equivalente en el período actual, por lo que no se dibujan' : 'Meses de comparación sin mes equivalente en el período actual, por lo que no se dibujan'}: ${listed(points)}${more === 0 ? '' : ` y ${number(more)} más`}.`,
    incidents: 'Incidencias',
    since: (date) => `desde el ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'Incidencias marcadas en el gráfico:',
    marked: (incidents) => `Incidencias marcadas: ${incidents.join('; ')}.`,
    notMarked: (count) => `Incidencias anteriores, sin marcar: ${number(count)}.`,
  };
}
