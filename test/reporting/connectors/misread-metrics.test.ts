import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { clickhouseConnector } from '../../../src/reporting/connectors/clickhouse.ts';
import type { Connector } from '../../../src/reporting/connectors/contract.ts';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { mysqlConnector } from '../../../src/reporting/connectors/mysql.ts';
import { postgresConnector } from '../../../src/reporting/connectors/postgres.ts';
import { clickhouseSkip, startClickhouse } from '../../support/clickhouse.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { ask, makeConfig, makeFolder, openFileContext, verify, writeText } from '../../support/file-connection.ts';
import { createMariadbReader, mariadbFault } from '../../support/mariadb.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { createPostgresReader } from '../../support/postgres-reader.ts';

const folder = await makeFolder();
const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

interface AdRow {
  readonly day: string;
  readonly campaign: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly cost: number;
  readonly ctr: number;
  readonly quota: number;
  readonly reach: number;
  readonly stock: number;
}

const cents = (value: number) => Math.round(value * 100) / 100;

/** 30 days of two campaigns; `quota` is the cost of a click, which only arithmetic tells. */
const rows: readonly AdRow[] = Array.from({ length: 60 }, (_, index) => {
  const clicks = 40 + ((index * 37) % 83);
  const impressions = 900 + ((index * 613) % 2200);
  const cost = cents(17.3 + ((index * 7919) % 6000) / 100);
  const day = Temporal.PlainDate.from('2026-03-01')
    .add({ days: Math.floor(index / 2) })
    .toString();
  return {
    ...{ day, campaign: index % 2 === 0 ? 'A' : 'B', clicks, impressions, cost },
    ...{ ctr: Math.round((clicks / impressions) * 1e6) / 1e4, quota: cents(cost / clicks) },
    ...{ reach: Math.round(impressions * 0.7), stock: 500 + Math.floor(index / 2) },
  };
});

const names = Object.keys(rows[0] ?? {});
await writeText(folder, 'ads.csv', [
  names.join(','),
  ...rows.map((row) => names.map((name) => String(row[name as keyof AdRow])).join(',')),
]);

const wrong = {
  clicks: 'sum(clicks)',
  impressions: 'sum(impressions)',
  cost: 'sum(cost)',
  ctr: 'avg(ctr)',
  quota: 'sum(quota)',
  reach: 'sum(reach)',
  stock: 'sum(stock)',
};
const meant = { ctr: '(avg(ctr))', quota: 'sum(quota) * 1', reach: 'max(reach)', stock: 'avg(stock)' };

function configOf(metrics: Readonly<Record<string, string>>): FileConfig {
  const config = makeConfig('ads.csv', 'day', metrics, { campaign: 'campaign' });
  return { ...config, metrics: config.metrics.map((metric) => ({ ...metric, additive: /^sum/.test(metric.sql) })) };
}

/** What each warning says to be right. */
function rightIn(warnings: readonly { readonly code: string; readonly path: string; readonly message: string }[]) {
  return warnings.map(({ code, path, message }) => [
    code,
    path,
    /would be right: (.*?)\. If it is meant/.exec(message)?.[1],
  ]);
}

describe('metrics that count a column as what it is not', () => {
  test('verify names each by arithmetic or by its name, and what would be right, and changes nothing', async () => {
    const config = configOf(wrong);
    const before = JSON.stringify(config);
    assert.deepEqual(rightIn(await verify([folder], config)), [
      ['looks_like_ratio', 'metrics.3.sql', 'sum("clicks") / nullif(sum("impressions"), 0), "unit": "percent"'],
      ['looks_like_ratio', 'metrics.4.sql', 'sum("cost") / nullif(sum("clicks"), 0), "additive": false'],
      [
        'looks_like_people',
        'metrics.5.sql',
        'sum("reach") / nullif(count(DISTINCT CASE WHEN "reach" IS NOT NULL THEN CAST(day AS DATE) END), 0), "additive": false',
      ],
      ['looks_like_level', 'metrics.6.sql', 'sum("stock"), "additive": false, "at": "end"'],
    ]);
    assert.equal(JSON.stringify(config), before);
  });

  test('what is said to be right is computed, and is right', async () => {
    const right: FileConfig = configOf({
      ctr: 'sum("clicks") / nullif(sum("impressions"), 0)',
      reach: 'sum("reach") / nullif(count(DISTINCT CASE WHEN "reach" IS NOT NULL THEN CAST(day AS DATE) END), 0)',
      stock: 'sum("stock")',
    });
    const metrics = right.metrics.map((metric) => ({
      ...metric,
      additive: false,
      ...(metric.key === 'stock' && { at: 'end' as const }),
    }));
    assert.deepEqual(await verify([folder], { ...right, metrics }), []);
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const [row] = (await ask([folder], { ...right, metrics }, 'none', march)).rows;
    const total = (key: 'clicks' | 'impressions' | 'reach') => rows.reduce((sum, each) => sum + each[key], 0);
    assert.deepEqual(row?.values, [total('clicks') / total('impressions'), total('reach') / 30, 2 * 529]);
  });

  test('a sum of prices or temperatures, which some files mean, is doubted by verify, not by reports', async () => {
    await writeText(folder, 'orders.csv', ['day,price,temperature', '2026-03-01,12.50,3', '2026-03-02,7.25,4']);
    const config = makeConfig('orders.csv', 'day', { price: 'sum(price)', temperature: 'sum(temperature)' });
    assert.deepEqual(
      (await verify([folder], config)).map(({ code, path }) => [code, path]),
      [
        ['looks_like_level', 'metrics.0.sql'],
        ['looks_like_level', 'metrics.1.sql'],
      ],
    );
    await using context = openFileContext([folder]);
    assert.equal((await fileConnector.describe(config, null, context)).misread, undefined);
  });

  test('expressions that somebody has thought about, and plain flows, are left alone', async () => {
    assert.deepEqual(await verify([folder], configOf(meant)), []);
    assert.deepEqual(await verify([folder], configOf({ clicks: 'sum(clicks)', cost: 'avg(cost)', n: 'count(*)' })), []);
  });

  test('the description tells by names alone what reports warn of', async () => {
    await using context = openFileContext([folder]);
    const { misread } = await fileConnector.describe(configOf(wrong), null, context);
    assert.deepEqual(
      misread?.map(({ metric, kind }) => [metric, kind]),
      [
        ['ctr', 'ratio'],
        ['reach', 'people'],
        ['stock', 'level'],
      ],
    );
    const right = misread?.map((each) => each.right);
    assert.equal(right?.[0], 'sum(clicks) / nullif(sum(impressions), 0)');
    assert.equal(right?.[2], 'sum(stock), "additive": false, "at": "end"');
    assert.equal((await fileConnector.describe(configOf(meant), null, context)).misread, undefined);
  });
});

interface Server {
  readonly place: object;
  readonly secret: { readonly password: string };
}

const plainOver = (above: string, below: string) => `1e0 * ${above} / nullif(${below}, 0)`;

function testServer(
  name: string,
  connector: Connector,
  start: () => Promise<Server>,
  quoted: (name: string) => string,
  over = plainOver,
) {
  test(`${name}: verify and the description name such metrics in its own SQL`, async () => {
    const { place, secret } = await start();
    const { path: _, ...parts } = configOf(wrong);
    const config = { ...place, table: 'ads', ...parts };
    await using context = openTestContext({ secret });
    const warnings = (await connector.verify(config, secret, context)).filter(({ code }) => /^looks_like/.test(code));
    const [ctr, quota, reach, stock] = rightIn(warnings);
    const [clicks, impressions, cost] = ['clicks', 'impressions', 'cost'].map(quoted);
    assert.deepEqual(ctr?.[2], `${over(`sum(${clicks})`, `sum(${impressions})`)}, "unit": "percent"`);
    assert.deepEqual(quota?.[2], `${over(`sum(${cost})`, `sum(${clicks})`)}, "additive": false`);
    assert.equal(reach?.[0], 'looks_like_people');
    assert.deepEqual(stock?.[2], `sum(${quoted('stock')}), "additive": false, "at": "end"`);
    const right = warnings.map(({ path }, index) => {
      const metric = parts.metrics[Number(path.split('.')[1])];
      assert.ok(metric);
      const [sql = '', ...members] = (rightIn(warnings)[index]?.[2] ?? '').split(/, (?=")/);
      return { ...metric, sql, ...JSON.parse(`{${members.join(', ')}}`) };
    });
    const corrected = { ...config, metrics: right };
    const again = await connector.verify(corrected, secret, context);
    assert.deepEqual(
      again.filter(({ code }) => /^looks_like/.test(code)),
      [],
    );
    const { misread } = await connector.describe(config, secret, context);
    assert.deepEqual(
      misread?.map(({ metric }) => metric),
      ['ctr', 'reach', 'stock'],
    );
  });
}

const create = (types: Record<'day' | 'text' | 'whole' | 'decimal', string>) =>
  `CREATE TABLE ads (day ${types.day}, campaign ${types.text}, clicks ${types.whole}, impressions ${types.whole},
    cost ${types.decimal}, ctr ${types.decimal}, quota ${types.decimal}, reach ${types.whole}, stock ${types.whole})`;
const values = rows
  .map(
    (row) =>
      `(${names
        .map((name) => {
          const value = row[name as keyof AdRow];
          return typeof value === 'number' ? value : `'${value}'`;
        })
        .join(', ')})`,
  )
  .join(', ');

if ((await postgresFault()) === null) {
  const start = async () => {
    const reader = stack.use(await createPostgresReader());
    await reader.run(create({ day: 'date', text: 'text', whole: 'integer', decimal: 'numeric(12, 4)' }));
    await reader.run(`INSERT INTO ads VALUES ${values}`);
    return reader;
  };
  testServer('postgres', postgresConnector, start, (name) => `"${name}"`);
}
if ((await mariadbFault()) === null) {
  const start = async () => {
    const reader = stack.use(await createMariadbReader());
    await reader.run(create({ day: 'date', text: 'varchar(10)', whole: 'integer', decimal: 'decimal(12, 4)' }));
    await reader.run(`INSERT INTO ads VALUES ${values}`);
    return reader;
  };
  testServer('mysql', mysqlConnector, start, (name) => `\`${name}\``);
}
if (!clickhouseSkip) {
  const start = async () => {
    const server = stack.use(await startClickhouse());
    const types = { day: 'Date', text: 'String', whole: 'Int32', decimal: 'Float64' };
    await server.run(`${create(types)} ENGINE = Memory`);
    await server.run(`INSERT INTO ads VALUES ${values}`);
    return server;
  };
  const over = (above: string, below: string) => `toFloat64(${above}) / nullif(toFloat64(${below}), 0)`;
  testServer('clickhouse', clickhouseConnector, start, (name) => `"${name}"`, over);
}
