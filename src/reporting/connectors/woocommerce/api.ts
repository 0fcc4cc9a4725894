import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { knownZone } from '../hosted/account-settings.ts';
import { askApi, headerText, readShape } from '../hosted/api-json.ts';
import { below } from '../hosted/base-address.ts';
import { oncePerContext } from '../hosted/once.ts';
import { statusFault } from '../http/status-faults.ts';

/** Which shop is asked, and with which key. */
export interface WooAccess {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly context: ConnectorContext;
}

export type Params = Readonly<Record<string, string>>;

/** A page of an answer. */
export interface WooPage<T> {
  readonly content: T;
  /** How many pages and items there are; undefined where something on the way drops the headers. */
  readonly pages: number | undefined;
  readonly total: number | undefined;
}

/** A WordPress site, as it describes itself to everybody. */
export interface Site {
  /** Whether routes stand in the path, or behind a question mark as with plain permalinks. */
  readonly hasPaths: boolean;
  readonly name: string | undefined;
  readonly timeZone: string | undefined;
}

const index = Type.Object({
  name: Type.String(),
  namespaces: Type.Array(Type.String()),
  timezone_string: Type.Optional(Type.Unknown()),
  gmt_offset: Type.Optional(Type.Unknown()),
});
const failure = Type.Object({ code: Type.String() });
const setting = Type.Object({ value: Type.String() });

const sites = oncePerContext<Site>();

/** The site behind the address. Throws a ConnectorError; a site that keeps its description to itself has no name and zone. */
export function readSite(access: WooAccess): Promise<Site> {
  return sites(access.context, access.url, async () => {
    for (const hasPaths of [true, false]) {
      const url = addressOf(access, '/', { _fields: 'name,namespaces,timezone_string,gmt_offset' }, hasPaths);
      // Without the key: WordPress takes it for a user of its own here, and refuses it.
      const { response, json } = await askApi({ url, headers: {} }, access.context);
      if (response.ok && Value.Check(index, json)) return { hasPaths, name: json.name, timeZone: zoneOf(json) };
      if (response.status !== 404 && !response.ok) break;
    }
    return { hasPaths: true, name: undefined, timeZone: undefined };
  });
}

/** Sites have a zone, or an offset in hours such as 5.5. */
function zoneOf({ timezone_string, gmt_offset }: Static<typeof index>): string | undefined {
  const isNamed = typeof timezone_string === 'string' && timezone_string !== '';
  return knownZone(isNamed ? timezone_string : offsetName(gmt_offset));
}

function offsetName(value: unknown): string | undefined {
  const hours = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof hours !== 'number' || !Number.isFinite(hours)) return undefined;
  if (hours === 0) return 'UTC';
  const minutes = Math.round(Math.abs(hours) * 60);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The shop's currency; undefined where the user of the key may not see the settings. */
export async function readCurrency(access: WooAccess): Promise<string | undefined> {
  try {
    const { content } = await askShop(
      access,
      `/wc/${apiVersions.woocommerce.version}/settings/general/woocommerce_currency`,
      {},
      setting,
    );
    return content.value;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'resource_missing') return undefined;
    throw error;
  }
}

/** Asks a route of the shop. Throws a ConnectorError. */
export async function askShop<Shape extends TSchema>(
  access: WooAccess,
  route: string,
  params: Params,
  shape: Shape,
): Promise<WooPage<Static<Shape>>> {
  const { hasPaths } = await readSite(access);
  const url = addressOf(access, route, params, hasPaths);
  const { response, json } = await askApi({ url, headers: { authorization: basic(access) } }, access.context);
  if (!response.ok) throw faultOf(response, json);
  const message = 'The server does not answer as WooCommerce does. Check that url is the address of the shop.';
  const content = readShape(shape, json, new ConnectorError('invalid_config', message));
  const number = (name: string) => {
    const text = response.headers.get(name) ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  };
  return { content, pages: number('x-wp-totalpages'), total: number('x-wp-total') };
}

function addressOf({ url, context }: WooAccess, route: string, params: Params, hasPaths: boolean): URL {
  const address = below(url, hasPaths ? `wp-json${route}` : '');
  address.search = new URLSearchParams({ ...(!hasPaths && { rest_route: route }), ...params }).toString();
  return context.addressOf('woocommerce', address);
}

function basic({ key, secret }: WooAccess): string {
  const pair = `${headerText(key)}:${headerText(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function faultOf(response: Response, json: unknown): ConnectorError {
  const code = Value.Check(failure, json) ? json.code : '';
  if (response.status === 401) {
    const message =
      'The shop refuses the key (401): it was deleted, may not read, or the web server drops the Authorization header.';
    return new ConnectorError('reauth_required', message);
  }
  if (response.status === 403 && code.startsWith('woocommerce_rest_cannot')) {
    const message =
      'The user of the key may not see reports (403). Make the key for a shop manager or an administrator.';
    return new ConnectorError('resource_missing', message);
  }
  if (response.status === 404 && code === 'rest_no_route') {
    const message =
      'The site has no WooCommerce Analytics (404). Install WooCommerce, or turn Analytics on: WooCommerce, Settings, Advanced, Features.';
    return new ConnectorError('resource_missing', message);
  }
  return statusFault(response, 'Check that url is the address of a WordPress site with WooCommerce.');
}
