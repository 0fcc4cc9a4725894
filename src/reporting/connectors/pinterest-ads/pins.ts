import { type Static, Type } from 'typebox';
import type { Depiction } from '../contract.ts';
import { requestsAtOnce } from '../hosted/ad-report.ts';
import { mapBounded } from '../map-bounded.ts';
import { askPinterest, type PinterestAccess } from './api.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const image = Type.Object({ url: text });
const pin = Type.Object({
  ...{ title: text, description: text },
  media: Type.Optional(
    Type.Union([
      Type.Object({
        images: Type.Optional(Type.Union([Type.Record(Type.String(), image), Type.Null()])),
        cover_image_url: text,
      }),
      Type.Null(),
    ]),
  ),
});

/** A pin of an ad by the name of the ad; `pin` is its number. */
export interface PinOfAd {
  readonly key: string;
  readonly pin: string;
}

/** The larger ones are no sharper on a card. */
const sizes = ['600x', '400x300', '1200x', '150x150'];

/** What the pins of ads look like: https://developers.pinterest.com/docs/api/v5/pins-get. Throws a ConnectorError. */
export function depictPins(
  access: PinterestAccess,
  account: string,
  pins: readonly PinOfAd[],
): Promise<readonly Depiction[]> {
  return mapBounded(pins, requestsAtOnce, async ({ key, pin: id }) => {
    const found = await askPinterest(access, `pins/${id}`, { ad_account_id: account }, pin);
    return depictionOf(key, id, found);
  });
}

function depictionOf(key: string, id: string, { title, description, media }: Static<typeof pin>): Depiction {
  const said = [title, description].filter(Boolean).join(' – ');
  const picture = sizes.map((size) => media?.images?.[size]?.url).find(Boolean) || media?.cover_image_url;
  return {
    ...{ key, link: `https://www.pinterest.com/pin/${id}/` },
    ...(said !== '' && { text: said }),
    ...(picture && { pictureUrl: picture }),
  };
}
