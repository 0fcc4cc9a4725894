import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The German texts of charts. */
export function germanCharts({ list, name, number }: Writing<'one'>): ChartTexts {
  const quoted = (text: string) => `„${name(text)}“`;
  const kinds = {
    line: 'Liniendiagramm',
    area: 'Flächendiagramm',
    columns: 'Säulendiagramm',
    donut: 'Ringdiagramm',
  };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const by = dimension === null ? '' : ` nach ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `, verglichen mit ${comparePeriod}`;
      return `${kinds[kind]} zu ${list(metrics.map(quoted))}${by}, ${period}${compared}.`;
    },
    overall: (total, before) => `Gesamt: ${total}${before === null ? '' : `, vorher: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'Jede Kennzahl hat einen eigenen Maßstab, da sich ihre Größen um mehr als das Zehnfache unterscheiden.',
    beyondScale: (told, before) =>
      `Zu groß für den Maßstab, daher nicht eingezeichnet: ${name(told.name)}: ${told.figure}${before === null ? '' : `, vorher: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Vergleichswochen ohne passende Woche im aktuellen Zeitraum, daher nicht eingezeichnet' : 'Vergleichsmonate ohne passenden Monat im aktuellen Zeitraum, daher nicht eingezeichnet'}: ${listed(points)}${more === 0 ? '' : ` und ${number(more)} weitere`}.`,
    incidents: 'Auffälligkeiten',
    since: (date) => `seit ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'Im Diagramm markierte Auffälligkeiten:',
    marked: (incidents) => `Markierte Auffälligkeiten: ${incidents.join('; ')}.`,
    notMarked: (count) => `Frühere Auffälligkeiten, nicht markiert: ${number(count)}.`,
  };
}
