import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { guessedLines } from '../../../src/reporting/connectors/file/column-types.ts';
import { ask, makeConfig, makeFolder, writeText } from '../../support/file-connection.ts';

test('sums keep the fractions that come after 20,000 lines of whole numbers, in files that are loaded and in others', async () => {
  const folder = await makeFolder();
  const whole = Array.from({ length: 25_000 }, () => '2024-01-01,1,7');
  const lines = ['day,n,odd "n\'', ...whole, '2024-01-02,0.25,7'];
  await writeText(folder, 'late.csv', lines);
  await writeFile(join(folder, 'late.csv.gz'), gzipSync(lines.join('\n')));
  const month = { from: '2024-01-01', to: '2024-01-31' };
  for (const name of ['late.csv', 'late.csv.gz']) {
    const config = makeConfig(name, 'day', { n: 'sum(n)' }, { code: 'odd "n\'' });
    const result = await ask([folder], config, { dimension: 'code' }, month);
    assert.deepEqual(result.rows, [{ key: '7', values: [25_000.25] }], name);
  }
});

test('the last line of as many as are guessed from counts for the types of its columns', async () => {
  const folder = await makeFolder();
  const whole = Array.from({ length: guessedLines - 1 }, () => '2024-01-01,1,1');
  const long = '123456789012345678901';
  await writeText(folder, 'last.csv', ['day,n,parcel', ...whole, `2024-01-01,0.25,${long}`]);
  const config = makeConfig('last.csv', 'day', { n: 'sum(n)', parcels: `count_if(parcel = ${long})` });
  const { rows } = await ask([folder], config, 'none', { from: '2024-01-01', to: '2024-01-31' });
  assert.deepEqual(rows[0]?.values, [guessedLines - 1 + 0.25, 1]);
});

test('whole numbers of any length stay distinct, wherever the first long one is', async () => {
  const folder = await makeFolder();
  const parcels = ['12345678901234567890', '12345678901234567891', '-99999999999999999999999999999999999999'];
  const short = Array.from({ length: 30_000 }, (_, index) => `2024-01-01,${index % 2},1.5`);
  const metrics = { parcels: 'count(DISTINCT parcel)', weight: 'sum(weight)', most: 'max(parcel)' };
  const year = { from: '2024-01-01', to: '2024-12-31' };
  for (const before of [[], short]) {
    const lines = [...before, '2024-01-01,,', ...parcels.map((parcel) => `2024-01-01,${parcel},0.25`)];
    await writeText(folder, 'parcels.csv', ['day,parcel,weight', ...lines]);
    const { rows } = await ask([folder], makeConfig('parcels.csv', 'day', metrics), 'none', year);
    const distinct = parcels.length + Math.min(2, before.length);
    assert.deepEqual(rows[0]?.values, [distinct, before.length * 1.5 + 0.75, Number(parcels[1])]);
  }
});

test('labels are shown as written in separated text, and different ones are never merged', async () => {
  const folder = await makeFolder();
  const many = Array.from({ length: 25_000 }, () => '7');
  const columns: Record<string, string[]> = {
    version: ['1.1', '1.10'],
    price: ['10.00', '9.50'],
    answer: ['no', 'yes'],
    grade: ['F', 'F'],
    number: ['12345678901234567890', '12345678901234567891'],
    zip: [...many, '01234'],
    code: [...many, 'A7'],
  };
  for (const [name, values] of Object.entries(columns)) {
    const lines = ['day,n,"the label"', ...values.map((value) => `2024-01-01,1,${value}`)];
    await writeText(folder, `${name}.csv`, lines);
    await writeFile(join(folder, `${name}.csv.gz`), gzipSync(lines.join('\n')));
    for (const [path, column] of [
      [`${name}.csv`, 'the label'],
      [`${name}.csv.gz`, '"The Label"'],
    ] as const) {
      const config = makeConfig(path, 'day', { n: 'sum(n)' }, { label: column });
      const { rows } = await ask([folder], config, { dimension: 'label' }, { from: '2024-01-01', to: '2024-01-01' });
      assert.deepEqual(new Set(rows.map(({ key }) => key)), new Set(values), path);
    }
  }
});

test('a column of numbers that is also a label stays numeric', async () => {
  const folder = await makeFolder();
  await writeText(folder, 'sizes.csv', ['day,size', '2024-01-01,1.10', '2024-01-01,2.50']);
  const config = makeConfig('sizes.csv', 'day', { mean: 'avg(Size)' }, { size: 'size' });
  const { rows } = await ask([folder], config, 'none', { from: '2024-01-01', to: '2024-01-01' });
  assert.deepEqual(rows, [{ key: null, values: [1.8] }]);
});
