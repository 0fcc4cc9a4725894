import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The German texts of galleries. */
export function germanGallery({ name, counted }: Pick<Writing<'one'>, 'name' | 'counted'>): GalleryTexts {
  return {
    noPicture: 'Kein Bild',
    notTold: (connection) =>
      `${name(connection)} hat Bilder und Texte nicht genannt: Auf den Karten stehen nur Zahlen.`,
    notFetched: (connection, count) =>
      `${counted(count, { one: '# Bild', other: '# Bilder' })} von ${name(connection)} ließen sich nicht abrufen und fehlen auf den Karten.`,
  };
}
