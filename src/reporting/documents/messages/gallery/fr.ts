import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The French texts of galleries. */
export function frenchGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'Sans image',
    notTold: (connection) =>
      `${name(connection)} n’a pas communiqué les images et les textes : les fiches ne montrent que des chiffres.`,
    notFetched: (connection, count) =>
      `Images de ${name(connection)} qui n’ont pas pu être récupérées et manquent sur les fiches : ${number(count)}.`,
  };
}
