import type { Writing } from '../writing.ts';

type ChartKind = 'line' | 'area' | 'columns' | 'donut';

/** What a chart shows. The periods are formatted, names as the customer wrote them. */
export interface ChartFacts {
  readonly kind: ChartKind;
  readonly metrics: readonly string[];
  /** The dimension of the parts; null for a series. */
  readonly dimension: string | null;
  readonly period: string;
  readonly comparePeriod: string | null;
}

/** A figure with the name of its metric or part. */
export interface NamedFigure {
  readonly name: string;
  readonly figure: string;
}

export type ChartTexts = ReturnType<typeof englishCharts>;

/** The English texts of charts. */
export function englishCharts({ list, name, number }: Writing<'one'>) {
  const kinds = { line: 'Line chart', area: 'Area chart', columns: 'Column chart', donut: 'Donut chart' };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    /** Several metrics, in the title of their chart. */
    together: (metrics: readonly string[]) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }: ChartFacts) => {
      const by = dimension === null ? '' : ` by ${name(dimension)}`;
      const compared = comparePeriod === null ? '' : `, compared with ${comparePeriod}`;
      return `${kinds[kind]} of ${list(metrics.map(name))}${by}, ${period}${compared}.`;
    },
    overall: (total: string, before: string | null) =>
      `Overall: ${total}${before === null ? '' : `, before: ${before}`}.`,
    figures: (figures: readonly NamedFigure[]) => `${listed(figures)}.`,
    /** Where metrics of one section have charts of their own. */
    ownScales: 'Each metric has a scale of its own, as their sizes differ more than tenfold.',
    /** What would press all else to the floor of its chart. */
    beyondScale: (told: NamedFigure, before: string | null) =>
      `Beyond the scale of the chart, so not drawn: ${name(told.name)}: ${told.figure}${before === null ? '' : `, before: ${before}`}.`,
    /** Points of the compared period by their days. */
    unmatched: (unit: 'week' | 'month', points: readonly NamedFigure[], more: number) =>
      `${unit === 'week' ? 'Compared weeks that no week of this period matches, so not drawn' : 'Compared months that no month of this period matches, so not drawn'}: ${listed(points)}${more === 0 ? '' : ` and ${number(more)} more`}.`,
    /** The head of a column with the numbers of what watches found. */
    incidents: 'Incidents',
    /** What is not over yet; the date is formatted. */
    since: (date: string) => `since ${date}`,
    /** What was found, by its number and its days or what it was. */
    numbered: (mark: string, text: string) => `(${mark}) ${text}`,
    markedBelow: 'Incidents marked in the chart:',
    /** In words for whoever does not see the marks, each with its number and days. */
    marked: (incidents: readonly string[]) => `Incidents marked: ${incidents.join('; ')}.`,
    notMarked: (count: number) => `Earlier incidents, not marked: ${number(count)}.`,
  };
}
