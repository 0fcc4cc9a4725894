import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Spanish texts of galleries. */
export function spanishGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'Sin imagen',
    notTold: (connection) =>
      `${name(connection)} no ha facilitado las imágenes ni los textos: las fichas solo muestran cifras.`,
    notFetched: (connection, count) =>
      `Imágenes de ${name(connection)} que no se han podido obtener y faltan en las fichas: ${number(count)}.`,
  };
}
