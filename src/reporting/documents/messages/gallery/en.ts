import type { Writing } from '../writing.ts';

export type GalleryTexts = ReturnType<typeof englishGallery>;

/** The English texts of galleries. */
export function englishGallery({ name, counted }: Pick<Writing<'one'>, 'name' | 'counted'>) {
  return {
    /** In the place of the picture of a card that has none. */
    noPicture: 'No picture',
    notTold: (connection: string) =>
      `${name(connection)} did not tell the pictures and texts of its values: their cards have figures alone.`,
    notFetched: (connection: string, count: number) =>
      `${counted(count, { one: '# picture', other: '# pictures' })} of ${name(connection)} could not be fetched, so cards stand without.`,
  };
}
