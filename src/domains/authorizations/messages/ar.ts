import type { Texts } from './en.ts';

export const arabic: Texts = {
  connect: (vendor: string) => `ربط ${vendor}`,
  asked: (vendor: string) =>
    `يُطلب منك تسجيل الدخول لدى ${vendor} لتتمكن التقارير من قراءة أرقامك. لا يمكن تغيير أي شيء بذلك.`,
  account: 'لصالح',
  project: 'المشروع',
  connection: 'الاتصال',
  system: 'يقرأ',
  warning: 'تابع فقط إذا كنت تعرف المقصود وتنتظر هذا الطلب.',
  consequence: (host: string) =>
    `سيرى مُرسل الطلب أرقام الحساب الذي تسجّل الدخول به. يمكنك سحب ذلك في أي وقت على ${host}.`,
  goOn: (vendor: string) => `المتابعة إلى ${vendor}`,
  onTo: (vendor: string) => `إلى ${vendor}`,
  granted: (vendor: string) => `تم ربط ${vendor}`,
  grantedText: (project: string, connection: string) =>
    `تستطيع تقارير ${project} الآن قراءة ما يمثّله ${connection}. يمكنك إغلاق هذه الصفحة.`,
  nothing: 'لم يُربط شيء',
  denied: 'لم تسمح بذلك. إن أردت رغم ذلك:',
  incomplete: 'لم يُسمح بكل ما تحتاجه التقارير. يجب أن يبقى كل مربع محددًا.',
  refused: (vendor: string) => `رفض ${vendor} الطلب. على المشغّل مراجعة عميله هناك وعنوان إعادة التوجيه.`,
  noClient: (vendor: string) => `لم تعد هذه الخدمة مسجّلة لدى ${vendor}. يستطيع مشغّلها تغيير ذلك.`,
  connectionRemoved: 'أُزيل الاتصال في هذه الأثناء.',
  failed: (vendor: string) => `لم يُكمل ${vendor} تسجيل الدخول.`,
  again: 'اطلب رابطًا جديدًا ممن أرسله إليك.',
  unknown: 'هذا الرابط لا يؤدي إلى أي مكان',
  unknownText: 'ربما كُتب خطأً أو انتهى.',
  expired: 'انتهت صلاحية هذا الرابط',
  expiredText: 'يمكن الرد عليه خلال نصف ساعة.',
  used: 'سبق الرد على هذا الرابط',
  usedText: 'إن كنت قد قرأت للتو أن كل شيء مربوط فلا حاجة إلى أي شيء آخر. وإلا:',
  otherBrowser: 'بدأ هذا في متصفح آخر',
  otherBrowserText:
    'لم يُربط شيء. افتح الرابط المرسل إليك في هذا المتصفح مع السماح بملفات تعريف الارتباط وتابع من هناك.',
  cannotGoOn: 'لا يمكن للصفحة المتابعة',
  noCookieText: 'لم يحتفظ متصفحك بملف تعريف الارتباط. اسمح بها لهذا الموقع ثم افتح الرابط من جديد.',
  fault: 'لا يمكن عرض الصفحة',
  busyText: 'حاول مرة أخرى بعد لحظة.',
  tooManyText: 'كانت الطلبات كثيرة جدًا. انتظر دقيقة ثم حاول مرة أخرى.',
  openText: 'افتح الرابط كما أُرسل إليك.',
  laterText: 'حاول لاحقًا.',
};
