import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Description, Query, QueryResult } from './contract.ts';
import { type AnalyticsAccess, analyticsScopes, listProperties, runReports } from './google-analytics/api.ts';
import { catalogWith, filterOf, narrowed } from './google-analytics/narrowing.ts';
import { answerFrom, requestsFor, restrictedIn } from './google-analytics/reports.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { type GoogleSecret, googleSecret } from './hosted/google/secret.ts';
import { oncePerContext } from './hosted/once.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';

const config = Type.Object(
  {
    /** The number of a Google Analytics 4 property; not its measurement id, which begins with G-. */
    property: Type.String({ pattern: '^[0-9]{1,20}$' }),
    ...narrowed,
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = GoogleSecret | null;

/** Google Analytics 4, by its Data API v1. */
export const googleAnalyticsConnector: Connector<typeof config, typeof googleSecret> = {
  system: 'google-analytics',
  reach: 'network',
  config,
  secret: googleSecret,
  signIn: { with: 'google', scopes: analyticsScopes },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(catalogWith(config), config),
    hours: true,
    ...(await zoneOf({ ...config, secret, context })),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(catalogWith(config)),
    ...(await zoneOf({ ...config, secret, context })),
  }),
  query: async (config, secret, query, context) => {
    const [answer] = await queryAll(config, secret, [query], context);
    return answer as QueryResult;
  },
  queryAll,
  resources: (_config, secret, context) => listProperties({ secret, context }),
};

/** All reports of all queries go in as few batches as they fit in. */
async function queryAll(
  config: Config,
  secret: Secret,
  queries: readonly Query[],
  context: ConnectorContext,
): Promise<readonly QueryResult[]> {
  const parts = queries.map((query) => partOf(config, query));
  const requests = parts.flatMap((part) => part.requests);
  const reports = await runReports({ ...config, secret, context }, requests);
  return parts.map(({ query, asked, requests }) => answerFrom(query, asked, reports.splice(0, requests.length)));
}

function partOf(config: Config, query: Query) {
  const asked = { ...findAsked(catalogWith(config), config, query), filter: filterOf(config) };
  return { query, asked, requests: requestsFor(query, asked) };
}

/** Asks for all that the connection offers: Google refuses metrics and dimensions that do not go together. */
async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  const { metrics, dimensions } = describeChoice(catalogWith(config), config);
  const base = { ...recentQuery('UTC', true), metrics: metrics.map(({ key }) => key) };
  const whole = partOf(config, base);
  const parts = dimensions.map(({ key }) => partOf(config, { ...base, by: { dimension: key } }));
  const requests = [whole, ...parts].flatMap((part) => part.requests);
  const reports = await runReports({ ...config, secret, context }, requests);
  const { hasData } = answerFrom(whole.query, whole.asked, reports);
  const [path, subject] = config.where
    ? ['where', 'The property has no sessions that fit where']
    : ['property', 'The property has no sessions'];
  const warnings = hasData ? [] : [noData(path, subject)];
  const restricted = new Set(reports.flatMap(restrictedIn));
  const hidden = whole.asked.metrics.filter(({ name }) => restricted.has(name)).map(({ key }) => key);
  if (hidden.length > 0) {
    const message = `The credentials may not see ${hidden.join(', ')}, which have no figures. Let them, or leave these out.`;
    warnings.push({ code: 'metrics_restricted', path: 'metrics', message });
  }
  return warnings;
}

type Zone = Pick<Description, 'timeZone' | 'currency'>;
const zoneOnce = oncePerContext<Zone>();

/** Every report tells the property's zone and currency, an empty one too. */
function zoneOf(access: AnalyticsAccess): Promise<Zone> {
  return zoneOnce(access.context, access.property, async () => {
    const query = recentQuery('UTC', true);
    const day = { ...query, from: query.to };
    const [report] = await runReports(access, requestsFor(day, { metrics: [], dimension: undefined }));
    return accountSettings(report?.metadata?.timeZone, report?.metadata?.currencyCode);
  });
}
