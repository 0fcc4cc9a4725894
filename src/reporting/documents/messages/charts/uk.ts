import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Ukrainian texts of charts. */
export function ukrainianCharts({ list, name, number }: Writing<'one' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = {
    line: 'Лінійний графік',
    area: 'Діаграма з областями',
    columns: 'Стовпчикова діаграма',
    donut: 'Кільцева діаграма',
  };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('; ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const subject = `${metrics.length > 1 ? 'показників' : 'показника'} ${list(metrics.map(quoted))}`;
      const by = dimension === null ? '' : ` за параметром ${quoted(dimension)}`;
      const periods = comparePeriod === null ? `, ${period}` : `: ${period} порівняно з періодом ${comparePeriod}`;
      return `${kinds[kind]} ${subject}${by}${periods}.`;
    },
    overall: (total, before) => `Загалом: ${total}${before === null ? '' : `, раніше: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'Кожен показник має власну шкалу, оскільки їхні величини відрізняються більш ніж у десять разів.',
    beyondScale: (told, before) =>
      `Поза межами шкали, тому на графіку не показано: ${name(told.name)}: ${told.figure}${before === null ? '' : `, раніше: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'Тижні порівняння без відповідника в поточному періоді, не показані на графіку' : 'Місяці порівняння без відповідника в поточному періоді, не показані на графіку'}: ${listed(points)}${more === 0 ? '' : ` і ще ${number(more)}`}.`,
    incidents: 'Інциденти',
    since: (date) => `з ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'Інциденти, позначені на графіку:',
    marked: (incidents) => `Позначені інциденти: ${incidents.join('; ')}.`,
    notMarked: (count) => `Раніші інциденти, не позначені: ${number(count)}.`,
  };
}
