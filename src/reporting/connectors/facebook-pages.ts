import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext } from './contract.ts';
import { listPages, openPage, openPages, pageScopes } from './facebook-pages/api.ts';
import { pagesCatalog } from './facebook-pages/catalog.ts';
import { depictPagePosts, insightsZone, queryPage } from './facebook-pages/figures.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { tokenWarnings } from './hosted/token-ends.ts';
import { metaSecret } from './meta-ads/api.ts';

const config = Type.Object(
  {
    /** The number of the page. */
    page: Type.String({ pattern: '^[0-9]{1,30}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof metaSecret> | null;

/** A Facebook page by its Insights. */
export const facebookPagesConnector: Connector<typeof config, typeof metaSecret> = {
  system: 'facebook-pages',
  reach: 'network',
  config,
  secret: metaSecret,
  signIn: { with: 'meta', scopes: pageScopes },
  verify,
  describe: async (config, secret, context) => {
    await openPage(openPages(secret, context), config.page);
    return { ...describeChoice(pagesCatalog, config), timeZone: insightsZone };
  },
  catalog: async () => ({ ...describeCatalog(pagesCatalog), timeZone: insightsZone }),
  query: (config, secret, query, context) => queryPage(openPages(secret, context), config, query),
  depict: (config, secret, asked, context) => depictPagePosts(openPages(secret, context), config, asked),
  resources: async (_config, secret, context) => {
    const pages = await listPages(openPages(secret, context));
    return pages.map(({ id, name = id }) => ({ config: { page: id }, label: name, timeZone: insightsZone }));
  },
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(pagesCatalog, config);
  const { hasData } = await queryPage(openPages(secret, context), config, recentQuery(insightsZone, true));
  return [...(hasData ? [] : [noData('page', 'The page has no views')]), ...tokenWarnings(secret)];
}
