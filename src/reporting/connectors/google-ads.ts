import { type Static, Type } from 'typebox';
import { sentencesFault } from './config-faults.ts';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Query,
  type QueryResult,
} from './contract.ts';
import { listAccounts, readAccounts } from './google-ads/accounts.ts';
import { type AdsAccess, type AdsAccount, adsAccess } from './google-ads/api.ts';
import { readCampaigns } from './google-ads/campaigns.ts';
import { adsCatalog } from './google-ads/catalog.ts';
import { depictAds } from './google-ads/creatives.ts';
import { isManagerMessage } from './google-ads/faults.ts';
import { type AdsScope, readGroups } from './google-ads/figures.ts';
import { answerOf } from './hosted/answer.ts';
import { assertSome, type CampaignFilter, chooseCampaigns, labelledCampaignFilter } from './hosted/campaigns.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { type GrantSecret, grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { mapBounded } from './map-bounded.ts';

/** Ten digits, also written as Google Ads shows them: 123-456-7890. */
const account = Type.String({ pattern: '^\\d{3}-?\\d{3}-?\\d{4}$' });

const config = Type.Object(
  {
    customer: account,
    /** The manager account through which the one who signed in reads it; absent if they may read it directly. */
    manager: Type.Optional(account),
    /** Accounts whose figures are added to those of `customer`: of the same zone and currency. */
    more_accounts: Type.Optional(
      Type.Array(Type.Object({ customer: account, manager: Type.Optional(account) }, { additionalProperties: false }), {
        minItems: 1,
        maxItems: 19,
      }),
    ),
    campaigns: Type.Optional(labelledCampaignFilter),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = GrantSecret | null;

/** Google Ads, by the reports of its API. */
export const googleAdsConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'google-ads',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'google', scopes: ['https://www.googleapis.com/auth/adwords'] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(adsCatalog, config),
    ...(await factsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(adsCatalog),
    ...(await factsOf(config, secret, context)),
  }),
  query,
  queryAll: (config, secret, queries, context) =>
    mapBounded(queries, requestsAtOnce, (each) => query(config, secret, each, context)),
  depict: (config, secret, asked, context) => depictAds(adsAccess(secret, context), scopeOf(config), asked),
  resources: (config, secret, context) => listAccounts(adsAccess(secret, context), digitsOf(config?.manager)),
};

/** Google limits the rate of requests by account, and does not say to what. */
const requestsAtOnce = 4;

async function factsOf(config: Config, secret: Secret, context: ConnectorContext) {
  const { timeZone, currency } = await readAccounts(adsAccess(secret, context), scopeOf(config).accounts);
  return { timeZone, currency, hours: true as const };
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(adsCatalog, config);
  const access = adsAccess(secret, context);
  const { accounts, campaigns } = scopeOf(config);
  assertDistinct(accounts);
  const { timeZone, isManager } = await readAccounts(access, accounts);
  if (isManager) throw new ConnectorError('invalid_config', isManagerMessage);
  if (campaigns) await assertCampaigns(access, accounts, campaigns);
  const { hasData } = await query(config, secret, recentQuery(timeZone), context);
  return hasData ? [] : [noData('customer', 'The account has no figures')];
}

/** An account that is named twice would count twice. */
function assertDistinct(accounts: readonly AdsAccount[]): void {
  const ids = accounts.map(({ customer }) => customer);
  const index = ids.findIndex((id, place) => ids.indexOf(id) < place);
  if (index > 0) throw sentencesFault([`more_accounts.${index - 1}.customer: The account is named twice. Remove it.`]);
}

async function assertCampaigns(access: AdsAccess, accounts: readonly AdsAccount[], filter: CampaignFilter) {
  const all = await mapBounded(accounts, requestsAtOnce, (one) =>
    readCampaigns(access, one, filter.labels !== undefined),
  );
  assertSome(
    all.flatMap((campaigns) => chooseCampaigns(campaigns, filter)),
    all.flat(),
  );
}

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { rows, notices } = await readGroups(adsAccess(secret, context), scopeOf(config), query);
  return { ...answerOf(query, { rows, hasData: rows.length > 0 }), notices };
}

function scopeOf({ customer, manager, more_accounts = [], ...others }: Config): AdsScope {
  const accounts = [{ customer, manager }, ...more_accounts].map(accountOf);
  return { ...others, accounts };
}

function accountOf({ customer, manager }: AdsAccount): AdsAccount {
  return { customer: customer.replaceAll('-', ''), manager: digitsOf(manager) };
}

function digitsOf(id: string | undefined): string | undefined {
  return id?.replaceAll('-', '');
}
