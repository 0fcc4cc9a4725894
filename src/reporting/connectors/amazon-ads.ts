import { type Static, Type } from 'typebox';
import { type AmazonProfile, amazonAccess, listProfiles, readProfile, regions } from './amazon-ads/api.ts';
import { amazonAdsCatalog } from './amazon-ads/catalog.ts';
import { queryAmazon } from './amazon-ads/figures.ts';
import { adTypes } from './amazon-ads/reports.ts';
import type { ConfigWarning, Connector, ConnectorContext, Description, Resource } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { mapBounded } from './map-bounded.ts';

const config = Type.Object(
  {
    /** The number of the profile: an advertiser in a marketplace. */
    profile: Type.String({ pattern: '^[0-9]{1,16}$' }),
    /** Where Amazon keeps it. */
    region: Type.Enum([...regions]),
    /** The kinds of advertisements that count; all if absent. */
    ad_types: Type.Optional(Type.Array(Type.Enum([...adTypes]), { minItems: 1, maxItems: 3, uniqueItems: true })),
    ...choice,
  },
  { additionalProperties: false },
);

/** Queries wait for the same few reports. */
const queriesAtOnce = 16;

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** Amazon Ads (sponsored products, brands and display) by the reports of its API. */
export const amazonAdsConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'amazon-ads',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'amazon', scopes: ['advertising::campaign_management'] },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(amazonAdsCatalog, config),
    ...(await settingsOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(amazonAdsCatalog),
    ...(await settingsOf(config, secret, context)),
  }),
  query: async (config, secret, query, context) => queryAmazon(amazonAccess(secret, context), config, query),
  // Reports of several periods are waited for at once; queries of one period share theirs.
  queryAll: async (config, secret, queries, context) => {
    const access = amazonAccess(secret, context);
    return mapBounded(queries, queriesAtOnce, (query) => queryAmazon(access, config, query));
  },
  resources: async (_config, secret, context) => {
    const access = amazonAccess(secret, context);
    const found = await Promise.allSettled(regions.map((region) => listProfiles(access, region)));
    const [first] = found;
    if (found.every(({ status }) => status === 'rejected') && first?.status === 'rejected') throw first.reason;
    const listed = found.flatMap((each, index) =>
      each.status === 'rejected' ? [] : each.value.map((profile) => resourceOf(profile, regions[index] ?? 'na')),
    );
    return [...new Map(listed.toReversed().map((each) => [each.config.profile, each])).values()].toReversed();
  },
};

function resourceOf(
  { profileId, accountInfo, countryCode, timezone, currencyCode }: AmazonProfile,
  region: Config['region'],
): Resource {
  const profile = String(profileId);
  const label = [accountInfo?.name || profile, countryCode && `(${countryCode})`].filter(Boolean).join(' ');
  return { config: { profile, region }, label, ...accountSettings(timezone, currencyCode) };
}

/** Days and amounts are those of the profile. */
async function settingsOf(
  { profile, region }: Config,
  secret: Secret,
  context: ConnectorContext,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  const { timezone, currencyCode } = await readProfile(amazonAccess(secret, context), region, profile);
  return accountSettings(timezone, currencyCode);
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(amazonAdsCatalog, config);
  const access = amazonAccess(secret, context);
  const { timezone } = await readProfile(access, config.region, config.profile);
  const { timeZone } = accountSettings(timezone, null);
  const { hasData } = await queryAmazon(access, config, recentQuery(timeZone, true));
  return hasData ? [] : [noData('profile', 'The profile has no activity')];
}
