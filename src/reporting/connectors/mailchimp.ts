import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Query, QueryResult } from './contract.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { queryRecords } from './hosted/record-report.ts';
import { listAudiences, mailchimpSecret, openMailchimp, readCampaigns } from './mailchimp/api.ts';
import { mailchimpCatalog, people } from './mailchimp/catalog.ts';

const config = Type.Object(
  {
    /** The id of an audience; campaigns to all of them without it. */
    audience: Type.Optional(Type.String({ pattern: '^[a-z0-9]{1,32}$' })),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof mailchimpSecret> | null;

/** Mailchimp, by the reports of the campaigns that were sent in a period. */
export const mailchimpConnector: Connector<typeof config, typeof mailchimpSecret> = {
  system: 'mailchimp',
  reach: 'network',
  config,
  secret: mailchimpSecret,
  // Mailchimp has no scopes.
  signIn: { with: 'mailchimp', scopes: [] },
  verify,
  describe: async (config) => describeChoice(mailchimpCatalog, config),
  catalog: async () => describeCatalog(mailchimpCatalog),
  query,
  resources: async (_config, secret, context) => listAudiences(await openMailchimp(secret, context)),
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(mailchimpCatalog, config);
  const audiences = await listAudiences(await openMailchimp(secret, context), config.audience);
  const { hasData } = await query(config, secret, recentQuery(), context);
  const subject =
    config.audience === undefined ? 'No campaign was sent' : `No campaign was sent to ${audiences[0]?.label}`;
  return hasData ? [] : [noData('audience', subject)];
}

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { metrics } = findAsked(mailchimpCatalog, config, query);
  const campaigns = await readCampaigns(await openMailchimp(secret, context), query);
  const { audience } = config;
  const records = audience === undefined ? campaigns : campaigns.filter((each) => each.audience === audience);
  return queryRecords(query, metrics, records, people);
}
