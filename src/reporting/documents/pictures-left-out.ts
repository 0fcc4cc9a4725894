import { messagesFor } from './messages/messages.ts';
import type { ReportDocument, Warning } from './model.ts';
import type { PictureUse } from './picture.ts';

/** The code of the warning about a picture that cannot be drawn. */
export const pictureLeftOut: Warning['code'] = 'picture_left_out';

/** A picture that a report shows, by its data URI. */
export interface ShownPicture {
  readonly as: Exclude<PictureUse, 'card'>;
  readonly uri: string;
  /** What says in a section what it shows; null for the pictures of the brand. */
  readonly alternative: string | null;
}

/** The logo, the picture of the cover, those of the sections, and behind them those of cards, each once. */
export function shownPictures({
  brand,
  sections,
  pictures = {},
}: Pick<ReportDocument, 'brand' | 'sections' | 'pictures'>): ShownPicture[] {
  const { logo, cover_picture: cover } = brand;
  const own = new Map<string, ShownPicture>();
  for (const section of sections) {
    if (section.type !== 'image' || own.has(section.picture)) continue;
    own.set(section.picture, { as: 'picture', uri: section.picture, alternative: section.alternative });
  }
  for (const card of sections.flatMap((section) => (section.type === 'gallery' ? section.cards : []))) {
    const uri = card.picture === null ? undefined : pictures[card.picture];
    if (uri && !own.has(uri)) own.set(uri, { as: 'picture', uri, alternative: card.text ?? card.label ?? '' });
  }
  return [
    ...(logo ? [{ as: 'logo', uri: logo, alternative: null } as const] : []),
    ...(cover ? [{ as: 'cover', uri: cover, alternative: null } as const] : []),
    ...own.values(),
  ];
}

/** What a report says of a picture that it cannot show. */
export function leftOutWarning({ as, alternative }: ShownPicture, locale: string): Warning {
  const { warnings } = messagesFor(locale);
  const message = as === 'picture' ? warnings.pictureLeftOut(alternative ?? '') : warnings.brandPictureLeftOut(as);
  return { code: pictureLeftOut, message, connection_id: null };
}
