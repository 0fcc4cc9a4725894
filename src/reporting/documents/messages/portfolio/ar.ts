import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Arabic texts of the portfolio. */
export function arabicPortfolio({
  number,
  counted,
  name,
}: Writing<'zero' | 'one' | 'two' | 'few' | 'many'>): PortfolioTexts {
  const all = (named: readonly string[]) => named.map((each) => `«${name(each)}»`).join('، ');
  return {
    title: 'المحفظة',
    projects: 'المشاريع',
    furthest: 'الأبعد عن هدفه',
    toRepair: 'اتصالات تحتاج إلى إصلاح',
    count: number,
    ofAll: (some, total) => `${number(some)} من ${number(total)}`,
    left: 'المتبقي من الميزانية',
    sums: 'مجاميع كل المشاريع',
    faults: 'اتصالات تحتاج إلى إجراء',
    reason: 'ما المشكلة',
    reasons: {
      reauth_required: 'لم يعد يقبل تسجيل الدخول',
      resource_missing: 'ما كان يقرؤه لم يعد موجودًا',
      transient: 'لم يُجب',
      invalid_config: 'لم تعد إعداداته مناسبة',
      unexpected: 'خطأ داخل الخدمة نفسها',
    },
    read: (first, last) =>
      first === last
        ? `قُرئت الأرقام في ${first}، ولم يُقرأ أي منها لهذا التقرير.`
        : `قُرئت الأرقام بين ${first} و${last}، ولم يُقرأ أي منها لهذا التقرير.`,
    order: 'أولًا ما يبتعد أكثر عن هدفه.',
    notRead: (count, named) => {
      const forms = {
        zero: 'لا مشاريع بلا أرقام',
        one: 'مشروع واحد بلا أرقام',
        two: 'مشروعان بلا أرقام',
        few: '# مشاريع بلا أرقام',
        many: '# مشروعًا بلا أرقام',
        other: '# مشروع بلا أرقام',
      };
      return `${counted(count, forms)}: لم تُقرأ بعد، أو لم يعد معناها كما كان بسبب تخطيط أو هدف أو اتصال أو شهر آخر: ${all(named)}.`;
    },
    converted: (currency, day) => (day === null ? `بعملة ${currency}` : `بعملة ${currency}، أسعار ${day}`),
    noRate: (label, currencies) => `لا مجموع لـ${all([label])} لعدم وجود سعر لـ ${currencies.join('، ')}.`,
    otherDays: (count) => `${number(count)} بأيام أخرى`,
    behind: (count, total) => `المشاريع الخارجة عن المسار: ${number(count)} من ${number(total)} لها أهداف.`,
    figures: (count, total) => `مشاريع لها أرقام: ${number(count)} من ${number(total)}.`,
    off: (project, metric, share) => `${all([project])}: يبتعد ${all([metric])} بنسبة ${share} عن هدف الأيام المنقضية.`,
    noted: {
      missingDays: (count) =>
        counted(count, {
          zero: 'لا أيام بلا أرقام',
          one: 'يوم واحد بلا أرقام',
          two: 'يومان بلا أرقام',
          few: '# أيام بلا أرقام',
          many: '# يومًا بلا أرقام',
          other: '# يوم بلا أرقام',
        }),
      leftOut: (count) =>
        counted(count, {
          zero: 'لا قيم متروكة',
          one: 'تعذرت قراءة قيمة واحدة',
          two: 'تعذرت قراءة قيمتين',
          few: 'تعذرت قراءة # قيم',
          many: 'تعذرت قراءة # قيمة',
          other: 'تعذرت قراءة # قيمة',
        }),
      changing: (day) => `لا يزال يتغير بدءًا من ${day}`,
      sampled: 'مقدّر من عيّنة',
      other: 'يحجب المصدر بعض الأرقام',
    },
  };
}
