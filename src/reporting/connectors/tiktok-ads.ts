import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Description } from './contract.ts';
import { assertSome, campaignFilter } from './hosted/campaigns.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { eachAccount, moreAccounts } from './hosted/several-accounts.ts';
import { grantTokens } from './hosted/tokens.ts';
import { listAdvertisers, readSettings, type TikTokAccess } from './tiktok-ads/api.ts';
import { fittingCampaigns, readCampaigns } from './tiktok-ads/campaigns.ts';
import { tikTokAdsCatalog } from './tiktok-ads/catalog.ts';
import { depictAds, queryTikTok } from './tiktok-ads/figures.ts';

const accountPattern = '^[0-9]{1,20}$';

const config = Type.Object(
  {
    /** The number of the advertiser account. */
    account: Type.String({ pattern: accountPattern }),
    more_accounts: moreAccounts(accountPattern),
    campaigns: Type.Optional(campaignFilter),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** TikTok Ads, by the reporting of its API for Business. */
export const tikTokAdsConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'tiktok-ads',
  reach: 'network',
  config,
  secret: grantSecret,
  // What a person grants is chosen in the settings of the operator's client.
  signIn: { with: 'tiktok', scopes: [] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(tikTokAdsCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(tikTokAdsCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: async (config, secret, query, context) => queryTikTok(accessOf(secret, context), config, query),
  depict: (config, secret, asked, context) => depictAds(accessOf(secret, context), config, asked),
  resources: async (_config, secret, context) => {
    if (secret === null) return [];
    const advertisers = await listAdvertisers(accessOf(secret, context), secret.client);
    return advertisers.map(({ advertiser_id: account, advertiser_name: label = account }) => {
      return { config: { account }, label };
    });
  },
};

function accessOf(secret: Secret, context: ConnectorContext): TikTokAccess {
  return { tokens: grantTokens('tiktok', secret, context), context };
}

/** The zone and the currency of the accounts, as far as they are known here. */
async function settingsOf(
  config: Config,
  secret: Secret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  return readSettings(accessOf(secret, context), config);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(tikTokAdsCatalog, config);
  const { timeZone } = await settingsOf(config, secret, context);
  if (config.campaigns) {
    const access = accessOf(secret, context);
    const { campaigns } = config;
    const fitting = await eachAccount(config, (account) => fittingCampaigns(access, account, campaigns));
    assertSome(fitting.flat(), (await eachAccount(config, (account) => readCampaigns(access, account))).flat());
  }
  const { hasData } = await tikTokAdsConnector.query(config, secret, recentQuery(timeZone), context);
  const message = "TikTok does not tell the account's time zone. Give the project the same one.";
  return [
    ...(hasData ? [] : [noData('account', 'The account has no activity')]),
    ...(timeZone ? [] : [{ code: 'time_zone_unknown', path: 'account', message }]),
  ];
}
