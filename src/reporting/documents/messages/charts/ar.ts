import type { Writing } from '../writing.ts';
import type { ChartTexts, NamedFigure } from './en.ts';

/** The Arabic texts of charts. */
export function arabicCharts({ list, name, number }: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): ChartTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const kinds = { line: 'مخطط خطي', area: 'مخطط مساحي', columns: 'مخطط أعمدة', donut: 'مخطط حلقي' };
  const listed = (figures: readonly NamedFigure[]) =>
    figures.map((each) => `${name(each.name)}: ${each.figure}`).join('؛ ');
  return {
    together: (metrics) => list(metrics.map(name)),
    described: ({ kind, metrics, dimension, period, comparePeriod }) => {
      const noun = metrics.length === 1 ? 'للمؤشر' : metrics.length === 2 ? 'للمؤشرين' : 'للمؤشرات';
      const by = dimension === null ? '' : ` حسب ${quoted(dimension)}`;
      const compared = comparePeriod === null ? '' : `، مقارنة بالفترة ${comparePeriod}`;
      return `${kinds[kind]} ${noun} ${list(metrics.map(quoted))}${by}، ${period}${compared}.`;
    },
    overall: (total, before) => `إجمالًا: ${total}${before === null ? '' : `، سابقًا: ${before}`}.`,
    figures: (figures) => `${listed(figures)}.`,
    ownScales: 'لكل مؤشر مقياس خاص به، لأن قيم المؤشرات تتفاوت بأكثر من عشرة أضعاف.',
    beyondScale: (told, before) =>
      `أكبر من مقياس المخطط، ولذلك لم تُرسم: ${name(told.name)}: ${told.figure}${before === null ? '' : `، سابقًا: ${before}`}.`,
    unmatched: (unit, points, more) =>
      `${unit === 'week' ? 'أسابيع المقارنة التي لا يقابلها أسبوع في الفترة الحالية، ولذلك لم تُرسم' : 'أشهر المقارنة التي لا يقابلها شهر في الفترة الحالية، ولذلك لم تُرسم'}: ${listed(points)}${more === 0 ? '' : ` و${number(more)} أخرى`}.`,
    incidents: 'التنبيهات',
    since: (date) => `منذ ${date}`,
    numbered: (mark, text) => `(${mark}) ${text}`,
    markedBelow: 'التنبيهات المعلَّمة على المخطط:',
    marked: (incidents) => `التنبيهات المعلَّمة: ${incidents.join('؛ ')}.`,
    notMarked: (count) => `تنبيهات سابقة غير معلَّمة: ${number(count)}.`,
  };
}
