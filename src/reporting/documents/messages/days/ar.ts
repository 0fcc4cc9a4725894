import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Arabic texts of series with days of their own, and of heatmaps. */
export function arabicDays({ name, number }: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): DayTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `؛ و${number(count - named.length)} غيرها` : '';
  return {
    begins: (connection, date) => `لا توجد أرقام من ${quoted(connection)} قبل ${date}.`,
    missing: (count, named) =>
      `الأيام التي لا تتوفر لها بيانات (${number(count)}): ${named.join('؛ ')}${more(count, named)}.`,
    leftOut: (metric, count) => `قيم المؤشر ${quoted(metric)} التي تعذّرت قراءتها فاستُبعدت: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} حسب يوم الأسبوع والساعة`,
    byWeek: (metric) => `${name(metric)} حسب يوم الأسبوع والأسبوع`,
    weekday: 'يوم الأسبوع',
    noFigure: 'لا رقم',
    meanOfHours: 'كل رقم هو متوسط تلك الساعة في جميع أيام الفترة الموافقة ليوم الأسبوع ذاك.',
    eachDay: 'كل رقم ليوم واحد، ويُشار إلى كل أسبوع بتاريخ يوم الاثنين فيه.',
    clockChanges: (named) => `تغيّر التوقيت في ${named.join('؛ ')}: الساعة المحذوفة لا تُحتسب، والمكررة تُحتسب مرتين.`,
    hoursMissing: (named) => `لا توجد في النظام ساعات لهذه الأيام، فهي لا تُحتسب هنا: ${named.join('؛ ')}.`,
    midnight: (connection) =>
      `جميع أرقام ${quoted(connection)} عند منتصف الليل: الأيام معروفة، أما الساعات فيبدو أنها غير معروفة.`,
    heatmap: (title, period) => `خريطة حرارية: ${title}، ${period}.`,
    extremes: (most, least) => `الأعلى: ${most.name}: ${most.figure}. الأدنى: ${least.name}: ${least.figure}.`,
  };
}
