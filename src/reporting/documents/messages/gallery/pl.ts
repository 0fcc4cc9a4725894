import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Polish texts of galleries. */
export function polishGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'Brak obrazu',
    notTold: (connection) => `Źródło ${name(connection)} nie podało obrazów ani tekstów: karty zawierają same liczby.`,
    notFetched: (connection, count) =>
      `Obrazy ze źródła ${name(connection)}, których nie udało się pobrać i których brakuje na kartach: ${number(count)}.`,
  };
}
