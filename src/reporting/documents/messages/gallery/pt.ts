import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Portuguese texts of galleries. */
export function portugueseGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: 'Sem imagem',
    notTold: (connection) =>
      `${name(connection)} não indicou as imagens nem os textos: os cartões mostram apenas números.`,
    notFetched: (connection, count) =>
      `Imagens de ${name(connection)} que não puderam ser obtidas e faltam nos cartões: ${number(count)}.`,
  };
}
