import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, makeConfig, makeFolder, verify, writeText } from '../../support/file-connection.ts';

const folder = await makeFolder();
const year = { from: '2026-01-01', to: '2026-12-31' };
const lines = (texts: readonly string[], separator: string) => [
  `day${separator}amount`,
  ...texts.map((text) => `2026-01-02${separator}"${text}"`),
];
const sumOf = async (name: string, sql: string) =>
  (await ask([folder], makeConfig(name, 'day', { amount: sql }), 'none', year)).rows[0]?.values[0];
const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.fail('It should have been refused'),
    (error: Error) => error.message,
  );
/** The expression that a message recommends; two if it is ambiguous. */
const advised = (message: string) =>
  [...message.matchAll(/CAST\(translate\(.*?\) AS DOUBLE\)(?: \/ 100)?/g)].map(String);

const nobreak = '\u00a0';
const thin = '\u202f';

/** Texts as a country's programs write them, with their sum computed by hand. */
const written: Readonly<Record<string, { separator: string; texts: readonly string[]; sum: number }>> = {
  German: { separator: ';', texts: ['1.007,50', '31.240,00', '20,00', '-0,50', '1.234.567,89'], sum: 1_266_834.89 },
  'German with a sign of the currency': { separator: ';', texts: ['1.007,50 €', '20,00 €'], sum: 1027.5 },
  Swiss: { separator: ';', texts: ["1'007.50", '1’200.25', '12.25', "2'000'000.00"], sum: 2_002_220 },
  'Swiss with the code of the currency': { separator: ',', texts: ["CHF 1'007.50", 'CHF 2.50'], sum: 1010 },
  French: { separator: ';', texts: ['1 007,50', `2${nobreak}000,25`, `3${thin}000,25${nobreak}€`, '0,5'], sum: 6008.5 },
  US: { separator: ',', texts: ['1,007.50', '31,240.00', '20.00', '1,234,567.25'], sum: 1_266_834.75 },
  'US with dollars': { separator: ',', texts: ['$1,234.56', '-$34.56', '$1,000'], sum: 2200 },
  Indian: { separator: ',', texts: ['1,00,000.50', '99.50'], sum: 100_100 },
  'with a true minus': { separator: ';', texts: ['−1.000,50', '0,25'], sum: -1000.25 },
  'in percent': { separator: ';', texts: ['12,5 %', '37,5 %'], sum: 0.5 },
};

for (const [country, { separator, texts, sum }] of Object.entries(written)) {
  test(`the advice of each message reads all of the column: ${country}`, async () => {
    await writeText(folder, 'prices.csv', lines(texts, separator));
    const config = (sql: string) => makeConfig('prices.csv', 'day', { amount: sql });
    for (const sql of ['sum(amount)', 'sum(CAST(amount AS DOUBLE))']) {
      for (const message of [
        await faultOf(ask([folder], config(sql), 'none', year)),
        await faultOf(verify([folder], config(sql))),
      ]) {
        const [cast, ...others] = advised(message);
        assert.deepEqual(others, [], message);
        assert.equal(await sumOf('prices.csv', `sum(${cast})`), sum, message);
        assert.deepEqual(await verify([folder], config(`sum(${cast})`)), []);
      }
    }
  });
}

test('a fault in a derived value is reported with the number in the file', async () => {
  await writeText(folder, 'prices.csv', lines(['12.627,50', '1.007,50', '980,25', 'n/a'], ';'));
  const half = makeConfig('prices.csv', 'day', { amount: "sum(CAST(translate(amount, ',', '.') AS DOUBLE))" });
  for (const message of [await faultOf(ask([folder], half, 'none', year)), await faultOf(verify([folder], half))]) {
    assert.match(message, /"12\.627,50" is not a number\. Use CAST\(translate\(amount, ',\.', '\.'\) AS DOUBLE\)\./);
    assert.match(message, /"n\/a" is not a number\. TRY_CAST\(… AS DOUBLE\) instead of CAST leaves such values out/);
  }
});

test('verify reports thousands that were silently left out, with an expression that reads them', async () => {
  await writeText(folder, 'prices.csv', lines(['1.007,50', '2.000,00', '1.300,25', 'n/a', '', '20,25'], ';'));
  const sql = "sum(TRY_CAST(translate(amount, ',', '.') AS DOUBLE))";
  const [warning, ...others] = await verify([folder], makeConfig('prices.csv', 'day', { amount: sql }));
  assert.deepEqual([warning?.code, warning?.path, others], ['values_left_out', 'metrics.0.sql', []]);
  assert.match(
    warning?.message ?? '',
    /^The metric "amount" leaves out 4 values that cannot be read, such as "1\.007,50"/,
  );
  const [cast = ''] = /TRY_CAST\(.*AS DOUBLE\)/.exec(warning?.message ?? '') ?? [];
  assert.equal(await sumOf('prices.csv', `sum(${cast})`), 4328);
});

test('every metric at fault is named at once', async () => {
  await writeText(folder, 'prices.csv', lines(['1.007,50', 'n/a'], ';'));
  const sql = 'sum(CAST(amount AS DOUBLE))';
  const message = await faultOf(
    verify([folder], makeConfig('prices.csv', 'day', { one: sql, two: sql, three: 'count(*)' })),
  );
  assert.deepEqual(message.match(/The metric "\w+"/g), ['The metric "one"', 'The metric "two"']);
});

test('a column that is read as text stays text in a month without a comma', async () => {
  const cast = "sum(CAST(translate(amount, ',.', '.') AS DOUBLE))";
  for (const [texts, sum] of [
    [['1.028', '2.030'], 3058],
    [['950', '20'], 970],
    [['1.028', '950', '10,50'], 1988.5],
  ] as const) {
    await writeText(folder, 'month.csv', lines(texts, ';'));
    assert.equal(await sumOf('month.csv', cast), sum);
    assert.deepEqual(await verify([folder], makeConfig('month.csv', 'day', { amount: cast })), []);
  }
});

describe('columns that look like grouped thousands', () => {
  const point = "sum(CAST(translate(amount, ',.', '.') AS DOUBLE))";
  const comma = "sum(CAST(translate(amount, ',', '') AS DOUBLE))";
  const plain = 'sum(amount)';
  /** `sum` is the intended one if there is a warning. */
  const columns: readonly (readonly [separator: string, texts: readonly string[], sql: string, sum: number | null])[] =
    [
      [';', ['1.028', '12.500'], plain, 13_528],
      [';', ['1.028', '950', '-2.000', '0'], plain, -22],
      [';', ['1.028', '12.500'], 'avg(amount) * count(*)', 13_528],
      [';', ['1.028', '0.125'], plain, null],
      [';', ['1.028', '12.5'], plain, null],
      [';', ['1028', '950'], plain, null],
      [';', ['1.028', '12.500'], point, null],
      [';', ['12,345', '1,000'], point, null],
      [',', ['1.028', '12.500'], plain, null],
      ['\t', ['1.028', '12.500'], plain, null],
      [',', ['12,345', '1,000', '7'], point, 13_352],
      [',', ['12,345', '1,000', '7'], comma, null],
      [',', ['12,345', '1,5'], point, null],
    ];
  for (const [separator, texts, sql, sum] of columns) {
    test(`${sum === null ? 'none' : 'one'}: ${JSON.stringify(separator)} ${texts.join(' ')} ${sql}`, async () => {
      const name = separator === '\t' ? 'pieces.tsv' : 'pieces.csv';
      await writeText(folder, name, lines(texts, separator));
      const warnings = await verify([folder], makeConfig(name, 'day', { rows: 'count(*)', amount: sql }));
      assert.deepEqual(
        warnings.map(({ code, path }) => [code, path]),
        sum === null ? [] : [['grouped_thousands', 'metrics.1.sql']],
      );
      const [cast] = advised(warnings[0]?.message ?? '');
      if (sum !== null) assert.equal(await sumOf(name, `sum(${cast})`), sum);
    });
  }

  test('are found in JSON, and behind names with spaces', async () => {
    await writeText(folder, 'prices.json', [
      '[{"day":"2026-01-02","the amount":"12,345"},{"day":"2026-01-02","the amount":null}]',
    ]);
    const sql = `sum(TRY_CAST(translate("the amount", ',', '.') AS DOUBLE))`;
    const [warning] = await verify([folder], makeConfig('prices.json', 'day', { amount: sql }));
    assert.equal(warning?.code, 'grouped_thousands');
    const [cast] = advised(warning?.message ?? '');
    assert.equal(await sumOf('prices.json', `sum(${cast})`), 12_345);
  });
});

test('fields are reported like columns, and columns named like keywords too', async () => {
  const rows = ['1.007,50', '2,50', 'n/a'].map((net) => ({ day: '2026-01-02', item: { net }, 'group by': net }));
  await writeText(folder, 'items.json', [JSON.stringify(rows.slice(0, 2))]);
  for (const column of ['item.net', '"group by"']) {
    const config = (sql: string) => makeConfig('items.json', 'day', { amount: sql });
    const message = await faultOf(verify([folder], config(`sum(CAST(${column} AS DOUBLE))`)));
    const [cast = ''] = advised(message);
    assert.equal(await sumOf('items.json', `sum(${cast})`), 1010, message);
    const [warning] = await verify([folder], config(`sum(TRY_CAST(${column} AS DOUBLE))`));
    assert.match(warning?.message ?? '', /leaves out 2 values that cannot be read, such as "1\.007,50", "2,50"\./);
  }
});
