import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Ukrainian texts of galleries. */
export function ukrainianGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'Немає зображення',
    notTold: (connection) => `Джерело ${name(connection)} не надало зображень і текстів: на картках лише показники.`,
    notFetched: (connection, count) =>
      `Зображення з джерела ${name(connection)}, які не вдалося отримати й яких немає на картках: ${number(count)}.`,
  };
}
