import { type Static, Type } from 'typebox';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Description,
} from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { originOf } from './hosted/base-address.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { readCurrency, readSite, type WooAccess } from './woocommerce/api.ts';
import { wooCatalog } from './woocommerce/catalog.ts';
import { queryWoo } from './woocommerce/figures.ts';

const config = Type.Object(
  {
    /** The address of the WordPress site, before `wp-json`. */
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    ...choice,
  },
  { additionalProperties: false },
);
const part = Type.String({ minLength: 1, maxLength: 1000, pattern: '^[^:]*$' });
const secret = Type.Object({ key: part, secret: part }, { additionalProperties: false });

type Config = Static<typeof config>;
type Secret = Static<typeof secret> | null;

/** WooCommerce, by the reports of its Analytics. */
export const wooCommerceConnector: Connector<typeof config, typeof secret> = {
  system: 'woocommerce',
  reach: 'network',
  config,
  secret,
  origin: originOf,
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(wooCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(wooCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: (config, secret, query, context) => queryWoo(accessOf(config, secret, context), config, query),
  resources: async (config, secret, context) => {
    if (!config?.url) throw new ConnectorError('invalid_config', 'Name the shop by a configuration with its url.');
    const { url } = config;
    const { name } = await readSite(accessOf({ url }, secret, context));
    return [{ config: { url }, label: name || url }];
  },
};

function accessOf({ url }: Pick<Config, 'url'>, secret: Secret, context: ConnectorContext): WooAccess {
  return { url, key: secret?.key ?? '', secret: secret?.secret ?? '', context };
}

/** The zone and the currency of the shop, as far as they are known here. */
async function settingsOf(
  config: Config,
  secret: Secret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  const access = accessOf(config, secret, context);
  const { timeZone } = await readSite(access);
  return accountSettings(timeZone, await readCurrency(access));
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(wooCatalog, config);
  const access = accessOf(config, secret, context);
  const { hasData } = await queryWoo(access, config, recentQuery());
  const { timeZone, currency } = await settingsOf(config, secret, context);
  const warnings = hasData ? [] : [noData('url', 'The shop has no orders')];
  const warn = (code: string, message: string) => warnings.push({ code, path: 'url', message });
  if (timeZone === undefined) {
    warn('time_zone_unknown', "The site does not tell its time zone. Give the project the shop's.");
  }
  if (currency === undefined) {
    warn('currency_unknown', "The user of the key may not see the currency. Give the project the shop's.");
  }
  return warnings;
}
