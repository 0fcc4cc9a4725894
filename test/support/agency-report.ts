import { Type } from 'typebox';
import type { Connector, Query, QueryResult, QueryRow } from '../../src/reporting/connectors/contract.ts';
import { describeChoice } from '../../src/reporting/connectors/hosted/choice.ts';
import { inLanguage } from '../../src/reporting/connectors/labels/in-language.ts';
import { buildDocument } from '../../src/reporting/documents/build-document.ts';
import { unitOf, unitsOf } from '../../src/reporting/documents/calendar.ts';
import type { MetricDescription, Periods, ReportDocument, Unit } from '../../src/reporting/documents/model.ts';
import { planReport } from '../../src/reporting/documents/report-plan.ts';
import { catalogOf } from './catalogs.ts';
import { openTestContext } from './connector-context.ts';

/** What an agency connects for a shop, by the names that it gives the connections. */
const systems = {
  Website: 'google-analytics',
  'Google Search': 'search-console',
  'Google Ads': 'google-ads',
  'Meta Ads': 'meta-ads',
  Shop: 'shopify',
} as const;

export interface AgencyReport {
  readonly title: string;
  readonly clientName: string;
  readonly locale: string;
  readonly periods: Periods;
}

const createdAt = '2026-07-01T08:30:00Z';

/**
 * The report that a project with five hosted systems gets without a layout of its own: with their real catalogues, over
 * figures that only look real and are always the same.
 */
export async function buildAgencyReport({ title, clientName, locale, periods }: AgencyReport): Promise<ReportDocument> {
  await using context = openTestContext();
  const opened = await Promise.all(
    Object.entries(systems).map(async ([name, system], index) => {
      const connector = inLanguage(await lookalike(system), locale);
      return {
        id: `con_${index + 1}`,
        name,
        system,
        connector,
        description: await connector.describe({}, null, context),
      };
    }),
  );
  const plan = planReport({ sections: null, connections: opened, periods, timeZone: 'Europe/Berlin' });
  const fetched = await Promise.all(
    plan.connections.map(async ({ connection: { id }, queries }) => {
      const connector = opened.find((each) => each.id === id)?.connector;
      const answers = await Promise.all(queries.map((query) => connector?.query({}, null, query, context)));
      return { connectionId: id, fetchedAt: createdAt, answers: answers.filter((answer) => answer !== undefined) };
    }),
  );
  return buildDocument({
    ...{ reportId: 'rep_agency', title, projectName: title, clientName, locale, currency: 'EUR' },
    ...{ brand: { accent_color: null, logo: null }, createdAt, plan, fetched },
  });
}

/** A connector that offers what a system does, over a weekly rhythm with growth and chance. */
async function lookalike(system: string): Promise<Connector> {
  const catalog = await catalogOf(system);
  const offered = async () => describeChoice(catalog, {});
  return {
    ...{ system, reach: 'network', config: Type.Object({}), secret: null },
    ...{ verify: async () => [], describe: offered, catalog: offered },
    query: async (_config, _secret, query) => answer(query, system, catalog.metrics),
  };
}

function answer(query: Query, system: string, offered: readonly MetricDescription[]): QueryResult {
  const metrics = query.metrics.flatMap((key) => offered.find((metric) => metric.key === key) ?? []);
  const rows = partsOf(query, system).map(({ key, days, part }): QueryRow => {
    return { key, values: metrics.map((metric) => figure(metric, system, days, part, key)) };
  });
  if (typeof query.by === 'object') rows.sort((one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0));
  return { rows, groupCount: rows.length, hasData: true, rowsRead: null, freshAt: null };
}

interface Part {
  readonly key: string | null;
  readonly days: readonly string[];
  /** How much of the whole it is. */
  readonly part: number;
}

function partsOf(query: Query, system: string): Part[] {
  const { by } = query;
  const days = unitsOf(query, 'day');
  if (by === 'none') return [{ key: null, days, part: 1 }];
  if (typeof by === 'string') {
    return [...Map.groupBy(days, (day) => unitOf(day, query, by))].map(([key, days]) => ({ key, days, part: 1 }));
  }
  const values = valuesOf[by.dimension] ?? [];
  const weights = values.map((value, index) => 1 / (index + 1.3) + 0.2 * chance(value + query.from + system));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return values.map((value, index) => ({ key: value, days, part: (weights[index] ?? 0) / whole }));
}

/** What a day has of an additive metric, and the level of any other. */
const levels: Readonly<Record<Unit, readonly [perDay: number, level: number]>> = {
  count: [900, 620],
  currency: [1_400, 38],
  percent: [0.4, 0.04],
  duration: [3_600, 140],
  number: [40, 2.6],
};

function figure(metric: MetricDescription, system: string, days: readonly string[], part: number, key: string | null) {
  const { key: name, unit, additive } = metric;
  const [perDay, level] = levels[unit];
  const size = 0.2 + 1.6 * chance(name + system);
  if (additive)
    return rounded(
      days.reduce((sum, day) => sum + perDay * size * part * levelOf(day, system + name), 0),
      unit,
    );
  const people = unit === 'count' ? days.length * part : 1;
  return rounded(level * size * people * (0.9 + 0.2 * chance(`${name}${days[0]}${key}`)), unit);
}

function levelOf(day: string, salt: string): number {
  const { dayOfWeek, dayOfYear } = Temporal.PlainDate.from(day);
  const growth = 1 + (dayOfYear / 366) * (0.6 * chance(salt) - 0.1);
  return (dayOfWeek > 5 ? 0.6 : 1) * growth * (0.85 + 0.3 * chance(salt + day));
}

function rounded(value: number, unit: Unit): number {
  if (unit === 'count') return Math.round(value);
  return unit === 'currency' ? Math.round(value * 100) / 100 : value;
}

/** A number from 0 to 1 that is always the same for a text. */
function chance(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return (((hash ^ (hash >>> 15)) >>> 0) % 10_000) / 10_000;
}

const pages =
  '/, /collections/running, /products/trail-shoe-2, /blog/how-to-choose-running-shoes-for-wide-feet, /cart, /faq';
const queries =
  'trail shoes, running shoes, shoe shop berlin, wide running shoes, marathon shoes, shoe size chart, laces';
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  channel: ['Organic Search', 'Direct', 'Paid Search', 'Organic Social', 'Referral', 'Email'],
  campaign: [
    'Brand',
    'Summer sale',
    'Running shoes',
    'Performance Max',
    'Remarketing',
    'Winter 2025',
    'Kids',
    'Test',
    'New',
  ],
  page: pages.split(', '),
  country: ['Germany', 'Austria', 'Switzerland', 'France', 'Netherlands', 'Poland', 'Italy', 'Spain', 'Denmark'],
  device: ['mobile', 'desktop', 'tablet'],
  query: queries.split(', '),
  product: ['Trail Shoe 2', 'Road Runner', 'Wool Socks (3 pairs)', 'Rain Jacket', 'Cap', 'Gift card', 'Bottle'],
};
