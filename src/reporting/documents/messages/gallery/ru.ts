import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Russian texts of galleries. */
export function russianGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'Нет изображения',
    notTold: (connection) =>
      `Источник ${name(connection)} не сообщил изображения и тексты: на карточках только показатели.`,
    notFetched: (connection, count) =>
      `Изображения из источника ${name(connection)}, которые не удалось получить и которых нет на карточках: ${number(count)}.`,
  };
}
