import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Arabic texts of galleries. */
export function arabicGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'لا توجد صورة',
    notTold: (connection) => `لم يقدّم ${name(connection)} الصور والنصوص: تعرض البطاقات الأرقام وحدها.`,
    notFetched: (connection, count) =>
      `عدد صور ${name(connection)} التي تعذّر جلبها ولا تظهر على البطاقات: ${number(count)}.`,
  };
}
