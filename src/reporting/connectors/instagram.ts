import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext } from './contract.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { tokenWarnings } from './hosted/token-ends.ts';
import { instagramScopes, listAccounts, openInstagram, readAccount } from './instagram/api.ts';
import { instagramCatalog } from './instagram/catalog.ts';
import { depictMedia, insightsZone, queryInstagram } from './instagram/figures.ts';
import { metaSecret } from './meta-ads/api.ts';

const config = Type.Object(
  {
    /** The number of the professional account, not its name. */
    account: Type.String({ pattern: '^[0-9]{1,30}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof metaSecret> | null;

/** A professional account of Instagram by its Insights. */
export const instagramConnector: Connector<typeof config, typeof metaSecret> = {
  system: 'instagram',
  reach: 'network',
  config,
  secret: metaSecret,
  signIn: { with: 'meta', scopes: instagramScopes },
  verify,
  describe: async (config, secret, context) => {
    await readAccount(openInstagram(secret, context), config.account);
    return { ...describeChoice(instagramCatalog, config), timeZone: insightsZone };
  },
  catalog: async () => ({ ...describeCatalog(instagramCatalog), timeZone: insightsZone }),
  query: (config, secret, query, context) => queryInstagram(openInstagram(secret, context), config, query),
  depict: (config, secret, asked, context) => depictMedia(openInstagram(secret, context), config, asked),
  resources: async (_config, secret, context) => {
    const accounts = await listAccounts(openInstagram(secret, context));
    return accounts.map(({ id, username, name }) => {
      return { config: { account: id }, label: username ?? name ?? id, timeZone: insightsZone };
    });
  },
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(instagramCatalog, config);
  const access = openInstagram(secret, context);
  await readAccount(access, config.account);
  const { hasData } = await queryInstagram(access, config, recentQuery(insightsZone, true));
  return [...(hasData ? [] : [noData('account', 'The account has no views')]), ...tokenWarnings(secret)];
}
