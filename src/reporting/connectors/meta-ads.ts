import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { assertSome, campaignFilter } from './hosted/campaigns.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { eachAccount, moreAccounts } from './hosted/several-accounts.ts';
import { tokenWarnings } from './hosted/token-ends.ts';
import {
  type AdAccount,
  listAccounts,
  type MetaAccess,
  metaSecret,
  openMeta,
  readAccount,
  readSettings,
} from './meta-ads/api.ts';
import { fittingCampaigns, readCampaigns } from './meta-ads/campaigns.ts';
import { depictAds } from './meta-ads/creatives.ts';
import { queryMeta } from './meta-ads/figures.ts';
import { catalogWith, ownActions } from './meta-ads/own-actions.ts';

const accountPattern = '^act_[0-9]{1,20}$';

const config = Type.Object(
  {
    /** The ad account's id with its prefix. */
    account: Type.String({ pattern: accountPattern }),
    more_accounts: moreAccounts(accountPattern),
    campaigns: Type.Optional(campaignFilter),
    own_actions: ownActions,
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof metaSecret> | null;

/** An ad account of Meta (Facebook, Instagram, Messenger, …) by the Insights of its Marketing API. */
export const metaAdsConnector: Connector<typeof config, typeof metaSecret> = {
  system: 'meta-ads',
  reach: 'network',
  config,
  secret: metaSecret,
  signIn: { with: 'meta', scopes: ['ads_read'] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(catalogWith(config.own_actions), config),
    ...(await readSettings(openMeta(secret, context), config)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(catalogWith(config.own_actions)),
    ...(await readSettings(openMeta(secret, context), config)),
  }),
  query: (config, secret, query, context) => queryMeta(openMeta(secret, context), config, query),
  depict: (config, secret, asked, context) => depictAds(openMeta(secret, context), config, asked),
  resources: async (_config, secret, context) => {
    const accounts = await listAccounts(openMeta(secret, context));
    return accounts.map(({ account_id, name, timezone_name, currency }) => {
      const account = `act_${account_id}`;
      return { config: { account }, label: name ?? account, ...accountSettings(timezone_name, currency) };
    });
  },
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(catalogWith(config.own_actions), config);
  const access = openMeta(secret, context);
  await readSettings(access, config);
  const accounts = await eachAccount(config, (account) => readAccount(access, account));
  if (config.campaigns) {
    const { campaigns } = config;
    const fitting = await eachAccount(config, (account) => fittingCampaigns(access, account, campaigns));
    assertSome(fitting.flat(), (await eachAccount(config, (account) => readCampaigns(access, account))).flat());
  }
  const { hasData } = await queryMeta(access, config, recentQuery('UTC', true));
  const silent = await silentActions(access, config);
  return [...accountWarnings(accounts, hasData), ...silent, ...tokenWarnings(secret)];
}

/** A type that nobody did, or that is misspelt, counts 0 in every report: somebody should look at it. */
async function silentActions(access: MetaAccess, config: Config): Promise<ConfigWarning[]> {
  const { account, more_accounts, campaigns, own_actions: own = [] } = config;
  if (own.length === 0) return [];
  const metrics = catalogWith(own)
    .metrics.slice(-own.length)
    .map(({ key }) => key);
  const scope = { account, more_accounts, campaigns, own_actions: own };
  const { rows } = await queryMeta(access, scope, { ...recentQuery('UTC', true), metrics });
  return own.flatMap(({ action }, index) =>
    rows[0]?.values[index] ? [] : [noData(`own_actions.${index}.action`, `Meta counted no ${action} in the account`)],
  );
}

/** Disabled, unsettled, under review, pending settlement, pending closure, closed. */
const inactive = [2, 3, 7, 8, 100, 101];

function accountWarnings(accounts: readonly AdAccount[], hasData: boolean): ConfigWarning[] {
  const message = 'Meta shows no ads of this account: it is disabled, closed, under review or unpaid.';
  const ended = accounts.flatMap(({ account_status: status }, index) => {
    const path = index === 0 ? 'account' : `more_accounts.${index - 1}`;
    return status !== undefined && inactive.includes(status) ? [{ code: 'account_inactive', path, message }] : [];
  });
  return [...ended, ...(hasData ? [] : [noData('account', 'The account has shown no ads')])];
}
