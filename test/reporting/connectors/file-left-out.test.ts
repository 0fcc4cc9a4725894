import assert from 'node:assert/strict';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { ask, makeConfig, makeFolder, openFileContext, verify, writeText } from '../../support/file-connection.ts';
import { test } from '../../support/suite.ts';

const folder = await makeFolder();
const january = { from: '2026-01-01', to: '2026-01-31' };
await writeText(folder, 'orders.csv', [
  'day;kind;net;gross;seen',
  '2026-01-02;order;10;"1.007,50";01.02.2026',
  '2026-01-03;order;n/a;5;01.02.2026',
  '2026-01-04;refund;?;7;soon',
  '2026-01-05;refund;;8;',
  '2026-01-06;order;"  ";n/a;',
  '2026-01-07;refund;-3;;31.02.2026',
  '2026-02-01;order;n/a;n/a;n/a',
]);

/** How many values of January each metric leaves out, counted by hand; undefined where it cannot leave any out. */
const metrics: Readonly<Record<string, readonly [sql: string, count: number | undefined]>> = {
  plain: ['sum(TRY_CAST(net AS DOUBLE))', 2],
  'of some rows': ["sum(TRY_CAST(net AS DOUBLE)) FILTER (kind = 'order')", 1],
  'of other rows': ["sum(CASE WHEN kind = 'order' THEN 0 ELSE TRY_CAST(net AS DOUBLE) END)", 1],
  'of a case': ["sum(CASE kind WHEN 'order' THEN TRY_CAST(net AS DOUBLE) END)", 1],
  'of the same values twice': ['sum(TRY_CAST(net AS DOUBLE)) / count(TRY_CAST(net AS DOUBLE))', 2],
  'of two columns': ['sum(TRY_CAST(net AS DOUBLE)) - sum(TRY_CAST(gross AS DOUBLE))', 4],
  'with zero in their place': ['sum(coalesce(TRY_CAST(net AS DOUBLE), 0))', 2],
  'with another column in their place': ['sum(coalesce(TRY_CAST(net AS INTEGER), TRY_CAST(gross AS INTEGER)))', 1],
  'with another way to read them': [
    "sum(coalesce(TRY_CAST(gross AS DOUBLE), TRY_CAST(translate(gross, ',.', '.') AS DOUBLE)))",
    1,
  ],
  'in a condition': ['count(*) FILTER (TRY_CAST(net AS DOUBLE) > 0)', 2],
  'of dates': ["count(try_strptime(seen, '%d.%m.%Y'))", 2],
  'of a sum': ['coalesce(sum(TRY_CAST(net AS DOUBLE)), sum(1))', 2],
  'behind a condition of all rows': ['CASE WHEN count(*) > 0 THEN sum(TRY_CAST(net AS DOUBLE)) END', 2],
  'counted on purpose': ['count(*) FILTER (TRY_CAST(net AS DOUBLE) IS NULL)', undefined],
  'of an aggregate': ["TRY_CAST(max('7') AS DOUBLE)", undefined],
  'that cannot fail': ['sum(CAST(length(net) AS DOUBLE))', undefined],
  'without a cast': ['count(*)', undefined],
  'with numbers of every form': [
    'sum(TRY_CAST(net AS DOUBLE) * 1e3 + 0.5 - 12345678901234567890 / 9007199254740993)',
    2,
  ],
};

for (const [name, [sql, count]] of Object.entries(metrics)) {
  test(`values left out are counted within the period: ${name}`, async () => {
    const config = makeConfig('orders.csv', 'day', { n: sql }, { kind: 'kind' });
    assert.deepEqual((await ask([folder], config, 'none', january)).leftOut, count === undefined ? undefined : [count]);
    for (const by of ['day', { dimension: 'kind' }] as const) {
      assert.equal('leftOut' in (await ask([folder], config, by, january)), false);
    }
  });
}

test('left-out values come in the order of the requested metrics, and not in the figures', async () => {
  const config = makeConfig('orders.csv', 'day', {
    rows: 'count(*)',
    net: 'sum(TRY_CAST(net AS DOUBLE))',
    gross: 'sum(TRY_CAST(gross AS DOUBLE))',
  });
  const { rows, leftOut } = await ask([folder], config, 'none', { ...january, metrics: ['gross', 'rows', 'net'] });
  assert.deepEqual([rows, leftOut], [[{ key: null, values: [20, 6, 7] }], [2, 0, 2]]);
  const none = await ask([folder], config, 'none', { from: '2020-01-01', to: '2020-01-02' });
  assert.deepEqual(none.leftOut, [0, 0, 0]);
});

test('values that a condition excludes are not evaluated for the count either', async () => {
  const sql = "sum(CASE WHEN kind = 'none' THEN TRY_CAST(CAST(net AS INTEGER) AS DOUBLE) ELSE 1 END)";
  const { rows, leftOut } = await ask([folder], makeConfig('orders.csv', 'day', { n: sql }), 'none', january);
  assert.deepEqual([rows[0]?.values, leftOut], [[6], [0]]);
});

test('verify reports rows whose date cannot be read', async () => {
  const config = makeConfig('orders.csv', "try_strptime(seen, '%d.%m.%Y')", { n: 'count(*)' });
  const warnings = await verify([folder], config);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['values_left_out', 'date']],
  );
  assert.match(warnings[0]?.message ?? '', /^The date leaves out 3 values/);
});

test('metrics that take too long to be tried are left to reports, with a warning', async () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => `2026-01-02,${row}`);
  await writeText(folder, 'slow.csv', ['day,n', ...rows]);
  const slow = Array.from({ length: 60 }).reduce<string>((inner) => `sin(cos(${inner}))`, 'n');
  const metrics = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`m${index}`, `sum(${slow} + ${index})`]),
  );
  const config = makeConfig('slow.csv', 'day', metrics);
  await using context = openFileContext([folder]);
  await fileConnector.verify(makeConfig('slow.csv', 'day', { n: 'sum(n)' }), null, context);
  const warnings = await fileConnector.verify(config, null, { ...context, deadline: Date.now() + 300 });
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['not_checked', 'metrics']],
  );
});
