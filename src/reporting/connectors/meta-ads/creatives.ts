import { type Static, Type } from 'typebox';
import type { Depiction, DepictionQuery } from '../contract.ts';
import { readIds } from '../hosted/ids-of-values.ts';
import { askMeta, type MetaAccess } from './api.ts';
import { type MetaScope, queryMeta } from './figures.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const creative = Type.Object({
  title: text,
  body: text,
  image_url: text,
  thumbnail_url: text,
  instagram_permalink_url: text,
  effective_object_story_id: text,
});
const ads = Type.Record(Type.String(), Type.Object({ creative: Type.Optional(creative) }));

type Creative = Static<typeof creative>;

/** Without them a thumbnail has 64 pixels. */
const thumbnail = 'thumbnail_width(720).thumbnail_height(720)';
const fields = `creative.${thumbnail}{${Object.keys(creative.properties).join(',')}}`;
/** As many as Graph takes at once. */
const mostIds = 50;

/** What ads look like: https://developers.facebook.com/docs/marketing-api/reference/ad-creative */
export async function depictAds(
  access: MetaAccess,
  config: MetaScope,
  { query, keys }: DepictionQuery,
): Promise<Depiction[]> {
  const ids = await readIds(access.context, { ...query, account: '' }, () => queryMeta(access, config, query));
  const asked = keys.flatMap((key) => {
    const id = ids.get(key);
    return id === undefined ? [] : [{ key, id }];
  });
  const depicted: Depiction[] = [];
  for (let start = 0; start < asked.length; start += mostIds) {
    const batch = asked.slice(start, start + mostIds);
    const parameters = { ids: batch.map(({ id }) => id).join(','), fields };
    const found = await askMeta(access, { path: '', parameters }, ads);
    depicted.push(...batch.map(({ key, id }) => depictionOf(key, found[id]?.creative ?? {})));
  }
  return depicted;
}

function depictionOf(key: string, { title, body, image_url, thumbnail_url, ...shown }: Creative): Depiction {
  const said = [title, body].filter(Boolean).join(' – ');
  const picture = image_url || thumbnail_url;
  const link = linkOf(shown);
  return {
    key,
    ...(said !== '' && { text: said }),
    ...(picture && { pictureUrl: picture }),
    ...(link !== undefined && { link }),
  };
}

/** The post that an ad shows. */
function linkOf({ instagram_permalink_url: own, effective_object_story_id: story }: Creative): string | undefined {
  if (own) return own;
  return story && /^\d+_\d+$/.test(story) ? `https://www.facebook.com/${story}` : undefined;
}
