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
import { listSites, type MatomoAccess } from './matomo/api.ts';
import { matomoCatalog } from './matomo/catalog.ts';
import { queryMatomo } from './matomo/figures.ts';
import { hasWholeHours, zoneOf } from './matomo/site-clock.ts';

const config = Type.Object(
  {
    /** The address of the server, before `index.php`. */
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    /** The number of the site. */
    site: Type.Integer({ minimum: 1 }),
    ...choice,
  },
  { additionalProperties: false },
);
const secret = Type.Object({ token: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false });

type Config = Static<typeof config>;
type Secret = Static<typeof secret> | null;

/** Matomo, hosted or run by oneself, by its Reporting API. */
export const matomoConnector: Connector<typeof config, typeof secret> = {
  system: 'matomo',
  reach: 'network',
  config,
  secret,
  origin: originOf,
  verify,
  describe: (config, secret, context) =>
    describeSite(describeChoice(matomoCatalog, config), config, accessOf(config, secret, context)),
  catalog: (config, secret, context) =>
    describeSite(describeCatalog(matomoCatalog), config, accessOf(config, secret, context)),
  query: (config, secret, query, context) => queryMatomo(accessOf(config, secret, context), config, query),
  resources: async (config, secret, context) => {
    if (!config?.url) throw new ConnectorError('invalid_config', 'Name the server by a configuration with its url.');
    const { url } = config;
    const sites = await listSites(accessOf({ url }, secret, context));
    return sites.map(({ idsite, name }) => ({ config: { url, site: Number(idsite) }, label: name }));
  },
};

function accessOf({ url }: Pick<Config, 'url'>, secret: Secret, context: ConnectorContext): MatomoAccess {
  return { url, token: secret?.token ?? '', context };
}

/** What is offered, with the zone and the currency of the site as far as they are known here; hours where they are its clock's. */
async function describeSite(
  { hours, ...offered }: Description,
  { site: id }: Config,
  access: MatomoAccess,
): Promise<Description> {
  const site = (await listSites(access)).find(({ idsite }) => Number(idsite) === id);
  const timeZone = zoneOf(site);
  const knowsHours = hours && timeZone !== undefined && hasWholeHours(timeZone);
  return { ...offered, ...accountSettings(timeZone, site?.currency), ...(knowsHours && { hours }) };
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(matomoCatalog, config);
  const { hasData } = await queryMatomo(accessOf(config, secret, context), config, recentQuery());
  return hasData ? [] : [noData('site', 'The site has no visits')];
}
