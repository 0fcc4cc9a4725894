import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'الرئيسية',
  start: {
    title: 'الخطوات الأولى',
    done: 'تم',
    progress: (done, all) => `تم ${done} من ${all}`,
    project: {
      title: 'أنشئ مشروعًا',
      text: 'واحد لكل عميل أو موقع تُعِد تقارير عنه.',
      action: 'مشروع جديد',
    },
    connection: {
      title: 'صِل البيانات',
      text: 'ارفع ملفًا، أو صِل ما يستخدمه عميلك.',
      action: 'وصل البيانات',
    },
    report: {
      title: 'أنشئ تقريرًا',
      text: 'اختر فترة. يستغرق ذلك بضع ثوانٍ.',
      action: 'إنشاء تقرير',
    },
    delivery: {
      title: 'أرسله',
      text: 'نزّله، أو أرسل رابطًا، أو دع جدولًا زمنيًا يرسله كل شهر.',
      action: 'فتح التقرير',
    },
  },
  needs: {
    title: 'يحتاج إليك',
    reader: 'مشكلات معروفة',
    calm: 'لا شيء يحتاج إليك اليوم',
    calmText: 'جميع الاتصالات تعمل، ولا تقرير ينتظر.',
    reconnect: (name) => `يجب وصل ${name} من جديد`,
    missing: (name) => `ما يقرؤه ${name} لم يعد موجودًا`,
    ending: (name, day) => `ينتهي تسجيل الدخول إلى ${name} في ${day}`,
    waiting: (count) =>
      plural('ar', count, {
        zero: 'لا تقرير ينتظره',
        one: 'تقرير واحد ينتظره',
        two: 'تقريران ينتظرانه',
        few: '# تقارير تنتظره',
        many: '# تقريرًا ينتظره',
        other: '# تقرير ينتظره',
      }),
    blocked: 'تعذّر إنشاء تقرير',
    times: (count) =>
      plural('ar', count, {
        zero: 'لا مرة',
        one: 'مرة واحدة',
        two: 'مرتان',
        few: '# مرات',
        many: '# مرة',
        other: '# مرة',
      }),
    undelivered: (recipient) => `لم تصل رسالة إلى ${recipient}`,
    unposted: (channel) => `لم تصل رسالة إلى قناة الدردشة ${channel}`,
    approval: 'تقرير بانتظار الموافقة',
    look: 'عرضه',
    webhookGone: (name: string) => `عُطّل الويب هوك ${name}: لم يعد عنوانه موجودًا`,
    webhookFailing: (name: string) => `عُطّل الويب هوك ${name} بعد فشله خمسة أيام`,
    deletion: (d) => `ستُحذف التقارير القديمة ابتداءً من ${d}`,
    see: 'عرض الجداول الزمنية',
    check: 'تحقق',
    reconnectAction: 'إعادة الوصل',
    signIn: 'تسجيل الدخول من جديد',
    dismiss: 'إخفاء',
    all: (count) =>
      plural('ar', count, {
        zero: 'لا مزيد',
        one: 'عرض واحد آخر',
        two: 'عرض اثنين آخرين',
        few: 'عرض # أخرى',
        many: 'عرض # أخرى',
        other: 'عرض # أخرى',
      }),
  },
  alerts: {
    title: 'تنبيهات قائمة',
    all: 'كل التنبيهات',
    acknowledge: 'أتولى الأمر',
    acknowledged: 'هناك من يتولى الأمر',
    since: (day) => `منذ ${day}`,
  },
  next: {
    title: 'التقارير التالية',
    all: 'جميع الجداول الزمنية',
    empty: 'لا شيء مجدول. يُعِد الجدول الزمني التقرير من تلقاء نفسه ويرسله.',
    recipients: (count) =>
      plural('ar', count, {
        zero: 'دون مستلمين',
        one: 'إلى مستلم واحد',
        two: 'إلى مستلمَين',
        few: 'إلى # مستلمين',
        many: 'إلى # مستلمًا',
        other: 'إلى # مستلم',
      }),
    line: (cadence, recipients) => `${cadence}، ${recipients}`,
  },
  newest: {
    title: 'أحدث التقارير',
    empty: 'تظهر هنا التقارير التي تنشئها.',
    reader: 'ما إن يُنشأ تقرير حتى يظهر هنا.',
  },
};
