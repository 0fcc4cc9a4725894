import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext } from './contract.ts';
import { businessScopes, listLocations } from './google-business-profile/api.ts';
import { businessCatalog } from './google-business-profile/catalog.ts';
import { queryBusiness } from './google-business-profile/figures.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { grantTokens } from './hosted/tokens.ts';

const config = Type.Object(
  {
    /** The number of the location. */
    location: Type.String({ pattern: '^[0-9]{1,30}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** Google Business Profile: how a location is seen in Google Search and Maps, and what people do then. */
export const businessConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'google-business-profile',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'google', scopes: businessScopes },
  verify,
  describe: async (config) => describeChoice(businessCatalog, config),
  catalog: async () => describeCatalog(businessCatalog),
  query: async (config, secret, query, context) =>
    queryBusiness(
      { location: config.location, tokens: grantTokens('google', secret, context), context },
      config,
      query,
    ),
  resources: async (_config, secret, context) =>
    secret === null ? [] : listLocations({ tokens: grantTokens('google', secret, context), context }),
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(businessCatalog, config);
  const { hasData } = await businessConnector.query(config, secret, recentQuery('America/Los_Angeles'), context);
  return hasData ? [] : [noData('location', 'Nobody saw the location')];
}
