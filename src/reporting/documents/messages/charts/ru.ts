import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Russian texts of charts. */
export function russianCharts({ list, name, number }: Writing<'one' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = {
    line: 'Линейный график',
    area: 'Диаграмма с областями',
    columns: 'Столбчатая диаграмма',
    donut: 'Кольцевая диаграмма',
  };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const subject = `${metrics.length > 1 ? 'показателей' : 'показателя'} ${list(metrics.map(quoted))}`;
      const by = dimension === null ? '' : ` по параметру ${quoted(dimension)}`;
      const periods = comparePeriod === null ? `, ${period}` : `: ${period} в сравнении с периодом ${comparePeriod}`;
      return `${kinds[kind]} ${subject}${by}${periods}.`;
    },
    overall: (total, before) => `В целом: ${total}${before === null ? '' : `, ранее: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'У каждого показателя своя шкала, так как их величины различаются более чем в десять раз.',
    beyondScale: (told, before) =>
      `За пределами шкалы, поэтому на графике не показано: ${name(told.name)}: ${told.figure}${before === null ? '' : `, ранее: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Недели сравнения без соответствия в текущем периоде, на графике не показанные' : 'Месяцы сравнения без соответствия в текущем периоде, на графике не показанные'}: ${listed(points)}${more === 0 ? '' : ` и ещё ${number(more)}`}.`,
    incidents: 'Инциденты',
    since: (date) => `с ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'Инциденты, отмеченные на графике:',
    marked: (incidents) => `Отмеченные инциденты: ${incidents.join('; ')}.`,
    notMarked: (count) => `Более ранние инциденты, не отмеченные: ${number(count)}.`,
  };
}
