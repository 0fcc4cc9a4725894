import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'العلامة التجارية',
  about: 'كيف تبدو تقاريرك وممّن هي. قد تكون للمشروع قيمه الخاصة.',
  save: 'حفظ العلامة',
  unsaved: 'لم يُحفظ بعد',
  discard: 'تجاهل التغييرات',
  remove: 'إزالة العلامة',
  removeText: 'يختفي الاسم والشعار والألوان والنصوص من التقارير القادمة. وتحتفظ الجاهزة بما فيها.',
  removed: 'أُزيلت العلامة.',
  unfinished: 'هذا ما كنت قد بدأته.',
  conflict: 'غيّر شخص آخر العلامة في الأثناء.',
  takeTheirs: 'إظهار نسخته',
  keepMine: 'حفظ نسختي رغم ذلك',
  preview: 'هكذا يبدو الغلاف',
  previewNote: 'يظهر الخط نفسه في التقارير.',
  sample: { title: 'التقرير الشهري', client: 'عميلك', visits: 'الزيارات' },
  preparedBy: (name) => `أعدّه ${name}`,
};
