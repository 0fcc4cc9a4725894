import { type Static, Type } from 'typebox';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Description,
} from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { listSites, type PiwikAccess, piwikSecret, readSite } from './piwik-pro/api.ts';
import { piwikCatalog } from './piwik-pro/catalog.ts';
import { queryPiwik } from './piwik-pro/figures.ts';

const config = Type.Object(
  {
    /** The name of the account, before `.piwik.pro`. */
    account: Type.String({ pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' }),
    /** The id of the site or app. */
    site: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof piwikSecret> | null;

/** Piwik PRO, by its Query API. */
export const piwikProConnector: Connector<typeof config, typeof piwikSecret> = {
  system: 'piwik-pro',
  reach: 'network',
  config,
  secret: piwikSecret,
  origin: ({ account }) => `${account}.piwik.pro`,
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(piwikCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(piwikCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: (config, secret, query, context) => queryPiwik(accessOf(config, secret, context), config, query),
  resources: async (config, secret, context) => {
    if (!config?.account) {
      throw new ConnectorError('invalid_config', 'Name the account by a configuration with account.');
    }
    const { account } = config;
    const sites = await listSites(accessOf({ account }, secret, context));
    return sites.map(({ id, attributes }) => ({ config: { account, site: id }, label: attributes.name }));
  },
};

function accessOf({ account }: Pick<Config, 'account'>, secret: Secret, context: ConnectorContext): PiwikAccess {
  return { account, secret, context };
}

async function settingsOf(
  config: Config,
  secret: Secret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  const { timezone, currency } = await readSite(accessOf(config, secret, context), config.site);
  return accountSettings(timezone, currency);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  const { metrics } = describeChoice(piwikCatalog, config);
  const { timeZone } = await settingsOf(config, secret, context);
  const recent = { ...recentQuery(timeZone), metrics: metrics.map(({ key }) => key) };
  const { hasData } = await piwikProConnector.query(config, secret, recent, context);
  return hasData ? [] : [noData('site', 'The site has no sessions')];
}
