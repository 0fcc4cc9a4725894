import type { Depiction, DepictionQuery } from '../contract.ts';
import { mapBounded } from '../map-bounded.ts';
import { adNumber } from './ad-names.ts';
import { type AdsAccess, type AdsAccount, searchAds } from './api.ts';
import type { AdsScope } from './figures.ts';
import { type AdsRow, textAt, textsAt } from './rows.ts';

const ad = 'ad_group_ad.ad';
const fields = {
  id: `${ad}.id`,
  urls: `${ad}.final_urls`,
  imageUrl: `${ad}.image_ad.image_url`,
  landscape: `${ad}.responsive_display_ad.marketing_images`,
  square: `${ad}.responsive_display_ad.square_marketing_images`,
  displayTexts: `${ad}.responsive_display_ad.descriptions`,
  searchTexts: `${ad}.responsive_search_ad.descriptions`,
} as const;
const [name, url] = ['asset.resource_name', 'asset.image_asset.full_size.url'] as const;

/** Of the accounts, one after the other: figures are asked for with several requests at once already. */
const requestsAtOnce = 1;
const asset = /^customers\/\d+\/assets\/\d+$/;
const mostTexts = 2;

/**
 * What ads look like: pictures of image ads and responsive display ads, descriptions, the landing page. Search ads have no
 * pictures. https://developers.google.com/google-ads/api/fields/v26/ad_group_ad
 */
export async function depictAds(
  access: AdsAccess,
  { accounts }: AdsScope,
  { keys }: Pick<DepictionQuery, 'keys'>,
): Promise<Depiction[]> {
  const byId = Map.groupBy(keys, adNumber);
  byId.delete(null);
  if (byId.size === 0) return [];
  const found = await mapBounded(accounts, requestsAtOnce, (account) => depictIn(access, account, byId));
  return found.flat();
}

async function depictIn(
  access: AdsAccess,
  account: AdsAccount,
  byId: ReadonlyMap<string | null, readonly string[]>,
): Promise<Depiction[]> {
  const selected = `SELECT ${Object.values(fields).join(', ')} FROM ad_group_ad`;
  const rows = await searchAds(access, account, `${selected} WHERE ${fields.id} IN (${[...byId.keys()].join(', ')})`);
  const pictures = await readPictures(access, account, rows.flatMap(assetsOf));
  return rows.flatMap((row) => (byId.get(textAt(row, fields.id)) ?? []).map((key) => depictionOf(key, row, pictures)));
}

function depictionOf(key: string, row: AdsRow, pictures: ReadonlyMap<string, string>): Depiction {
  const [first] = assetsOf(row);
  const picture = textAt(row, fields.imageUrl) ?? (first === undefined ? undefined : pictures.get(first));
  const texts = [...textsAt(row, fields.displayTexts, 'text'), ...textsAt(row, fields.searchTexts, 'text')];
  const [link] = textsAt(row, fields.urls);
  return {
    key,
    ...(texts.length > 0 && { text: texts.slice(0, mostTexts).join(' ') }),
    ...(picture !== undefined && { pictureUrl: picture }),
    ...(link !== undefined && { link }),
  };
}

/** The names of an ad's pictures, the one that is shown first. */
function assetsOf(row: AdsRow): string[] {
  return [...textsAt(row, fields.landscape, 'asset'), ...textsAt(row, fields.square, 'asset')].filter((each) =>
    asset.test(each),
  );
}

/** The addresses of pictures by their names. */
async function readPictures(
  access: AdsAccess,
  account: AdsAccount,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const listed = [...new Set(names)].map((each) => `'${each}'`).join(', ');
  const rows = await searchAds(access, account, `SELECT ${name}, ${url} FROM asset WHERE ${name} IN (${listed})`);
  return new Map(
    rows.flatMap((row) => {
      const address = textAt(row, url);
      return address === null ? [] : [[textAt(row, name) ?? '', address] as const];
    }),
  );
}
