import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext, Query, QueryResult } from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { answerOf } from './hosted/answer.ts';
import { originOf } from './hosted/base-address.ts';
import { choice, describeCatalog, describeChoice, findAsked } from './hosted/choice.ts';
import { firstDayOf } from './hosted/day-spans.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { findSite, listSites, type PlausibleAccess, type PlausibleResults, queryPlausible } from './plausible/api.ts';
import { plausibleCatalog } from './plausible/catalog.ts';

const config = Type.Object(
  {
    /** `https://plausible.io`, or the address of an own server. */
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    /** The site's domain as it is called in Plausible. */
    site: Type.String({ minLength: 1, maxLength: 253 }),
    ...choice,
  },
  { additionalProperties: false },
);
const secret = Type.Object({ key: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false });

type Config = Static<typeof config>;
type Secret = Static<typeof secret> | null;

/** Plausible Analytics, hosted or run by oneself, by its Stats API v2. */
export const plausibleConnector: Connector<typeof config, typeof secret> = {
  system: 'plausible',
  reach: 'network',
  config,
  secret,
  origin: originOf,
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(plausibleCatalog, config),
    hours: true,
    ...(await zoneOf(config, secret, context)),
  }),
  catalog: async (config, secret, context) => ({
    ...describeCatalog(plausibleCatalog),
    ...(await zoneOf(config, secret, context)),
  }),
  query,
  resources: async (config, secret, context) => {
    const url = config?.url ?? 'https://plausible.io';
    const sites = await listSites({ url, key: secret?.key ?? '', context });
    return sites.map(({ domain }) => ({ config: { url, site: domain }, label: domain }));
  },
};

async function zoneOf({ url, site }: Config, secret: Secret, context: ConnectorContext) {
  const found = await findSite(accessOf(url, secret, context), site);
  return accountSettings(found?.timezone, undefined);
}

function accessOf(url: string, secret: Secret, context: ConnectorContext): PlausibleAccess {
  return { url, key: secret?.key ?? '', context };
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(plausibleCatalog, config);
  const { hasData } = await query(config, secret, recentQuery(), context);
  const { timeZone } = await zoneOf(config, secret, context);
  const message = "The server does not tell the site's time zone. Give the project the same one.";
  return [
    ...(hasData ? [] : [noData('site', 'The site has no visitors')]),
    ...(timeZone ? [] : [{ code: 'time_zone_unknown', path: 'site', message }]),
  ];
}

const timeNames = { none: [], day: ['time:day'], week: ['time:week'], month: ['time:month'] } as const;
const mostRows = 10_000;
/** What nearly every period with data has, and what every dimension can be asked for. */
const probe = 'visitors';

async function query(config: Config, secret: Secret, query: Query, context: ConnectorContext): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(plausibleCatalog, config, query);
  const isAsked = (metric: (typeof metrics)[number]) => !(dimension?.ofEvents && metric.ofVisits);
  const names = [...new Set([...metrics.filter(isAsked).map(({ key }) => key), probe])];
  const unit = typeof query.by === 'object' ? 'none' : query.by;
  const groups = dimension?.names ?? (query.hourly ? ['time:hour'] : timeNames[unit]);
  const first = names[0] ?? probe;
  const answer = await queryPlausible(accessOf(config.url, secret, context), {
    site_id: config.site,
    metrics: names,
    date_range: [query.from, query.to],
    dimensions: groups,
    ...(dimension && { order_by: [[first, 'desc'], ...groups.map((name) => [name, 'asc'])] }),
    include: { total_rows: true },
    pagination: { limit: dimension ? Math.min(Math.max(1, query.limit), mostRows) : mostRows, offset: 0 },
  });
  const figure = (row: Row, key: string, divisor = 1) => {
    const value = row.metrics[names.indexOf(key)] ?? null;
    return value === null ? null : value / divisor;
  };
  return answerOf(query, {
    rows: answer.results.map((row) => ({
      key: keyOf(row, query),
      values: metrics.map((metric) => (isAsked(metric) ? figure(row, metric.key, metric.divisor) : null)),
    })),
    hasData: answer.results.some((row) => names.some((name) => (figure(row, name) ?? 0) !== 0)),
    ...(answer.meta.total_rows !== undefined && { groupCount: answer.meta.total_rows }),
  });
}

type Row = PlausibleResults['results'][number];

/** How the system writes a value that it does not have. */
const missing = new Set(['', '(not set)', '(none)', 'ZZ']);

function keyOf({ dimensions }: Row, { by, hourly }: Query): string | null {
  if (by === 'none') return null;
  const [value] = dimensions;
  if (hourly) return value?.slice(0, 13).replace(' ', 'T') ?? null;
  // A week that the period cuts is named by the first day of the period.
  if (typeof by === 'string') return value === null || value === undefined ? null : firstDayOf(value.slice(0, 10), by);
  if (dimensions.length === 1) return isMissing(value) ? null : (value ?? null);
  return dimensions.every(isMissing) ? null : dimensions.map((one) => (isMissing(one) ? '–' : one)).join(' / ');
}

function isMissing(value: string | null | undefined): boolean {
  return value === null || value === undefined || missing.has(value);
}
