import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

/** The Arabic sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it. */
export function arabicHighlights({
  counted,
  list,
  name,
}: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): HighlightTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) =>
    counted(count, {
      zero: '# يوم',
      one: 'يوم واحد',
      two: 'يومان',
      few: '# أيام',
      many: '# يومًا',
      other: '# يوم',
    });
  const weeks = {
    zero: '# أسبوع',
    one: 'أسبوع واحد',
    two: 'أسبوعين متتاليين',
    few: '# أسابيع متتالية',
    many: '# أسبوعًا متتاليًا',
    other: '# أسبوع متتالٍ',
  };
  const months = {
    zero: '# شهر',
    one: 'شهر واحد',
    two: 'شهرين متتاليين',
    few: '# أشهر متتالية',
    many: '# شهرًا متتاليًا',
    other: '# شهر متتالٍ',
  };
  return {
    nothing: 'لم يبرز في هذه الفترة أي تغيّر أو رقم قياسي أو قيمة شاذة.',
    value: (dimension, label) => `${quoted(label ?? 'غير محدد')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: 'ارتفاع', down: 'انخفاض', negative: 'تغيّر' }[direction];
      const figures = ratio === null ? `من ${from} إلى ${to}` : `بنسبة ${ratio} إلى ${to}`;
      const change = `${name(metric)}${perDay ? ' (المتوسط اليومي)' : ''}: ${move} ${figures}${average === null ? '' : ` (المتوسط اليومي: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}؛ وجاء من ${first.value} أكثر من ال${move} كله.`;
      if (first.extent === 'whole') return `${change}؛ وجاء ال${move} كله من ${first.value}.`;
      const others = second ? `، و${second.part} من ${second.value}` : '';
      return `${change}؛ وجاء ${first.part} من ال${move} من ${first.value}${others}.`;
    },
    points: (points, count) => {
      const noun = { zero: 'نقطة', one: 'نقطة', two: 'نقطة', few: 'نقاط', many: 'نقطة', other: 'نقطة' };
      return `${points} ${counted(count, noun)} مئوية`;
    },
    share: ({ name: metric, value, direction, to, points }) => {
      const than = direction === 'down' ? 'بانخفاض' : 'بارتفاع';
      return `${name(metric)}: بلغت حصة ${value} نسبة ${to}، ${than} قدره ${points} عمّا سبق.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: ظهرت قيمة جديدة ${value} بمقدار ${figure} (${share} من الإجمالي).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: اختفت القيمة ${value}؛ وكانت قد بلغت ${figure} في فترة المقارنة (${share} من الإجمالي).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] = direction === 'down' ? ['انخفاض', 'دون', 'أدنى'] : ['ارتفاع', 'فوق', 'أعلى'];
      const against = `مقابل ${usual} عادةً${weekday ? ` في يوم ${weekday.name}` : ''}`;
      const others = also.length > 0 ? `؛ وكذلك ${list(also.map(quoted))}` : '';
      if (span === null) return `${name(metric)}: ${move} حاد يوم ${date} إلى ${figure}، ${against}${others}.`;
      const far = `${days(count)} على التوالي ${side} المستوى المعتاد بكثير (${span})`;
      return `${name(metric)}: ${far}، و${extreme} قيمة ${figure} يوم ${date}، ${against}${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['أفضل يوم', 'أسوأ يوم'] : ['أعلى قيمة', 'أدنى قيمة'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? '، خارج نطاق فترة المقارنة' : '';
        if (!day) return [];
        const [told, beside] = judged ? [day.date, day.figure] : [day.figure, day.date];
        return [`${words[index]}: ${told} (${beside}${record})`];
      });
      return `${name(metric)}: ${clauses.join('؛ ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'دون' : 'فوق';
      const level = `${side} المستوى المعتاد لليوم نفسه من الأسبوع في فترة المقارنة`;
      return `${name(metric)}: ${days(count)} على التوالي ${level} (${span})، بفارق متوسطه ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'انخفاض' : 'ارتفاع';
      const [forms, within] = unit === 'week' ? [weeks, 'أسبوع '] : [months, ''];
      const way = `من ${from} (${within}${fromDate}) إلى ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} على مدى ${counted(count, forms)}، ${way}.`;
    },
  };
}
