import { type Static, Type } from 'typebox';
import { type CallRailAccess, listCompanies, readCalls } from './callrail/api.ts';
import { callRailCatalog } from './callrail/catalog.ts';
import type { ConfigWarning, Connector, ConnectorContext, Query, QueryResult } from './contract.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { queryRecords } from './hosted/record-report.ts';

const config = Type.Object(
  {
    /** The id of the account. */
    account: Type.String({ pattern: '^[A-Za-z0-9]{1,64}$' }),
    /** The id of a company of it; all companies without it. */
    company: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,64}$' })),
    ...choice,
  },
  { additionalProperties: false },
);
const secret = Type.Object({ key: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false });

type Config = Static<typeof config>;
type Secret = Static<typeof secret> | null;

/** CallRail, by the calls to the numbers of an account. */
export const callRailConnector: Connector<typeof config, typeof secret> = {
  system: 'callrail',
  reach: 'network',
  config,
  secret,
  verify,
  describe: async (config) => describeChoice(callRailCatalog, config),
  catalog: async () => describeCatalog(callRailCatalog),
  query,
  resources: (_config, secret, context) => listCompanies(accessOf(secret, context)),
};

function accessOf(secret: Secret, context: ConnectorContext): CallRailAccess {
  return { key: secret?.key ?? '', context };
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(callRailCatalog, config);
  const { hasData } = await query(config, secret, recentQuery(), context);
  return hasData ? [] : [noData('account', 'Nobody called')];
}

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { metrics } = findAsked(callRailCatalog, config, query);
  return queryRecords(query, metrics, await readCalls(accessOf(secret, context), config, query));
}
