import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Description } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { tokenWarnings } from './hosted/token-ends.ts';
import { type AdAccount, listAccounts, type MetaAccess, metaSecret, openMeta, readAccount } from './meta-ads/api.ts';
import { metaCatalog } from './meta-ads/catalog.ts';
import { queryMeta } from './meta-ads/figures.ts';

const config = Type.Object(
  {
    /** The ad account's id with its prefix. */
    account: Type.String({ pattern: '^act_[0-9]{1,20}$' }),
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
    ...describeChoice(metaCatalog, config),
    ...(await settingsOf(config, openMeta(secret, context))),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(metaCatalog),
    ...(await settingsOf(config, openMeta(secret, context))),
  }),
  query: (config, secret, query, context) => queryMeta(openMeta(secret, context), config, query),
  resources: async (_config, secret, context) => {
    const accounts = await listAccounts(openMeta(secret, context));
    return accounts.map(({ account_id, name, timezone_name, currency }) => {
      const account = `act_${account_id}`;
      return { config: { account }, label: name ?? account, ...accountSettings(timezone_name, currency) };
    });
  },
};

/** Days and amounts are those of the ad account. */
async function settingsOf(
  { account }: Config,
  access: MetaAccess,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  const { timezone_name: timeZone, currency } = await readAccount(access, account);
  return accountSettings(timeZone, currency);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(metaCatalog, config);
  const access = openMeta(secret, context);
  const account = await readAccount(access, config.account);
  const { hasData } = await queryMeta(access, config, recentQuery('UTC', true));
  return [...accountWarnings(account, hasData), ...tokenWarnings(secret)];
}

/** Disabled, unsettled, under review, pending settlement, pending closure, closed. */
const inactive = [2, 3, 7, 8, 100, 101];

function accountWarnings({ account_status: status }: AdAccount, hasData: boolean): ConfigWarning[] {
  const isInactive = status !== undefined && inactive.includes(status);
  const message = 'Meta shows no ads of this account: it is disabled, closed, under review or unpaid.';
  return [
    ...(isInactive ? [{ code: 'account_inactive', path: 'account', message }] : []),
    ...(hasData ? [] : [noData('account', 'The account has shown no ads')]),
  ];
}
