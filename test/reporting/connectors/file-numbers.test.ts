import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isError } from '../../support/connector-conformance.ts';
import { ask, makeConfig, makeFolder, verify, writeText } from '../../support/file-connection.ts';

const folder = await makeFolder();
const year = { from: '2026-01-01', to: '2026-12-31' };
const german = { numbers: { decimal: ',', thousands: '.' } } as const;
const day = "strptime(Datum, '%d.%m.%Y')";

const valuesOf = async (config: Parameters<typeof ask>[1]) =>
  (await ask([folder], config, 'none', year)).rows[0]?.values;

test('the two exports that gave wrong money are read right with numbers, and warned of without', async () => {
  const orders = [
    'Datum;Umsatz',
    '02.01.2026;12.627,50',
    '03.01.2026;18.640,00',
    '04.01.2026;980,00',
    '05.01.2026;20,00',
  ];
  await writeText(folder, 'orders.csv', orders);
  const half = makeConfig('orders.csv', day, { price: "sum(TRY_CAST(translate(Umsatz, ',', '.') AS DOUBLE))" });
  assert.deepEqual(await valuesOf(half), [1000]);
  const [left] = await verify([folder], half);
  assert.match(left?.message ?? '', /leaves out 2 values that cannot be read, such as "12\.627,50", "18\.640,00"/);
  const whole = { ...makeConfig('orders.csv', day, { price: 'sum(Umsatz)' }), ...german };
  assert.deepEqual(await valuesOf(whole), [32_267.5]);
  assert.deepEqual(await verify([folder], whole), []);

  await writeText(folder, 'pieces.csv', ['Datum;Umsatz', '02.01.2026;1.028', '03.01.2026;12.630', '04.01.2026;20.628']);
  const pieces = makeConfig('pieces.csv', day, { price: 'sum(Umsatz)' });
  assert.deepEqual(
    (await verify([folder], pieces)).map(({ code }) => code),
    ['grouped_thousands'],
  );
  assert.deepEqual(await valuesOf({ ...pieces, ...german }), [34_286]);
  assert.deepEqual(await verify([folder], { ...pieces, ...german }), []);
});

test('sums of amounts are exact decimals, in text, in large text and in JSON', async () => {
  const amounts = Array.from({ length: 4000 }, (_, index) => ((index * 7919) % 100_000) / 1000);
  const thousandths = amounts.reduce((sum, amount) => sum + Math.round(amount * 1000), 0);
  const rows = amounts.map((amount) => `2026-01-02,${amount}`);
  await writeText(folder, 'exact.csv', ['day,amount', ...rows]);
  await writeFile(join(folder, 'exact.csv.gz'), gzipSync(['day,amount', ...rows].join('\n')));
  await writeFile(join(folder, 'exact.json'), JSON.stringify(amounts.map((amount) => ({ day: '2026-01-02', amount }))));
  for (const name of ['exact.csv', 'exact.csv.gz', 'exact.json']) {
    const metrics = { sum: 'sum(amount)', twice: 'sum(amount * 2)', mean: 'avg(amount)' };
    const [sum, twice, mean] = (await valuesOf(makeConfig(name, 'day', metrics))) ?? [];
    assert.equal(sum, thousandths / 1000, name);
    assert.equal(twice, thousandths / 500, name);
    assert.equal(mean, thousandths / 1000 / amounts.length, name);
  }
});

test('a median between two amounts is not rounded to their digits', async () => {
  await writeText(folder, 'median.csv', ['day,amount', '2026-01-02,1.01', '2026-01-02,1.02']);
  const [median] = (await valuesOf(makeConfig('median.csv', 'day', { median: 'median(amount)' }))) ?? [];
  assert.equal(median?.toPrecision(6), '1.01500');
});

test('measurements with many digits stay what they are', async () => {
  await writeText(folder, 'places.csv', [
    'day,latitude',
    '2026-01-02,52.520008123',
    '2026-01-02,1e300',
    '2026-01-03,0.1',
  ]);
  assert.deepEqual(await valuesOf(makeConfig('places.csv', 'day', { most: 'max(latitude)' })), [1e300]);
});

const columns: Record<string, [texts: string[], sum: number]> = {
  'signs before and behind, currencies, blanks': [['1.007,50 €', '-7,50', '1.000,00-', '', ' 5 '], 5],
  'amounts in parentheses': [['(1.007,50)', '7,50'], -1000],
  percent: [['50 %', '12,5%'], 0.625],
  'suffixes that multiply, beside plain numbers': [['1,2k', '1.300', '2,5 Mio.', '(3 Tsd.)', '7'], 2_499_507],
  'suffixes before a currency, as words and as letters': [['1,2 Mio. €', '3k€', '-5 €'], 1_202_995],
  'an m beside a k': [['1,2k', '3m'], 3_001_200],
  'digits and marks of other scripts': [['١٬٢٣٤٫٥', '１．２３４，５', '-٥'], 2464],
  'many digits': [['12.345.678.901.234,25', '0,50'], 12_345_678_901_234.75],
};
for (const [what, [texts, sum]] of Object.entries(columns)) {
  test(`numbers are read as they are written: ${what}`, async () => {
    await writeText(folder, 'texts.csv', ['Datum;Wert', ...texts.map((text) => `02.01.2026;${text}`)]);
    const config = { ...makeConfig('texts.csv', day, { sum: 'sum(Wert)' }), ...german };
    assert.deepEqual(await valuesOf(config), [sum]);
  });
}

for (const [texts, message] of [
  [['5m', '7m'], /What "m" multiplies by is not clear\. Write the numbers out/],
  [['5 mil', '7 mil'], /What "mil" multiplies by is not clear/],
  [['512B', '7'], /What "B" multiplies by is not clear/],
  [['1,2k', '3 kg'], /"k" multiplies, which "numbers" reads/],
  [['1,2k', 'n/a'], /"k" multiplies, which "numbers" reads/],
] as const) {
  test(`suffixes that may be units, or stand beside others, are refused without an expression: ${texts}`, async () => {
    await writeText(folder, 'texts.csv', ['Datum;Wert', ...texts.map((text) => `02.01.2026;${text}`)]);
    const config = { ...makeConfig('texts.csv', day, { sum: 'sum(Wert)' }), ...german };
    await assert.rejects(verify([folder], config), (error: Error) => {
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /CAST/);
      return true;
    });
  });
}

test('values with a suffix that an expression leaves out are told without another expression', async () => {
  await writeText(folder, 'texts.csv', ['day,price', '2026-01-02,1.2k', '2026-01-02,300']);
  const config = makeConfig('texts.csv', 'day', { sum: 'sum(TRY_CAST(price AS DOUBLE))' });
  const [warning] = await verify([folder], config);
  assert.match(warning?.message ?? '', /leaves out 1 value that cannot be read, such as "1\.2k"\. "k" multiplies/);
  assert.doesNotMatch(warning?.message ?? '', /CAST/);
});

test('a kind of value behind the first thousand rows counts for what is advised', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => `2026-01-02,"${index === 2500 ? '1.2k' : `$${index}`}"`);
  await writeText(folder, 'texts.csv', ['day,price', ...rows]);
  const config = makeConfig('texts.csv', 'day', { sum: 'sum(price)' });
  await assert.rejects(verify([folder], config), isError('invalid_config', /"k" multiplies, which "numbers" reads/));
});

test('texts that are no such numbers stay as they are: labels, postcodes, dates, two currencies', async () => {
  const rows = ['Datum;PLZ;Nr;Wert;Art', '02.01.2026;01067;1.10;1 €;1.100', '03.01.2026;50667;1.1;2 $;1.200'];
  await writeText(folder, 'labels.csv', rows);
  const config = {
    ...makeConfig('labels.csv', day, { n: 'count(DISTINCT PLZ)' }, { nr: 'Nr', art: 'Art' }),
    ...german,
  };
  assert.deepEqual(await valuesOf(config), [2]);
  for (const [dimension, keys] of Object.entries({ nr: ['1.1', '1.10'], art: ['1.100', '1.200'] })) {
    const { rows } = await ask([folder], config, { dimension }, year);
    assert.deepEqual(rows.map(({ key }) => key).sort(), keys);
  }
  const mixed = { ...makeConfig('labels.csv', day, { sum: 'sum(Wert)' }), ...german };
  await assert.rejects(verify([folder], mixed), isError('invalid_config', /it is of text, such as "1 €"/));
});

test('a column of numbers that is not written as the configuration says is warned of', async () => {
  await writeText(folder, 'mixed.csv', ['Datum;Umsatz;Gewicht', '02.01.2026;1.007,50;12.5', '03.01.2026;2,00;0.75']);
  const config = { ...makeConfig('mixed.csv', day, { sum: 'sum(Umsatz)', weight: 'sum(Gewicht)' }), ...german };
  assert.deepEqual(await valuesOf(config), [1009.5, 13.25]);
  const [warning, ...others] = await verify([folder], config);
  assert.deepEqual([warning?.code, warning?.path, others], ['numbers_not_applied', 'metrics.1.sql', []]);
  assert.match(warning?.message ?? '', /The column Gewicht is not written as "numbers" says, such as "0\.75"/);
});

const remedies: Record<string, [texts: string[], remedy: RegExp]> = {
  'N/A': [['12.5', 'N/A'], /such as "N\/A"\. Use TRY_CAST\(price AS DOUBLE\)\. It leaves out values such as "N\/A"/],
  dollars: [['$1,234.56', '$2.00'], /such as "\$1,234\.56"\. Use CAST\(translate\(price, ',\$', ''\) AS DOUBLE\)/],
  percent: [['12%', '7.5%'], /such as "12%"\. Use CAST\(translate\(price, ',%', ''\) AS DOUBLE\) \/ 100/],
  'dollars and N/A': [
    ['$1,234.56', 'n/a'],
    /Use TRY_CAST\(translate\(price, ',\$', ''\) AS DOUBLE\)\. It leaves out values such as "n\/a"/,
  ],
};
for (const [what, [texts, remedy]] of Object.entries(remedies)) {
  test(`adding up texts is refused with the right remedy: ${what}`, async () => {
    await writeText(folder, 'texts.csv', ['day,price', ...texts.map((text) => `2026-01-02,"${text}"`)]);
    const config = makeConfig('texts.csv', 'day', { sum: 'sum(price)' });
    await assert.rejects(verify([folder], config), isError('invalid_config', remedy));
  });
}

test('lines before the header and behind the rows, encodings and separators are as the configuration says', async () => {
  const text = 'Bericht\nDatum|Straße|Umsatz\n02.01.2026|Müllerstraße|1.007,50\nSumme|1.007,50\n\n';
  await writeFile(join(folder, 'odd.csv'), Buffer.from(text, 'latin1'));
  await writeFile(join(folder, 'odd.csv.gz'), gzipSync(Buffer.from(text, 'latin1')));
  for (const name of ['odd.csv', 'odd.csv.gz']) {
    const config = {
      ...makeConfig(name, day, { sum: 'sum(Umsatz)' }, { street: 'Straße' }),
      ...{ ...german, encoding: 'iso-8859-1', delimiter: '|' as const, skip_lines: 1, skip_last_lines: 1 },
    };
    const { rows } = await ask([folder], config, { dimension: 'street' }, year);
    assert.deepEqual(rows, [{ key: 'Müllerstraße', values: [1007.5] }]);
  }
});

test('an encoding that does not exist, or that the file does not have, is named', async () => {
  await writeFile(join(folder, 'latin.csv'), Buffer.from('day,n\n2026-01-02,Ü\n', 'latin1'));
  const config = makeConfig('latin.csv', 'day', { n: 'count(*)' });
  await assert.rejects(
    verify([folder], { ...config, encoding: 'klingon' }),
    isError('invalid_config', /"klingon" is not known/),
  );
  await assert.rejects(
    verify([folder], { ...config, encoding: 'euc-kr' }),
    isError('invalid_config', /latin\.csv failed: it is not encoded in euc-kr/),
  );
});
