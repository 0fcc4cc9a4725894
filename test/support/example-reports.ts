import { follow, keepKeys } from '../../src/domains/templates/follow.ts';
import type { LibraryTemplate } from '../../src/domains/templates/library.ts';
import type { Description, QueryResult } from '../../src/reporting/connectors/contract.ts';
import { describeChoice } from '../../src/reporting/connectors/hosted/choice.ts';
import { knownCatalogs } from '../../src/reporting/connectors/known-catalogs.ts';
import { translated } from '../../src/reporting/connectors/labels/in-language.ts';
import { namingOf } from '../../src/reporting/connectors/labels/values.ts';
import { buildDocument } from '../../src/reporting/documents/build-document.ts';
import { messagesFor } from '../../src/reporting/documents/messages/messages.ts';
import type { MetricDescription, ReportDocument } from '../../src/reporting/documents/model.ts';
import { type PlannedQuery, planReport } from '../../src/reporting/documents/report-plan.ts';

/** Two months of equal length. */
const periods = {
  current: { from: '2026-08-01', to: '2026-08-31' },
  compare: { from: '2026-07-01', to: '2026-07-31' },
};
const createdAt = '2026-09-02T06:30:00Z';
const freshAt = '2026-09-02T03:00:00Z';

/** What a database or a monitoring of a company has: its own figures under its own names. */
const ofOwners: Readonly<Record<string, Description>> = {
  postgres: {
    metrics: [own('signups', 'Sign-ups'), own('active_teams', 'Active teams'), own('exports', 'Exports')],
    dimensions: [{ key: 'plan', label: 'Plan' }],
  },
  prometheus: {
    metrics: [
      own('requests', 'Requests'),
      { ...own('availability', 'Availability'), unit: 'percent', additive: false },
      {
        ...own('latency', 'Latency, 95th percentile (ms)'),
        unit: 'number',
        decimals: 0,
        better: 'down',
        additive: false,
      },
    ],
    dimensions: [{ key: 'service', label: 'Service' }],
  },
};

function own(key: string, label: string): MetricDescription {
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: true };
}

const valuesOf: Readonly<Record<string, readonly string[]>> = {
  campaign: ['Brand', 'Running shoes', 'Outdoor jackets', 'Autumn sale', 'Remarketing', 'New customers'],
  channel: ['Organic Search', 'Direct', 'Paid Search', 'Email', 'Organic Social', 'Referral'],
  page: [
    '/',
    '/running-shoes',
    '/outdoor-jackets/waterproof',
    '/sale',
    '/blog/how-to-choose-running-shoes',
    '/contact',
  ],
  query: ['running shoes', 'waterproof jacket women', 'northwind', 'trail shoes sale', 'rain jacket men', 'size guide'],
  country: ['DE', 'AT', 'CH', 'FR', 'PL', 'NL'],
  device: ['mobile', 'desktop', 'tablet'],
  product: ['Trail runner 3', 'Rain jacket Fjord', 'Merino socks, pack of 3', 'Headlamp 400', 'Day pack 22 l'],
  category: ['charge', 'refund', 'stripe_fee', 'payout'],
};

/** The report of a template that comes with the service, over its first systems, with example figures that never change. */
export function exampleReport(template: LibraryTemplate, locale: string, turn = 0): ReportDocument {
  const { language } = messagesFor(locale);
  const connections = template.slots.map(({ systems }, index) => {
    const system = systems[turn % systems.length] ?? '';
    const catalog = knownCatalogs[system];
    const described = catalog ? describeChoice(catalog, {}) : (ofOwners[system] ?? ofOwners.postgres);
    const description = translated(described as Description, language);
    return { id: `con_${index + 1}`, name: nameOf(system), system, config: '{}', description };
  });
  const keys = keepKeys(null, template.settings.sections);
  const { settings } = follow({ ...template, keys }, { connections, choices: {}, own: {} });
  const plan = planReport({ sections: settings.sections ?? null, connections, periods, timeZone: 'Europe/Berlin' });
  const fetched = plan.connections.map(({ connection, queries }) => ({
    connectionId: connection.id,
    fetchedAt: createdAt,
    answers: queries.map((query) => answer(connection.description.metrics, query, language)),
  }));
  return buildDocument({
    ...{ reportId: 'rep_example', title: null, projectName: 'Northwind', clientName: 'Northwind Traders', locale },
    ...{ brand: { accent_color: null, logo: null }, currency: 'EUR', createdAt, plan, fetched },
  });
}

function nameOf(system: string): string {
  const own = { 'linkedin-ads': 'LinkedIn Ads', 'tiktok-ads': 'TikTok Ads', postgres: 'PostgreSQL' };
  if (Object.hasOwn(own, system)) return own[system as keyof typeof own];
  return system.replaceAll('-', ' ').replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}

function answer(described: readonly MetricDescription[], query: PlannedQuery, language: string): QueryResult {
  const days = daysOf(query);
  const ask = (key: string | null, share: number, only: readonly string[]) => ({
    key,
    values: query.metrics.map((name) => figureOf(find(described, name), only, share)),
  });
  const { by } = query;
  const naming = typeof by === 'object' ? (namingOf(by.dimension, language) ?? ((value: string) => value)) : undefined;
  const groups = typeof by === 'object' ? (valuesOf[by.dimension] ?? ['A', 'B', 'C']) : [];
  const rows =
    typeof by === 'object'
      ? groups.map((group, index) => ask(naming?.(group) ?? group, shareOf(index, groups.length), days))
      : by === 'none'
        ? [ask(null, 1, days)]
        : [...Map.groupBy(days, (day) => firstOf(by, day))].map(([first, inside]) => ask(first, 1, inside));
  return { rows, groupCount: rows.length, hasData: true, rowsRead: 1_000, freshAt };
}

function find(described: readonly MetricDescription[], key: string): MetricDescription {
  const metric = described.find((each) => each.key === key);
  if (!metric) throw new TypeError(`No metric ${key}`);
  return metric;
}

function daysOf({ from, to }: Pick<PlannedQuery, 'from' | 'to'>): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10),
  );
}

function firstOf(by: 'day' | 'week' | 'month', day: string): string {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  const monday = Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * 86_400_000;
  return new Date(monday).toISOString().slice(0, 10);
}

/** Parts become smaller, and are all of it together. */
function shareOf(index: number, count: number): number {
  const weights = Array.from({ length: count }, (_, place) => 1 / (place + 1.3));
  return (weights[index] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
}

const levels = { count: 420, currency: 310, percent: 0.048, duration: 154, number: 8.4 } as const;

/** A figure of some days: those that add up go up over the weeks and down at weekends; others stay about where they are. */
function figureOf({ key, unit, additive }: MetricDescription, days: readonly string[], share: number): number {
  const size = 0.4 + (hash(key) % 100) / 50;
  const level = (levels[unit as keyof typeof levels] ?? 100) * size;
  const waves = days.map((day) => {
    const weekday = new Date(day).getUTCDay();
    const trend = trendOf((Date.parse(day) - Date.parse('2026-08-01')) / 86_400_000);
    return (weekday % 6 === 0 ? 0.7 : 1) * trend * (0.92 + (hash(day + key) % 17) / 100);
  });
  const sum = waves.reduce((total, wave) => total + wave, 0);
  const mean = sum / days.length;
  if (!additive) return unit === 'count' ? Math.round(level * share * mean * 20) : level * mean;
  const total = level * share * sum;
  return unit === 'count' ? Math.round(total) : Math.round(total * 100) / 100;
}

/** It grows; a year before there was less, but never nothing. */
function trendOf(days: number): number {
  return days < 0 ? 1 / (1 - days / 200) : 1 + days / 200;
}

function hash(text: string): number {
  let value = 7;
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}
