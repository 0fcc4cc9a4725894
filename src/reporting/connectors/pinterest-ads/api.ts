import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { bearer, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askWithToken, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';

const base = `https://api.pinterest.com/${apiVersions['pinterest-ads'].version}/`;

export interface PinterestAccess {
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

const id = Type.String({ pattern: '^[0-9]{1,20}$' });
const account = Type.Object({
  id,
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  currency: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const campaign = Type.Object({ id, name: Type.Optional(Type.Union([Type.String(), Type.Null()])) });

export function readAccount(access: PinterestAccess, account_id: string): Promise<Static<typeof account>> {
  return askPinterest(access, `ad_accounts/${account_id}`, {}, account);
}

/** The ad accounts of the person, and those that others share. */
export function listAccounts(access: PinterestAccess): Promise<Static<typeof account>[]> {
  return readPages(access, 'ad_accounts', {}, account);
}

/** All campaigns, also those that were archived, which had figures before. */
export function listCampaigns(access: PinterestAccess, account_id: string): Promise<Static<typeof campaign>[]> {
  const statuses = { entity_statuses: 'ACTIVE,PAUSED,ARCHIVED' };
  return readPages(access, `ad_accounts/${account_id}/campaigns`, statuses, campaign);
}

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const ad = Type.Object({ id, name: text, pin_id: text });

export type PinterestAd = Static<typeof ad>;

const adsOnce = oncePerContext<readonly PinterestAd[]>();

/** All ads, also those that were archived, which had figures before; asked once in a context. */
export function listAds(access: PinterestAccess, account_id: string): Promise<readonly PinterestAd[]> {
  return adsOnce(access.context, account_id, () => {
    return readPages(access, `ad_accounts/${account_id}/ads`, { entity_statuses: 'ACTIVE,PAUSED,ARCHIVED' }, ad);
  });
}

const pageSize = 250;
const mostPages = 40;

/** All items of a list, at most 10,000. */
async function readPages<Item extends TSchema>(
  access: PinterestAccess,
  path: string,
  parameters: Readonly<Record<string, string>>,
  item: Item,
): Promise<Static<Item>[]> {
  const bookmark = Type.Optional(Type.Union([Type.String(), Type.Null()]));
  const shape = Type.Object({ items: Type.Array(item), bookmark });
  const items: Static<Item>[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const paged = { ...parameters, page_size: String(pageSize), ...(after !== null && { bookmark: after }) };
    const found: { items: unknown; bookmark?: string | null } = await askPinterest(access, path, paged, shape);
    items.push(...(found.items as Static<Item>[]));
    if (!found.bookmark) return items;
    if (found.bookmark === after) throw strange();
    after = found.bookmark;
  }
  throw new ConnectorError(
    'invalid_config',
    `Pinterest lists more than ${pageSize * mostPages} campaigns, ads or accounts.`,
  );
}

/** Asks by GET. Throws a ConnectorError. */
export async function askPinterest<Shape extends TSchema>(
  { tokens, context }: PinterestAccess,
  path: string,
  parameters: Readonly<Record<string, string>>,
  shape: Shape,
): Promise<Static<Shape>> {
  const url = context.addressOf('pinterest-ads', base + path);
  url.search = new URLSearchParams(parameters).toString();
  const { response, json } = await askWithToken(tokens, (token) => ({ url, headers: bearer(token) }), context);
  if (!response.ok)
    throw statusFault(
      response,
      'Check account, and choose a period of the last 90 days, also to compare with: Pinterest gives no other.',
    );
  return readShape(shape, json, strange());
}

/** What cannot be read; it may pass, as nobody types Pinterest's address. */
export function strange(): ConnectorError {
  return new ConnectorError('transient', 'Pinterest gave an answer that cannot be read.');
}
