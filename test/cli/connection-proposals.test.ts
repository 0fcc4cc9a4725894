import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const orders = [
  'Verkäufe;;',
  'Datum;Filiale;Umsatz',
  '13.01.2026;Köln;1.007,50',
  '14.01.2026;Bonn;31.240,00',
  '31.01.2026;Köln;20,00',
  '01.02.2026;Köln;n/a',
  '',
].join('\n');

/** An ordinary export of advertisements, whose ratios are rounded in each row. */
const ads = Array.from({ length: 56 }, (_, index) => {
  const impressions = 800 + ((index * 7919) % 5000);
  const clicks = Math.round(impressions * (0.08 + ((index * 37) % 70) / 1000));
  const cost = Math.round(clicks * (60 + ((index * 53) % 90))) / 100;
  const conversions = 1 + ((index * 31) % 9);
  const day = `2026-01-${String(1 + Math.floor(index / 2)).padStart(2, '0')}`;
  return { day, campaign: index % 2 === 0 ? 'Brand' : 'Generic', impressions, clicks, cost, conversions };
});
const adsFile = [
  'Day,Campaign,Impressions,Clicks,CTR,Cost,Avg. CPC,Conversions,Cost / conv.',
  ...ads.map(({ day, campaign, impressions, clicks, cost, conversions }) =>
    [
      ...[day, campaign, impressions, clicks, `${((clicks / impressions) * 100).toFixed(2)}%`, cost.toFixed(2)],
      ...[(cost / clicks).toFixed(2), conversions, (cost / conversions).toFixed(2)],
    ].join(','),
  ),
].join('\n');

describe('connections propose and preview', () => {
  let installation: TestInstallation;
  let project: string;
  let folder: string;
  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'report-service-test-')));
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'orders.csv'), Buffer.from(orders, 'latin1'));
    writeFileSync(join(folder, 'data', 'ads.csv'), adsFile);
    writeFileSync(join(folder, 'elsewhere.csv'), orders);
    installation = await givenInstallation('sqlite', { DATA_ROOTS: join(folder, 'data') });
    const account = await givenAccount(installation.db);
    project = (await givenProject(installation.db, account)).id;
  });
  after(async () => {
    await installation[Symbol.asyncDispose]();
    removeFolder(folder);
  });

  test('what propose prints is what add takes, and preview shows its figures', async () => {
    const proposed = await installation.run(['connections', 'propose', 'orders.csv', '--project', project]);
    assert.equal(proposed.code, 0, proposed.stderr);
    for (const told of ['1.007,50', 'umsatz', '32267.5', 'windows-1252', 'skip_lines', 'leaves out 1 value']) {
      assert.ok(proposed.stderr.includes(told), `${told} in ${proposed.stderr}`);
    }
    const add = ['connections', 'add', '--project', project, '--system', 'file', '--name', 'Shop', '--config', '-'];
    const added = await installation.json(add, proposed.stdout);
    assert.equal(added.status, 'connected');
    assert.deepEqual(
      added.warnings.map(({ code }: { code: string }) => code),
      ['values_left_out'],
    );

    const preview = ['connections', 'preview', added.id, '--from', '2026-01-01', '--to', '2026-02-28'];
    const metrics = [
      { key: 'umsatz', label: 'Umsatz', unit: 'currency', currency: 'USD' },
      { key: 'rows', label: 'Rows', unit: 'count', currency: null },
    ];
    assert.deepEqual(await installation.json(preview), {
      ...{ from: '2026-01-01', to: '2026-02-28', by: null, metrics },
      rows: [{ key: null, values: [32_267.5, 4] }],
      notices: [],
      left_out: { umsatz: 1 },
    });
    const rowsBy = async (by: string) => (await installation.json([...preview, '--by', by])).rows;
    assert.deepEqual(await rowsBy('month'), [
      { key: '2026-01-01', values: [32_267.5, 3] },
      { key: '2026-02-01', values: [null, 1] },
    ]);
    assert.deepEqual(await rowsBy('filiale'), [
      { key: 'Bonn', values: [31_240, 1] },
      { key: 'Köln', values: [1027.5, 3] },
    ]);
    const shown = await installation.run([...preview, '--by', 'filiale']);
    assert.match(shown.stdout, /^filiale +umsatz +rows\nBonn +31240 +1\n/);
    assert.match(shown.stderr, /the metric "umsatz" leaves out 1 value/);
  });

  test('ratios of an export of advertisements are those of the sums, without a doubt', async () => {
    const sum = (of: 'impressions' | 'clicks' | 'cost' | 'conversions') => ads.reduce((all, row) => all + row[of], 0);
    const truth = {
      ...{ impressions: sum('impressions'), clicks: sum('clicks'), ctr: sum('clicks') / sum('impressions') },
      ...{ cost: sum('cost'), avg_cpc: sum('cost') / sum('clicks'), conversions: sum('conversions') },
      ...{ cost_conv: sum('cost') / sum('conversions'), rows: ads.length },
    };
    const proposed = await installation.json(['connections', 'propose', 'ads.csv']);
    assert.deepEqual(proposed.doubts, []);
    const ratio = proposed.columns.find(({ column }: { column: string }) => column === 'Cost / conv.');
    assert.deepEqual(
      { ...ratio, choices: ratio.choices.map(({ counted }: { counted: string }) => counted) },
      {
        ...{ column: 'Cost / conv.', kind: 'ratio', metric: 'cost_conv', counted: 'ratio', doubt: false },
        choices: ['ratio', 'total', 'mean', 'weighted_mean', 'at_end', 'daily_mean'],
      },
    );
    assert.equal(ratio.choices[0].metric.sql, 'sum("Cost") / nullif(sum("Conversions"), 0)');
    const [made] = proposed.config.metrics.filter(({ key }: { key: string }) => key === 'cost_conv');
    assert.deepEqual([made.unit, made.better, made.additive], ['currency', 'down', false]);
    const add = ['connections', 'add', '--project', project, '--system', 'file', '--name', 'Ads', '--config', '-'];
    const { id } = await installation.json(add, JSON.stringify(proposed.config));
    const preview = ['connections', 'preview', id, '--from', '2026-01-01', '--to', '2026-01-31'];
    const { metrics, rows } = await installation.json(preview);
    const figures = metrics.map(({ key }: { key: string }, index: number) => [key, rows[0].values[index]]);
    const near = (value: number) => Number(value.toFixed(9));
    assert.deepEqual(
      figures.map(([key, value]: [string, number]) => [key, near(value)]),
      Object.entries(truth).map(([key, value]) => [key, near(value)]),
    );
  });

  test('propose --json has the configuration, rows, types, totals, columns and doubts', async () => {
    const { config, rows, types, totals, columns, doubts } = await installation.json([
      'connections',
      'propose',
      'orders.csv',
    ]);
    assert.equal(config.path, 'orders.csv');
    assert.deepEqual(config.numbers, { decimal: ',', thousands: '.' });
    assert.deepEqual(rows[0], { Datum: '13.01.2026', Filiale: 'Köln', Umsatz: '1.007,50' });
    assert.deepEqual(types, { Datum: 'date', Filiale: 'text', Umsatz: 'decimal' });
    assert.deepEqual(totals, { umsatz: 32_267.5, rows: 4 });
    assert.deepEqual(
      columns.map(({ column, kind, metric, counted }: Record<string, unknown>) => [column, kind, metric, counted]),
      [['Umsatz', 'flow', 'umsatz', 'total']],
    );
    for (const { column, code, message } of doubts)
      assert.ok([column, code, message].every((text) => text !== undefined));
  });

  const refused: Record<string, [argv: string[], told: RegExp]> = {
    'a file outside of the data roots': [
      ['propose', '{folder}/elsewhere.csv'],
      /not below a data root\. Copy it into .*data/,
    ],
    'a file that does not exist': [['propose', 'nothing.csv'], /no file "nothing\.csv" below the data roots/],
    'neither a path nor a system': [['propose'], /Give the path of a file, or --system/],
    'a project that does not exist': [['propose', 'orders.csv', '--project', 'prj_x'], /There is no project prj_x/],
    'a connection that does not exist': [
      ['preview', 'con_x', '--from', '2026-01-01', '--to', '2026-01-02'],
      /There is no connection con_x/,
    ],
    'a period that ends before it begins': [
      ['preview', 'con_x', '--from', '2026-01-02', '--to', '2026-01-01'],
      /--to is before --from/,
    ],
    'a day that does not exist': [
      ['preview', 'con_x', '--from', '2026-02-30', '--to', '2026-03-01'],
      /--from takes a day/,
    ],
  };
  for (const [what, [argv, told]] of Object.entries(refused)) {
    test(`refuses ${what}`, async () => {
      const { code, stderr } = await installation.run([
        'connections',
        ...argv.map((each) => each.replace('{folder}', folder)),
      ]);
      assert.equal(code, 1);
      assert.match(stderr, told);
    });
  }
});
