import type { Writing } from '../writing.ts';
import type { GalleryTexts } from './en.ts';

/** The Japanese texts of galleries. */
export function japaneseGallery({ name, number }: Pick<Writing, 'name' | 'number'>): GalleryTexts {
  return {
    noPicture: '画像なし',
    notTold: (connection) =>
      `「${name(connection)}」から画像とテキストを取得できなかったため、カードには数値のみを表示しています。`,
    notFetched: (connection, count) =>
      `「${name(connection)}」の画像${number(count)}件を取得できなかったため、画像のないカードがあります。`,
  };
}
