import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'الخطة والاستخدام',
  plan: (name) => `خطتك هي ${name}.`,
  allowance: 'ما تسمح به خطتك',
  projects: 'المشاريع',
  members: 'الأعضاء',
  generations: 'تقارير هذا الشهر',
  ofLimit: (used, limit) => `${used} من ${limit}`,
  unlimited: (used) => `${used}، بلا حد`,
  full: {
    title: 'استُنفد',
    projects: 'أرشف مشروعًا منتهيًا، أو اطلب من المشغّل خطة أكبر.',
    members: 'أزل من غادر، أو اطلب من المشغّل خطة أكبر.',
    generations: (day) => `لن يُعَدّ تقرير آخر قبل ${day}، حتى المجدول، ما لم يمنحك المشغّل خطة أكبر.`,
    requests: 'تُرفض طلبات البرامج حتى يبدأ العدّ من جديد. عملك هنا مستمر.',
  },
  toProjects: 'إلى المشاريع',
  toMembers: 'إلى الأعضاء',
  resets: (time) => `يبدأ من جديد: ${time}`,
  days: 'آخر 30 يومًا',
  daysAdvice: 'اختر يومًا بالمؤشر أو بمفاتيح الأسهم. الأيام بتوقيت UTC.',
  reports: 'التقارير',
  files: 'الملفات',
  completed: 'التقارير المكتملة',
  date: 'اليوم',
  onDay: (day, reports, files) =>
    `${day}: ${plural('ar', reports, { zero: 'لا تقارير', one: 'تقرير واحد', two: 'تقريران', few: '# تقارير', many: '# تقريرًا', other: '# تقرير' })}، ${plural('ar', files, { zero: 'لا ملفات', one: 'ملف واحد', two: 'ملفان', few: '# ملفات', many: '# ملفًا', other: '# ملف' })}`,
  asTable: 'كجدول',
  nothing: 'لم يُعَدّ شيء في آخر 30 يومًا.',
  requests: 'طلبات البرامج',
  requestsText: 'ما تطلبه البرامج من واجهة API العامة برموز الوصول الخاصة بك. العمل في وحدة التحكم لا يُحتسب.',
  minute: 'في هذه الدقيقة',
  day: 'اليوم',
};
