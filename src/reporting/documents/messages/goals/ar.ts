import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Arabic texts of goals. */
export function arabicGoals({ name }: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): GoalTexts {
  return {
    title: 'الأهداف',
    goal: 'الهدف',
    reached: 'المحقَّق',
    share: 'النسبة من الهدف',
    timeGone: 'الوقت المنقضي',
    pace: 'الوتيرة',
    forecast: 'التوقع',
    range: 'النطاق المرجّح',
    low: 'التوقع من',
    high: 'التوقع إلى',
    rangeExplained: 'النطاق المرجّح: وفقًا للأسابيع السابقة، تنتهي أربع من كل خمس فترات كهذه ضمنه.',
    status: 'الحالة',
    met: 'تحقّق',
    missed: 'لم يتحقّق',
    onCourse: 'على المسار',
    offCourse: 'خارج المسار',
    card: (target, share) => `الهدف: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `الهدف: ${amounts}.`,
    none: 'لم يُحدَّد أي هدف لليوم الأخير من هذه الفترة.',
    explained: (day) =>
      `حتى ${day}. الوتيرة: ما تحقق في الأيام المنتهية مقارنةً بهدف تلك الأيام. التوقع: ما ستحققه الفترة كلها بهذه الوتيرة.`,
    prorated: (named) =>
      `أهداف محسوبة بالتناسب مع عدد الأيام، لأن الفترة لا تغطي سوى جزء من شهر أو ربع سنة أو سنة: ${named.map((metric) => `«${name(metric)}»`).join('، ')}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached} مقابل هدف قدره ${target}.`;
      const time = gone === null ? '' : ` بعد انقضاء ${gone} من الوقت`;
      return `${about}: ${ratio} من الهدف${time}، أي ${reached} مقابل ${target}.`;
    },
  };
}
