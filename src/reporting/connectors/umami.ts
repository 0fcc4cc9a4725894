import { type Static, Type } from 'typebox';
import { periodOf, unitsOf } from './calendar-units.ts';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Query,
  type QueryResult,
} from './contract.ts';
import { answerOf } from './hosted/answer.ts';
import { originOf } from './hosted/base-address.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { oncePerContext } from './hosted/once.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { mapBounded } from './map-bounded.ts';
import { listWebsites, readGroups, readHours, readStats, type UmamiAccess, umamiSecret } from './umami/api.ts';
import { isCountedBy, type UmamiCounts, type UmamiMetric, umamiCatalog } from './umami/catalog.ts';

const config = Type.Object(
  {
    /** The address of the server, before `/api`; of the cloud `https://api.umami.is/v1`. */
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    /** The id of the website. */
    website: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof umamiSecret> | null;

/** Umami, in its cloud or run by oneself. It answers for any two instants, so days are those of the project. */
export const umamiConnector: Connector<typeof config, typeof umamiSecret> = {
  system: 'umami',
  reach: 'network',
  config,
  secret: umamiSecret,
  origin: originOf,
  verify,
  describe: async (config) => describeChoice(umamiCatalog, config),
  catalog: async () => describeCatalog(umamiCatalog),
  query,
  resources: async (config, secret, context) => {
    if (!config?.url) throw new ConnectorError('invalid_config', 'Name the server by a configuration with its url.');
    const { url } = config;
    const websites = await listWebsites({ url, secret, context });
    return websites.map(({ id, name }) => ({ config: { url, website: id }, label: name }));
  },
};

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(umamiCatalog, config);
  const { hasData } = await umamiConnector.query(config, secret, recentQuery(), context);
  return hasData ? [] : [noData('website', 'The website has no visits')];
}

/** How many requests a connection makes at once. */
const mostRequests = 4;

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(umamiCatalog, config, query);
  const access = { url: config.url, secret, context };
  if (query.hourly) return byHour(access, config.website, query, metrics);
  const groups = dimension
    ? await readGroups(access, config.website, dimension.type, periodOf(query))
    : await byTime(access, config.website, query);
  const filled = groups.filter(({ counts }) => counts.pageviews > 0 || counts.visits > 0 || counts.visitors > 0);
  const rows = filled.map(({ name, counts }) => ({
    key: name === '' ? null : name,
    values: metrics.map((metric) => (isCountedBy(metric, dimension) ? metric.read(counts) : null)),
  }));
  return answerOf(query, { rows, hasData: rows.length > 0 });
}

/** One request a unit: what Umami gives for several units has no visits, and times in more than one form. */
function byTime(access: UmamiAccess, website: string, query: Query) {
  const { by } = query;
  const units = typeof by === 'object' || by === 'none' ? [{ key: null, ...periodOf(query) }] : unitsOf(query, by);
  return mapBounded<(typeof units)[number], { name: string | null; counts: UmamiCounts }>(
    units,
    mostRequests,
    async ({ key, startMs, endMs }) => ({ name: key, counts: await statsOnce(access, website, startMs, endMs) }),
  );
}

/** What Umami splits into hours at once; of longer periods it answers days. */
const daysOfHours = 30;

/** Views by the hours of the query's zone. What the clock repeats comes once or twice, as the server's database has it. */
async function byHour(access: UmamiAccess, website: string, query: Query, metrics: readonly UmamiMetric[]) {
  const days = unitsOf(query, 'day');
  const spans = days.flatMap(({ startMs }, index) => {
    const last = days[Math.min(index + daysOfHours, days.length) - 1];
    return index % daysOfHours === 0 && last ? [{ startMs, endMs: last.endMs }] : [];
  });
  const found = await mapBounded(spans, mostRequests, (span) => readHours(access, website, span, query.timeZone));
  const views = new Map<string, number>();
  for (const { hour, pageviews } of found.flat()) views.set(hour, (views.get(hour) ?? 0) + pageviews);
  const filled = [...views].filter(([, pageviews]) => pageviews > 0);
  const rows = filled.map(([key, pageviews]) => ({
    key,
    values: metrics.map(({ hourly }) => (hourly ? pageviews : null)),
  }));
  return answerOf(query, { rows, hasData: rows.length > 0 });
}

const once = oncePerContext<UmamiCounts>();

/** Queries of one report ask for the same days, and an answer has all counts. */
function statsOnce(access: UmamiAccess, website: string, startMs: number, endMs: number): Promise<UmamiCounts> {
  const span = `${website} ${startMs} ${endMs}`;
  return once(access.context, span, () => readStats(access, website, startMs, endMs));
}
