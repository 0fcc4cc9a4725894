import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { getConnector, parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { ask, makeConfig, makeFolder } from '../../support/file-connection.ts';

const guide = readFileSync('docs/guides/connecting-data.md', 'utf8');
const [config, sections] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));

test('the configuration of the guide gives figures', async () => {
  const folder = await makeFolder();
  mkdirSync(join(folder, 'shop'));
  const orders = [
    'ordered_at,kind,customer,country,net',
    '2026-02-01T10:00:00+01:00,order,1,DE,30',
    '2026-02-01T11:00:00+01:00,order,1,FR,20',
    '2026-02-02T10:00:00+01:00,refund,1,DE,-30',
    '2026-02-02T12:00:00+01:00,order,2,DE,5',
  ];
  writeFileSync(join(folder, 'shop', 'orders-2026.csv'), orders.join('\n'));
  const february = { from: '2026-02-01', to: '2026-02-28', timeZone: 'Europe/Berlin' };
  const connection = parseConfig(getConnector('file'), config) as Parameters<typeof ask>[1];
  const { rows } = await ask([folder], connection, 'none', february);
  assert.deepEqual(rows, [{ key: null, values: [25, 3, 2, 0.25] }]);
});

test('the expressions of the guide read the numbers next to them', async () => {
  const folder = await makeFolder();
  const rows = [...guide.matchAll(/^\| (`1\D007.*?) +\| `(sum\(.*?)` +\|$/gm)];
  assert.equal(rows.length, 5);
  for (const [, numbers = '', sql = ''] of rows) {
    const written = [...numbers.matchAll(/`(.*?)`/g)].map(([, text]) => text);
    writeFileSync(
      join(folder, 'prices.csv'),
      ['day;price', ...written.map((text) => `2026-02-01;"${text}"`)].join('\n'),
    );
    const config = makeConfig('prices.csv', 'day', { price: sql.replaceAll('\\|', '|') });
    const { rows } = await ask([folder], config, 'none', { from: '2026-02-01', to: '2026-02-01' });
    assert.deepEqual(rows[0]?.values, [1007.5 * written.length], sql);
  }
});

test('the formats of numbers of the guide read the numbers next to them', async () => {
  const folder = await makeFolder();
  const rows = [...guide.matchAll(/^\| (`1\D007.*?) +\| `(\{ "decimal".*?\})` +\|$/gm)];
  assert.equal(rows.length, 4);
  for (const [, texts = '', numbers = ''] of rows) {
    const [first, second] = [...texts.matchAll(/`(.*?)`/g)].map(([, text]) => text);
    writeFileSync(join(folder, 'a.csv'), `day;first;second\n2026-02-01;"${first}";"${second}"`);
    const config = { ...makeConfig('a.csv', 'day', { first: 'sum(first)', second: 'sum(second)' }) };
    const period = { from: '2026-02-01', to: '2026-02-01' };
    const read = await ask([folder], { ...config, numbers: JSON.parse(numbers) }, 'none', period);
    const expected = second?.includes('%') ? 0.125 : second?.includes('CHF') ? 5 : -5;
    assert.deepEqual(read.rows[0]?.values, [1007.5, expected]);
  }
});

test('a project accepts the layout of the guide', () => {
  assert.ok(Value.Check(sectionsSettings, sections));
});
