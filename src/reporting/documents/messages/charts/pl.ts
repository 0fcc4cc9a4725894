import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Polish texts of charts. */
export function polishCharts({ list, name, number }: Writing<'one' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `„${name(text)}”`;
  const kinds = {
    line: 'liniowy',
    area: 'warstwowy',
    columns: 'kolumnowy',
    donut: 'pierścieniowy',
  };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const subject = `${metrics.length > 1 ? 'wskaźników' : 'wskaźnika'} ${list(metrics.map(quoted))}`;
      const by = dimension === null ? '' : ` według wymiaru ${quoted(dimension)}`;
      const periods = comparePeriod === null ? `, ${period}` : `: ${period} w porównaniu z okresem ${comparePeriod}`;
      return `Wykres ${kinds[kind]} ${subject}${by}${periods}.`;
    },
    overall: (total, before) => `Ogółem: ${total}${before === null ? '' : `, wcześniej: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'Każdy wskaźnik ma własną skalę, ponieważ ich wielkości różnią się ponad dziesięciokrotnie.',
    beyondScale: (told, before) =>
      `Poza skalą wykresu, dlatego bez słupka i linii: ${name(told.name)}: ${told.figure}${before === null ? '' : `, wcześniej: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Tygodnie porównawcze bez odpowiednika w bieżącym okresie, dlatego niepokazane na wykresie' : 'Miesiące porównawcze bez odpowiednika w bieżącym okresie, dlatego niepokazane na wykresie'}: ${listed(points)}${more === 0 ? '' : ` i jeszcze ${number(more)}`}.`,
    incidents: 'Incydenty',
    since: (date) => `od ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'Incydenty zaznaczone na wykresie:',
    marked: (incidents) => `Zaznaczone incydenty: ${incidents.join('; ')}.`,
    notMarked: (count) => `Wcześniejsze incydenty, niezaznaczone: ${number(count)}.`,
  };
}
