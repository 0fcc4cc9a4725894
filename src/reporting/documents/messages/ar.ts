import { arabicChannels } from './channels/ar.ts';
import { arabicCharts } from './charts/ar.ts';
import { arabicDays } from './days/ar.ts';
import type { DailyChange, Texts } from './en.ts';
import { arabicGallery } from './gallery/ar.ts';
import { arabicGoals } from './goals/ar.ts';
import { arabicHighlights } from './highlights/ar.ts';
import { arabicPortfolio } from './portfolio/ar.ts';
import { arabicTables } from './tables/ar.ts';
import type { Writing } from './writing.ts';

/** The Arabic texts. Counted nouns are in the genitive or accusative, as their sentences require. */
export function arabic(writing: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `«${name(text)}»`;
  const nouns = { zero: '# يوم', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' };
  const values = (count: number) =>
    counted(count, {
      zero: '# قيمة',
      one: 'قيمة واحدة',
      two: 'قيمتين',
      few: '# قيم',
      many: '# قيمة',
      other: '# قيمة',
    });
  const others = {
    day: {
      zero: '# يوم آخر',
      one: 'يوم آخر',
      two: 'يومان آخران',
      few: '# أيام أخرى',
      many: '# يومًا آخر',
      other: '# يوم آخر',
    },
    week: {
      zero: '# أسبوع آخر',
      one: 'أسبوع آخر',
      two: 'أسبوعان آخران',
      few: '# أسابيع أخرى',
      many: '# أسبوعًا آخر',
      other: '# أسبوع آخر',
    },
    month: {
      zero: '# شهر آخر',
      one: 'شهر آخر',
      two: 'شهران آخران',
      few: '# أشهر أخرى',
      many: '# شهرًا آخر',
      other: '# شهر آخر',
    },
  };
  const more = (count: number, named: readonly string[], unit: keyof typeof others = 'day') =>
    count > named.length ? `، و${counted(count - named.length, others[unit])}` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join('، ');
    return told && ` المتوسط اليومي: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'المحتويات',
      period: 'الفترة',
      comparedWith: 'مقارنة بالفترة',
      project: 'المشروع',
      created: 'تاريخ الإنشاء',
      timeZone: 'المنطقة الزمنية',
      preparedBy: 'إعداد',
      contact: 'للتواصل',
      page: (page, pages) => `صفحة ${page} من ${pages}`,
      logo: (client) => `شعار ${name(client)}`,

      highlights: 'أبرز النتائج',
      keyFigures: 'المؤشرات الرئيسية',
      dataSources: 'مصادر البيانات',
      notes: 'ملاحظات على البيانات',
      series: (metric, by) => `${name(metric)} حسب ${{ day: 'اليوم', week: 'الأسبوع', month: 'الشهر' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} حسب ${name(dimension)}`,

      metric: 'المؤشر',
      current: 'الفترة الحالية',
      compare: 'سابقًا',
      change: 'التغيّر',
      share: 'الحصة',
      total: 'الإجمالي',
      rest: (count) => (count === 0 ? 'جميع القيم الأخرى' : `جميع القيم الأخرى (${number(count)})`),
      noValue: '(غير محدد)',
      noFigures: 'لا توجد أرقام لهذه الفترة.',
      source: (connection) => `المصدر: ${name(connection)}`,
      points: (points, count) => {
        const noun = { zero: 'نقطة', one: 'نقطة', two: 'نقطة', few: 'نقاط', many: 'نقطة', other: 'نقطة' };
        return `${points}\u00a0${counted(count, noun)}`;
      },
      before: (value) => `سابقًا: ${value}`,
      good: 'إيجابي',
      bad: 'يستدعي الانتباه',
      neutral: 'للعلم',

      connection: 'الاتصال',
      system: 'النظام',
      rowsCurrent: 'الصفوف',
      rowsCompare: 'الصفوف سابقًا',
      fetchedAt: 'وقت الجلب',
      freshAt: 'آخر تغيير',
      bytesBilled: 'البيانات المحتسبة',
      unknown: 'غير معروف',

      trend: (metric, low, high) => `${quoted(metric)} حسب اليوم، بين ${low} و${high}.`,
      chartEmpty: (metric) => `مخطط المؤشر ${quoted(metric)}: لا توجد أرقام.`,

      rowsCut: (count) =>
        counted(count, {
          zero: 'لم تُعرض # صفوف أخرى.',
          one: 'لم يُعرض صف واحد آخر.',
          two: 'لم يُعرض صفان آخران.',
          few: 'لم تُعرض # صفوف أخرى.',
          many: 'لم يُعرض # صفًا آخر.',
          other: 'لم يُعرض # صف آخر.',
        }),
      textCut: 'النص أطول مما يعرضه التقرير، وقد حُذفت بقيته.',

      skip: 'الانتقال إلى التقرير',
      download: 'تنزيل',
      darkColors: 'ألوان داكنة',
      showFigures: 'عرض الأرقام',
      comment: 'تعليق',
      figures: 'الأرقام',
      date: 'التاريخ',
    },
    warnings: {
      partialPeriod: (day) => `لم يكن يوم ${day} قد انتهى عند جلب البيانات، ولذلك فإن أرقامه غير مكتملة.`,
      lengthsDiffer: (current, compare) => {
        const days = (count: number) => counted(count, { ...nouns, one: 'يومًا واحدًا' });
        return `تشمل الفترة الحالية ${days(current)}، وفترة المقارنة ${days(compare)}؛ ولم تُعدَّل المجاميع وفقًا لذلك.`;
      },
      overlap: (current, compare) => `تتداخل الفترة ${current} مع الفترة ${compare}.`,
      notThereYet: (connection, day) => `لم تكن أرقام ${quoted(connection)} ليوم ${day} متاحة بعد.`,
      noData: (connection, meant) => {
        const periods = {
          current: 'للفترة الحالية',
          compare: 'لفترة المقارنة',
          both: 'لا للفترة الحالية ولا لفترة المقارنة',
        };
        return `لا تتوفر بيانات من ${quoted(connection)} ${periods[meant]}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'الفترة الحالية' : 'فترة المقارنة';
        const days = counted(count, { ...nouns, one: 'يوم واحد' });
        return `لا تتوفر بيانات من ${quoted(connection)} عن ${days} من ${which}: ${named.join('؛ ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'في الفترة الحالية' : 'في فترة المقارنة';
        const unread = count === 2 ? 'تعذّرت قراءتهما' : 'تعذّرت قراءتها';
        return `لا يشمل المؤشر ${quoted(metric)} من ${quoted(connection)} ${which} ${values(count)} ${unread}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'يجمع عمودًا يبدو أنه نِسب أو يحسب متوسطه',
          level: 'يجمع عمودًا يبدو أنه أرصدة أو أسعار',
          people: 'يجمع عمودًا يبدو أنه أعداد أشخاص قد يتكررون في عدة صفوف',
        }[kind];
        return `المؤشر ${quoted(metric)} من ${quoted(connection)} ${column}؛ وقد تكون أرقامه خاطئة. الصحيح هو: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `يضم البُعد ${quoted(dimension)} في ${quoted(connection)} أكثر من ${values(most)}؛ وتقتصر المقارنات على أكبر ${number(most)} منها.`,
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'تعذّر عرض الشعار، ولذلك لا يتضمنه هذا التقرير.'
          : 'تعذّر عرض صورة الغلاف، ولذلك لا يتضمنها هذا التقرير.',
      pictureLeftOut: (alternative) => `تعذّر عرض صورة، ويظهر وصفها بدلًا منها: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) => `حسب المصدر ${quoted(connection)} الأرقام من عيّنة من بياناته؛ فهي تقديرات.`,
      thresholded: (connection) =>
        `يحذف المصدر ${quoted(connection)} القيم التي تخص عددًا قليلًا من الأشخاص؛ وقد يقل مجموع الأجزاء عن الإجمالي.`,
      otherRow: (connection) => `جمع المصدر ${quoted(connection)} القيم النادرة في صف واحد.`,
      withheldRows: (connection) => `يحجب المصدر ${quoted(connection)} القيم النادرة؛ ويقل مجموع الأجزاء عن الإجمالي.`,
      repeatedCursor: (connection) =>
        `انتهت صفحات المصدر ${quoted(connection)} عند إشارة سبق ورودها؛ وقد تكون هناك صفوف ناقصة.`,
      incompleteFrom: (connection, date) => `ما زالت أرقام المصدر ${quoted(connection)} تتغير ابتداءً من ${date}.`,
      sincePublished: (connection, date) =>
        `أرقام كل منشور من المصدر ${quoted(connection)} محسوبة منذ نشره حتى ${date}؛ ولا تُقارن لأن المنشورات الأقدم أتيح لها وقت أطول.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `أيام المصدر ${quoted(connection)} هي أيام المنطقة ${name(theirs)} وليست أيام المنطقة ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `يعطي المصدر ${quoted(connection)} المبالغ بعملة ${name(theirs)} وليس بعملة ${name(ours)} كهذا التقرير؛ وهي معروضة بعملة ${name(theirs)} من دون تحويل.`,
      sourceOmitted: (connection) => `لم يُجب المصدر ${quoted(connection)} ولذلك لا يتضمنه هذا التقرير.`,
    },
    notes: {
      partialDay: (day) => `تشمل الأرقام يوم ${day} الذي لم يكن قد انتهى عند جلب البيانات.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'الفترة الحالية' : 'فترة المقارنة';
        const days = counted(count, { ...nouns, one: 'يوم واحد' });
        return `لا تتوفر بيانات عن ${days} من ${which}: ${named.join('؛ ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) => {
        const days = (count: number) => counted(count, { ...nouns, one: 'يوم واحد' });
        return `تُقارَن مجاميع ${days(current)} بمجاميع ${days(compare)}.${perDay(averages)}`;
      },
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? {
                zero: '# أسبوع',
                one: 'أسبوع واحد',
                two: 'أسبوعين',
                few: '# أسابيع',
                many: '# أسبوعًا',
                other: '# أسبوع',
              }
            : { zero: '# شهر', one: 'شهر واحد', two: 'شهرين', few: '# أشهر', many: '# شهرًا', other: '# شهر' };
        return `لا تغطي البيانات كامل ${counted(count, forms)} (تاريخ البداية: ${named.join('؛ ')}${more(count, named, unit)}).`;
      },
      atEnd: (named) => `القيمة في نهاية الفترة، لا مجموع أيامها: ${named.map(quoted).join('، ')}.`,
      truncated: (dimension, most) =>
        `يضم البُعد ${quoted(dimension)} أكثر من ${values(most)}؛ وتقتصر المقارنات على أكبر ${number(most)} منها.`,
    },
    mail: {
      open: 'فتح التقرير',
      unsubscribe: 'إلغاء الاشتراك',
      attached: 'التقرير مرفق بهذه الرسالة.',
      link: 'يمكن الاطلاع على التقرير عبر الرابط التالي:',
      linkEnds: (date) => `الرابط صالح حتى ${date}.`,
      chatTest: 'هذه رسالة تجريبية: ستصل التقارير إلى هذه القناة.',
    },
    charts: arabicCharts(writing),
    tables: arabicTables(writing),
    gallery: arabicGallery(writing),
    highlights: arabicHighlights(writing),
    channels: arabicChannels(writing),
    goals: arabicGoals(writing),
    days: arabicDays(writing),
    portfolio: arabicPortfolio(writing),
  };
}
