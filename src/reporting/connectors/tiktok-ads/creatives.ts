import { type Static, Type } from 'typebox';
import type { Depiction } from '../contract.ts';
import { askTikTok, type TikTokAccess } from './api.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const ad = Type.Object({
  ad_id: Type.String(),
  ...{ ad_text: text, landing_page_url: text, video_id: text },
  image_ids: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
});
const ads = Type.Object({ list: Type.Array(ad) });
const images = Type.Object({ list: Type.Array(Type.Object({ image_id: Type.String(), image_url: text })) });
const videos = Type.Object({ list: Type.Array(Type.Object({ video_id: Type.String(), video_cover_url: text })) });

/** An ad by its name. */
interface NamedAd {
  readonly key: string;
  readonly id: string;
}

/** As many as TikTok takes at once of ads, pictures and films; a gallery has fewer. */
const mostIds = 60;

/**
 * Texts, landing pages and pictures of ads; of films the cover: https://business-api.tiktok.com/portal/docs (ad/get,
 * file/image/ad/info, file/video/ad/info). Throws a ConnectorError.
 */
export async function depictCreatives(
  access: TikTokAccess,
  account: string,
  named: readonly NamedAd[],
): Promise<Depiction[]> {
  const asked = named.slice(0, mostIds);
  if (asked.length === 0) return [];
  const parameters = {
    ...{ advertiser_id: account, fields: JSON.stringify(Object.keys(ad.properties)), page_size: `${mostIds}` },
    // Without it TikTok lists none that were deleted.
    filtering: JSON.stringify({ ad_ids: asked.map(({ id }) => id), secondary_status: 'AD_STATUS_ALL' }),
  };
  const { list } = await askTikTok(access, 'ad/get/', parameters, ads);
  const pictures = await readPictures(access, account, list);
  const byId = new Map(list.map((found) => [found.ad_id, found]));
  return asked.flatMap(({ key, id }) => {
    const found = byId.get(id);
    return found ? [depictionOf(key, found, pictures)] : [];
  });
}

function depictionOf(key: string, found: Static<typeof ad>, pictures: ReadonlyMap<string, string>): Depiction {
  const picture = pictures.get(pictureIdOf(found) ?? '');
  return {
    key,
    ...(found.ad_text && { text: found.ad_text }),
    ...(found.landing_page_url && { link: found.landing_page_url }),
    ...(picture !== undefined && { pictureUrl: picture }),
  };
}

/** Those of pictures and of films are of different forms, so that they do not meet. */
function pictureIdOf({ video_id, image_ids }: Static<typeof ad>): string | undefined {
  return video_id || image_ids?.[0];
}

/** The addresses of pictures and covers by the ids of pictures and films. */
async function readPictures(
  access: TikTokAccess,
  advertiser_id: string,
  list: readonly Static<typeof ad>[],
): Promise<ReadonlyMap<string, string>> {
  const films = new Set(list.flatMap(({ video_id }) => video_id || []));
  const stills = new Set(list.flatMap(({ video_id, image_ids }) => (video_id ? [] : (image_ids?.slice(0, 1) ?? []))));
  const idsOf = (ids: ReadonlySet<string>) => JSON.stringify([...ids]);
  const [covers, shown] = await Promise.all([
    films.size === 0
      ? []
      : askTikTok(access, 'file/video/ad/info/', { advertiser_id, video_ids: idsOf(films) }, videos).then(
          (found) => found.list,
        ),
    stills.size === 0
      ? []
      : askTikTok(access, 'file/image/ad/info/', { advertiser_id, image_ids: idsOf(stills) }, images).then(
          (found) => found.list,
        ),
  ]);
  return new Map([
    ...covers.flatMap(({ video_id, video_cover_url: url }) => (url ? [[video_id, url] as const] : [])),
    ...shown.flatMap(({ image_id, image_url: url }) => (url ? [[image_id, url] as const] : [])),
  ]);
}
