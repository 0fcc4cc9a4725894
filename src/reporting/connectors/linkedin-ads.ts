import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { assertSome, campaignFilter } from './hosted/campaigns.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { recentQuery } from './hosted/recent-days.ts';
import { eachAccount, moreAccounts } from './hosted/several-accounts.ts';
import { grantTokens } from './hosted/tokens.ts';
import { type LinkedInAccess, listAccounts, readSettings } from './linkedin-ads/api.ts';
import { fittingCampaigns, readCampaigns } from './linkedin-ads/campaigns.ts';
import { linkedInAdsCatalog } from './linkedin-ads/catalog.ts';
import { depictAds, queryLinkedIn } from './linkedin-ads/figures.ts';

const accountPattern = '^[0-9]{1,19}$';

const config = Type.Object(
  {
    /** The number of the ad account. */
    account: Type.String({ pattern: accountPattern }),
    more_accounts: moreAccounts(accountPattern),
    campaigns: Type.Optional(campaignFilter),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** LinkedIn Ads, by the reporting of its Marketing API. */
export const linkedInAdsConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'linkedin-ads',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'linkedin', scopes: ['r_ads', 'r_ads_reporting'] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(linkedInAdsCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(linkedInAdsCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: async (config, secret, query, context) => queryLinkedIn(accessOf(secret, context), config, query),
  depict: (config, secret, asked, context) => depictAds(accessOf(secret, context), config, asked),
  resources: async (_config, secret, context) => {
    const accounts = await listAccounts(accessOf(secret, context));
    return accounts.map(({ id, name, currency }) => ({
      ...{ config: { account: String(id) }, label: name ?? String(id) },
      ...accountSettings(undefined, currency),
    }));
  },
};

function accessOf(secret: Secret, context: ConnectorContext): LinkedInAccess {
  return { tokens: grantTokens('linkedin', secret, context), context };
}

/** LinkedIn's days are UTC for all accounts. */
function settingsOf(config: Config, secret: Secret, context: ConnectorContext) {
  return readSettings(accessOf(secret, context), config);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(linkedInAdsCatalog, config);
  await settingsOf(config, secret, context);
  if (config.campaigns) {
    const access = accessOf(secret, context);
    const { campaigns } = config;
    const fitting = await eachAccount(config, (account) => fittingCampaigns(access, account, campaigns));
    assertSome(fitting.flat(), (await eachAccount(config, (account) => readCampaigns(access, account))).flat());
  }
  const { hasData } = await linkedInAdsConnector.query(config, secret, recentQuery(), context);
  if (hasData) return [];
  const message =
    'The account has no activity in the last 30 days, or the member who signed in may not read its reports. Check both.';
  return [{ code: 'no_data', path: 'account', message }];
}
