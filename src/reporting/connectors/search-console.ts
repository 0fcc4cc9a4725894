import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Query, QueryResult } from './contract.ts';
import { answerOf } from './hosted/answer.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { type GoogleSecret, googleSecret } from './hosted/google/secret.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { mapBounded } from './map-bounded.ts';
import {
  listSites,
  querySearch,
  querySearchOnce,
  type SearchAccess,
  type SearchAnswer,
  searchScopes,
} from './search-console/api.ts';
import { searchCatalog } from './search-console/catalog.ts';
import { byUnit, byValue, type Group, isLess } from './search-console/figures.ts';
import { searchScope } from './search-console/scope.ts';

const config = Type.Object(
  {
    /** As Search Console calls it: `sc-domain:example.com`, or an address with its last slash. */
    site: Type.String({ pattern: '^(sc-domain:|https?://).', maxLength: 2000 }),
    ...searchScope,
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = GoogleSecret | null;

/** The days of Search Console, whatever the site. */
const timeZone = 'America/Los_Angeles';

/** Google Search Console: how a site does in Google's web search. */
export const searchConsoleConnector: Connector<typeof config, typeof googleSecret> = {
  system: 'search-console',
  reach: 'network',
  config,
  secret: googleSecret,
  signIn: { with: 'google', scopes: searchScopes },
  verify,
  describe: async (config) => ({ ...describeChoice(searchCatalog, config), timeZone }),
  catalog: async () => ({ ...describeCatalog(searchCatalog), timeZone }),
  query,
  queryAll: (config, secret, queries, context) =>
    mapBounded(queries, queriesAtOnce, (each) => query(config, secret, each, context)),
  resources: (_config, secret, context) => listSites({ secret, context }),
};

/** Each may hold 50,000 rows. */
const queriesAtOnce = 4;

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(searchCatalog, config);
  const { hasData } = await query(config, secret, recentQuery(timeZone), context);
  if (hasData) return [];
  return config.queries
    ? [noData('queries', 'The site was not shown for any term that fits queries')]
    : [noData('site', 'The site was not shown in Google Search')];
}

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { metrics, dimension, secondary } = findAsked(searchCatalog, config, query);
  const { site, type, queries } = config;
  const access = { site, ...(type && { type }), ...(queries && { queries }), secret, context };
  const { from, to } = query;
  const total = await querySearchOnce(access, { from, to });
  const pair = secondary && { secondary: secondary.key };
  const parts = dimension && (await querySearch(access, { from, to, dimension: dimension.key, ...pair }));
  const groups = parts ? byValue(parts, dimension.key, secondary?.key) : await byTime(access, query, total);
  const result = answerOf(query, {
    rows: groups.map(({ figures, ...keys }) => ({ ...keys, values: metrics.map((metric) => figures[metric.key]) })),
    hasData: total.rows.some(({ impressions }) => impressions > 0),
  });
  const named = [dimension?.key, secondary?.key];
  // By page a result counts several times, so that sums do not tell that rare terms are withheld.
  const isOfTerms = named.includes('query') && parts && (named.includes('page') || isLess(parts, total));
  const isLessThanAll = parts && (parts.isCut || isOfTerms);
  // Rare terms are withheld from whoever narrows by terms, totals included.
  const isWithheld = isLessThanAll || (config.queries !== undefined && total.rows.length > 0);
  const date = await findIncomplete(access, query);
  const notices: NonNullable<QueryResult['notices']> = [
    ...(isWithheld ? [{ code: 'withheld_rows' as const }] : []),
    ...(date === undefined ? [] : [{ code: 'incomplete_from' as const, date }]),
  ];
  return notices.length === 0 ? result : { ...result, notices };
}

/** Weeks and months are worked out from days, which Google gives; the whole period is asked for itself. */
async function byTime(access: SearchAccess, { from, to, by }: Query, total: SearchAnswer): Promise<Group[]> {
  if (by === 'none' || typeof by === 'object') return total.rows.map((figures) => ({ key: null, figures }));
  return byUnit(await querySearchOnce(access, { from, to, dimension: 'date' }), by);
}

/** Figures are final after two or three days; with more the days of older periods need not be asked for. */
const unsettledDays = 7;

/** The first day of the period whose figures still change; only an answer by day tells it. */
async function findIncomplete(access: SearchAccess, { from, to }: Query): Promise<string | undefined> {
  const unsettled = Temporal.Now.plainDateISO(timeZone).subtract({ days: unsettledDays }).toString();
  if (to < unsettled) return undefined;
  const { firstIncomplete } = await querySearchOnce(access, { from, to, dimension: 'date' });
  if (firstIncomplete === undefined || firstIncomplete > to) return undefined;
  return firstIncomplete > from ? firstIncomplete : from;
}
