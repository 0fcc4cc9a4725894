import assert from 'node:assert/strict';
import type { Connector } from '../../src/reporting/connectors/contract.ts';
import type { SqlConfig } from '../../src/reporting/connectors/sql/config.ts';
import { openTestContext } from './connector-context.ts';
import type { SqlPlace } from './sql-fixture.ts';

/** Days and campaigns of advertisements, whose ratios are written as exports round them. */
const rows = Array.from({ length: 60 }, (_, index) => {
  const day = `2026-01-${String(1 + Math.floor(index / 2)).padStart(2, '0')}`;
  const campaign = index % 2 === 0 ? 'Brand' : 'Generic';
  const impressions = 900 + ((index * 7919) % 4001);
  const clicks = 11 + ((index * 613) % 97);
  const orders = 1 + ((index * 31) % 7);
  const cost = Math.round(clicks * (40 + ((index * 53) % 90))) / 100;
  return {
    ...{ day, campaign, impressions, clicks, cost, orders },
    ctr: Number((clicks / impressions).toFixed(4)),
    cost_per_order: Number((cost / orders).toFixed(2)),
    position: 2 + ((index * 17) % 40) / 10,
    followers: (index % 2 === 0 ? 5000 : 800) + index,
    reach: 500 + ((index * 271) % 1999),
    year: 2026,
  };
});

const [days, last] = [30, rows.slice(-2)];

type Row = (typeof rows)[number];
type Figure = Exclude<keyof Row, 'day' | 'campaign'>;
const sum = (of: readonly Row[], column: Figure) => of.reduce((total, row) => total + row[column], 0);

/** What is true of them, reckoned here: the kind, the way of counting and the figure over all days. */
const truth: Readonly<Record<Figure, readonly [kind: string, counted: string | null, figure: number | null]>> = {
  impressions: ['flow', 'total', sum(rows, 'impressions')],
  clicks: ['flow', 'total', sum(rows, 'clicks')],
  cost: ['flow', 'total', sum(rows, 'cost')],
  orders: ['flow', 'total', sum(rows, 'orders')],
  ctr: ['ratio', 'ratio', sum(rows, 'clicks') / sum(rows, 'impressions')],
  cost_per_order: ['ratio', 'ratio', sum(rows, 'cost') / sum(rows, 'orders')],
  position: [
    'level',
    'weighted_mean',
    rows.reduce((total, row) => total + row.position * row.impressions, 0) / sum(rows, 'impressions'),
  ],
  followers: ['level', 'at_end', sum(last, 'followers')],
  reach: ['people', 'daily_mean', sum(rows, 'reach') / days],
  year: ['code', null, null],
};

/** INSERT of the rows, whose columns are those of `columnsOf` in their order. */
export function insertRows(table: string): string {
  const values = rows.map(
    (row) => `(${Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : value))})`,
  );
  return `INSERT INTO ${table} VALUES ${values.join(', ')}`;
}

/** Columns for CREATE TABLE, by the server's types of a day, a text, a whole number and an exact decimal. */
export function columnsOf(day: string, text: string, whole: string, decimal: (scale: number) => string): string {
  const scales: Partial<Record<string, number>> = { cost: 2, ctr: 4, cost_per_order: 2, position: 1 };
  const typeOf = (name: string) => {
    const scale = scales[name];
    return name === 'day' ? day : name === 'campaign' ? text : scale === undefined ? whole : decimal(scale);
  };
  return Object.keys(rows[0] ?? {})
    .map((name) => `${name} ${typeOf(name)}`)
    .join(', ');
}

/** Proposes a configuration of the table, and compares kinds, totals and the figures that it gives once it is stored. */
export async function proposesAsCounted(
  connector: Connector,
  place: SqlPlace,
  secret: { readonly password: string },
  table: string,
): Promise<void> {
  await using context = openTestContext({ secret });
  const proposal = await connector.propose?.({ ...place, table }, secret, 'Europe/Berlin', context);
  assert.ok(proposal);
  const found = proposal.columns.map(({ column, kind, counted }) => [column, kind, counted]);
  assert.deepEqual(
    found,
    Object.entries(truth).map(([column, [kind, counted]]) => [column, kind, counted]),
  );
  const near = (actual: unknown, expected: number | null, told: string) =>
    assert.ok(Math.abs(Number(actual) - (expected ?? 0)) < 1e-6, `${told}: ${actual}, not ${expected}`);
  const config = proposal.config as SqlConfig;
  assert.deepEqual(
    (await connector.verify(config, secret, context)).filter(({ code }) => code !== 'user_may_write'),
    [],
  );
  const metrics = config.metrics.map(({ key }) => key);
  const period = { from: '2025-12-01', to: '2026-02-28', timeZone: 'Europe/Berlin', by: 'none', limit: 1 } as const;
  const [whole] = (await connector.query(config, secret, { ...period, metrics }, context)).rows;
  for (const [column, [, counted, expected]] of Object.entries(truth)) {
    const told = proposal.columns.find((one) => one.column === column);
    if (counted === null || told?.metric == null) continue;
    near(told.choices.find((choice) => choice.counted === counted)?.total, expected, `the choice of ${column}`);
    near(proposal.totals[told.metric], expected, `the total of ${column}`);
    near(whole?.values[metrics.indexOf(told.metric)], expected, `the figure of ${column}`);
    near(told.choices.find((choice) => choice.counted === 'total')?.total, sum(rows, column as Figure), column);
    near(
      told.choices.find((choice) => choice.counted === 'mean')?.total,
      sum(rows, column as Figure) / rows.length,
      column,
    );
  }
  assert.deepEqual(
    proposal.doubts.map(({ column, code }) => [column, code]),
    [['reach', 'people_add_up_twice']],
  );
}
