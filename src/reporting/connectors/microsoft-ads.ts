import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Description } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { requestsAtOnce } from './hosted/ad-report.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { moreAccounts } from './hosted/several-accounts.ts';
import { mapBounded } from './map-bounded.ts';
import { listAccounts, microsoftAccess, readSettings } from './microsoft-ads/api.ts';
import { microsoftAdsCatalog } from './microsoft-ads/catalog.ts';
import { queryMicrosoft } from './microsoft-ads/figures.ts';

const accountPattern = '^[0-9]{1,20}$';

const config = Type.Object(
  {
    /** The number of the ad account, not the one with letters that its pages show. */
    account: Type.String({ pattern: accountPattern }),
    more_accounts: moreAccounts(accountPattern),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** Microsoft Advertising (Bing Ads), by the reports of its API. */
export const microsoftAdsConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'microsoft-ads',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'microsoft', scopes: ['https://ads.microsoft.com/msads.manage'] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(microsoftAdsCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(microsoftAdsCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: async (config, secret, query, context) => queryMicrosoft(microsoftAccess(secret, context), config, query),
  // A report takes its time at Microsoft, so several are waited for at once.
  queryAll: async (config, secret, queries, context) => {
    const access = microsoftAccess(secret, context);
    return mapBounded(queries, requestsAtOnce, (query) => queryMicrosoft(access, config, query));
  },
  resources: async (_config, secret, context) => {
    const accounts = await listAccounts(microsoftAccess(secret, context));
    return accounts.map(({ Id, Name, Number: number, CurrencyCode }) => {
      const label = [Name, number && `(${number})`].filter(Boolean).join(' ') || String(Id);
      return { config: { account: String(Id) }, label, ...accountSettings('UTC', CurrencyCode) };
    });
  },
};

/** Figures are by days of UTC, whatever the account's zone; amounts are in the account's currency. */
async function settingsOf(
  config: Config,
  secret: Secret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  return readSettings(microsoftAccess(secret, context), config);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(microsoftAdsCatalog, config);
  const access = microsoftAccess(secret, context);
  await readSettings(access, config);
  const { hasData } = await queryMicrosoft(access, config, recentQuery());
  return hasData ? [] : [noData('account', 'The account has no activity')];
}
