import { type Static, Type } from 'typebox';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Description,
} from './contract.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { readShop } from './shopify/api.ts';
import { shopifyCatalog } from './shopify/catalog.ts';
import { queryShopify } from './shopify/figures.ts';
import { type ShopifyAccess, type ShopifySecret, shopifySecret } from './shopify/token.ts';

const config = Type.Object(
  {
    /** The name before `.myshopify.com`; it becomes part of the address. */
    shop: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;

/** Shopify, by the sales reports of the shop (ShopifyQL through the Admin GraphQL API). */
export const shopifyConnector: Connector<typeof config, typeof shopifySecret> = {
  system: 'shopify',
  reach: 'network',
  config,
  secret: shopifySecret,
  origin: ({ shop }) => `${shop}.myshopify.com`,
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(shopifyCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(shopifyCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: (config, secret, query, context) => queryShopify(accessOf(config, secret, context), config, query),
  resources: async (config, secret, context) => {
    if (!config?.shop) throw new ConnectorError('invalid_config', 'Name the shop by a configuration with shop.');
    const { shop } = config;
    const { name } = await readShop(accessOf({ shop }, secret, context));
    return [{ config: { shop }, label: name }];
  },
};

function accessOf({ shop }: Pick<Config, 'shop'>, secret: ShopifySecret, context: ConnectorContext): ShopifyAccess {
  return { shop, secret, context };
}

async function settingsOf(
  config: Config,
  secret: ShopifySecret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  const { ianaTimezone, currencyCode } = await readShop(accessOf(config, secret, context));
  return { timeZone: ianaTimezone, currency: currencyCode };
}

/** Asks for all that is chosen, as what Shopify has differs between versions and plans. */
async function verify(
  config: Config,
  secret: ShopifySecret,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  const { metrics, dimensions } = describeChoice(shopifyCatalog, config);
  const access = accessOf(config, secret, context);
  const query = { ...recentQuery(), metrics: metrics.map(({ key }) => key) };
  const { hasData } = await queryShopify(access, config, query);
  for (const { key } of dimensions) {
    await queryShopify(access, config, { ...query, from: query.to, by: { dimension: key } });
  }
  return hasData ? [] : [noData('shop', 'The shop has no sales')];
}
