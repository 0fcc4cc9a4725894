import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const tokens: Messages['tokens'] = {
  title: 'رموز الوصول',
  subtitle: 'بواسطة رمز، ينشئ برنامج آخر تقارير هذا الحساب ويقرؤها.',
  reference: 'مرجع API',
  token: 'الرمز',
  may: 'يمكنه',
  lastUse: 'آخر استخدام',
  never: 'أبدًا',
  expires: 'ينتهي',
  doesNotExpire: 'لا ينتهي',
  states: { active: 'فعّال', expired: 'منتهٍ', revoked: 'ملغى' },
  kinds: { live: 'إنشاء التقارير', try_it: 'تجربة API', manage: 'إدارة الحساب' },
  kindAdvice: {
    live: 'لأنظمتك الخاصة: بدء التقارير وجلبها.',
    try_it: 'الأمر نفسه ليوم واحد.',
    manage: 'للأتمتة: ما يفعله الناس في هذه الواجهة، حتى دور معيّن.',
  },
  scopes: {
    'projects:read': 'قراءة المشاريع',
    'projects:write': 'إنشاء المشاريع وتغييرها',
    'reports:read': 'قراءة التقارير وتنزيلها',
    'reports:write': 'بدء التقارير والتصدير',
  },
  asRole: (role: string) => `كل ما يسمح به دور ${role}`,
  empty: {
    title: 'لا يملك أي برنامج وصولًا بعد',
    text: 'بواسطة رمز، يبدأ متجر أو نص برمجي أو أداة أتمتة التقارير ويجلبها دون أن يسجّل أحد الدخول.',
  },
  create: {
    action: 'إنشاء رمز',
    title: 'إنشاء رمز',
    nameAdvice: 'الغرض منه، مثل «تصدير ليلي».',
    kind: 'ما الغرض منه؟',
    scopes: 'ماذا يمكنه أن يفعل؟',
    scopesMissing: 'اختر واحدًا على الأقل.',
    role: 'حتى أي دور؟',
    expiry: 'كم يدوم؟',
    days: (count: number) =>
      plural('ar', count, {
        zero: '# يوم',
        one: 'يوم واحد',
        two: 'يومان',
        few: '# أيام',
        many: '# يومًا',
        other: '# يوم',
      }),
    forever: 'حتى إلغائه',
    submit: 'إنشاء الرمز',
    doneTitle: 'الرمز جاهز',
    secret: 'الرمز',
    once: 'يُعرض الآن فقط. احفظه حيث تحفظ كلمات المرور.',
    example: 'للتجربة',
    withheld: 'سبق عرض الرمز. ألغه وأنشئ غيره.',
  },
  revoke: {
    action: 'إلغاء الرمز',
    title: (name: string) => `إلغاء «${name}»؟`,
    text: 'تفقد البرامج التي تستخدمه الوصول فورًا. لا يمكن التراجع عن ذلك.',
    done: (name: string) => `أُلغي «${name}».`,
  },
};
