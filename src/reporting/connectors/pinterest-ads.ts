import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Description } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { grantTokens } from './hosted/tokens.ts';
import { listAccounts, type PinterestAccess, readAccount } from './pinterest-ads/api.ts';
import { pinterestAdsCatalog } from './pinterest-ads/catalog.ts';
import { depictAds, queryPinterest } from './pinterest-ads/figures.ts';

const config = Type.Object(
  {
    /** The number of the ad account. */
    account: Type.String({ pattern: '^[0-9]{1,18}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** Pinterest ads, by the analytics of its API. */
export const pinterestAdsConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'pinterest-ads',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'pinterest', scopes: ['ads:read', 'boards:read', 'pins:read'] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(pinterestAdsCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(pinterestAdsCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: async (config, secret, query, context) => queryPinterest(accessOf(secret, context), config, query),
  depict: (config, secret, asked, context) => depictAds(accessOf(secret, context), config, asked),
  resources: async (_config, secret, context) => {
    const accounts = await listAccounts(accessOf(secret, context));
    return accounts.map(({ id, name, currency }) => {
      return { config: { account: id }, label: name || id, ...accountSettings('UTC', currency) };
    });
  },
};

function accessOf(secret: Secret, context: ConnectorContext): PinterestAccess {
  return { tokens: grantTokens('pinterest', secret, context), context };
}

/** Figures are by days of UTC; amounts are in the account's currency. */
async function settingsOf(
  { account }: Config,
  secret: Secret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  const { currency } = await readAccount(accessOf(secret, context), account);
  return accountSettings('UTC', currency);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(pinterestAdsCatalog, config);
  const access = accessOf(secret, context);
  await readAccount(access, config.account);
  const { hasData } = await queryPinterest(access, config, recentQuery());
  return hasData ? [] : [noData('account', 'The account has no activity')];
}
