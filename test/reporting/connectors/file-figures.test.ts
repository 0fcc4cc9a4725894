import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { Null, Table, tableToIPC, vectorFromArray } from 'apache-arrow';
import type { Grouping } from '../../../src/reporting/connectors/contract.ts';
import { ask, makeConfig, makeFolder, realData, writeText } from '../../support/file-connection.ts';

describe('3 million flights in Parquet', () => {
  const config = makeConfig(
    'flights-3m.parquet',
    'date',
    { flights: 'count(*)', distance: 'sum(distance)', delay: 'avg(delay)' },
    { origin: 'origin' },
  );
  const february = { from: '2001-02-01', to: '2001-02-28' };
  let sql: (text: string) => Promise<unknown[][]>;

  before(async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(`CREATE TABLE flights AS SELECT * FROM '${join(realData, 'flights-3m.parquet')}'`);
    sql = async (text) => (await connection.runAndReadAll(text)).getRows() as unknown[][];
  });

  const figures = 'count(*)::DOUBLE, sum(distance)::DOUBLE, avg(delay)';
  const inFebruary = "strftime(date, '%Y-%m') = '2001-02'";

  test('gives the figures of the same SQL over a month', async () => {
    const result = await ask([realData], config, 'none', february);
    assert.deepEqual([result.rows[0]?.values], await sql(`SELECT ${figures} FROM flights WHERE ${inFebruary}`));
    assert.equal(result.rowsRead, 458170);
  });

  test('gives the figures of the same SQL by day, week, month and airport', async () => {
    const keys = {
      day: "strftime(date, '%Y-%m-%d')",
      week: "strftime(date - INTERVAL 1 DAY * (isodow(date) - 1), '%Y-%m-%d')",
      month: "strftime(date, '%Y-%m-01')",
    };
    for (const [unit, key] of Object.entries(keys)) {
      const result = await ask([realData], config, unit as keyof typeof keys, february);
      const rows = await sql(`SELECT ${key}, ${figures} FROM flights WHERE ${inFebruary} GROUP BY 1 ORDER BY 1`);
      assert.deepEqual(
        result.rows.map(({ key, values }) => [key, ...values]),
        rows,
      );
    }
    const result = await ask([realData], config, { dimension: 'origin' }, { ...february, limit: 10 });
    const rows = await sql(`SELECT origin, ${figures} FROM flights WHERE ${inFebruary} GROUP BY 1 ORDER BY 2 DESC, 1`);
    assert.deepEqual(
      result.rows.map(({ key, values }) => [key, ...values]),
      rows.slice(0, 10),
    );
    assert.equal(result.groupCount, rows.length);
  });

  test('counts the flights at midnight after the last day to the next day', async () => {
    const whole = await ask([realData], config, 'none', { from: '2001-01-01', to: '2001-06-30' });
    const after = await ask([realData], config, 'day', { from: '2001-07-01', to: '2001-07-31' });
    assert.deepEqual([whole.rowsRead, after.rowsRead], [2_999_994, 6]);
    assert.deepEqual(
      after.rows.map(({ key }) => key),
      ['2001-07-01'],
    );
  });
});

test('gives the figures of Seattle weather (CSV) as JavaScript computes them', async () => {
  const [, ...lines] = readFileSync(join(realData, 'seattle-weather.csv'), 'utf8').trim().split(/\r?\n/);
  const rows = lines.map((line) => line.split(',')).filter(([day = '']) => day >= '2014-01-01' && day <= '2014-12-31');
  const rain = (of: string[][]) => of.reduce((sum, row) => sum + Number(row[1]), 0);
  const metrics = { days: 'count(*)', rain: 'sum(precipitation)', warmest: 'max(temp_max)' };
  const config = makeConfig('seattle-weather.csv', 'date', metrics, { weather: 'weather' });
  const period = { from: '2014-01-01', to: '2014-12-31' };
  for (const [by, keyOf] of [
    ['month', (row: string[]) => `${row[0]?.slice(0, 7)}-01`],
    [{ dimension: 'weather' }, (row: string[]) => row[5] ?? ''],
  ] as const) {
    const expected = Map.groupBy(rows, keyOf);
    const result = await ask([realData], config, by, period);
    assert.equal(result.rows.length, expected.size);
    for (const { key, values } of result.rows) {
      const group = expected.get(key ?? '') ?? [];
      assert.equal(values[0], group.length);
      assert.ok(Math.abs((values[1] ?? Number.NaN) - rain(group)) < 1e-6);
      assert.equal(values[2], Math.max(...group.map((row) => Number(row[2]))));
    }
  }
});

describe('time zones', async () => {
  const folder = await makeFolder();
  const instants = ['2024-03-30T22:59:59Z', '2024-03-30T23:00:00Z', '2024-03-31T21:59:59Z', '2024-03-31T22:00:00Z'];
  await writeText(folder, 'instants.csv', ['at,n', ...instants.map((at) => `${at},1`)]);
  await writeText(folder, 'offsets.json', [
    JSON.stringify(
      instants.map((at) => ({ at: Temporal.Instant.from(at).toString({ timeZone: 'America/New_York' }), n: 1 })),
    ),
  ]);
  await writeText(folder, 'local.csv', [
    'at,n',
    '2024-03-31 00:00:00,1',
    '2024-03-31 23:59:59.999,1',
    '2024-04-01 00:00:00,1',
  ]);
  await writeText(folder, 'days.json', [
    '[{"at":"2024-03-31","n":1},{"at":"2024/03/31","n":1},{"at":"","n":1},{"at":null,"n":1}]',
  ]);
  const day = { from: '2024-03-31', to: '2024-03-31' };
  const count = async (file: string, timeZone: string, period = day) =>
    (await ask([folder], makeConfig(file, 'at', { n: 'sum(n)' }), 'day', { ...period, timeZone })).rows;

  test('takes an instant, of any offset, for the day it has in the zone, also when that day has 23 hours [C-PERIOD-7]', async () => {
    for (const file of ['instants.csv', 'offsets.json']) {
      assert.deepEqual(await count(file, 'Europe/Berlin'), [{ key: '2024-03-31', values: [2] }]);
      assert.deepEqual(await count(file, 'UTC'), [{ key: '2024-03-31', values: [2] }]);
      assert.deepEqual(await count(file, 'America/New_York'), [{ key: '2024-03-31', values: [2] }]);
      assert.deepEqual(await count(file, 'Pacific/Auckland'), [{ key: '2024-03-31', values: [2] }]);
      assert.deepEqual(await count(file, 'Pacific/Auckland', { from: '2024-04-01', to: '2024-04-01' }), [
        { key: '2024-04-01', values: [2] },
      ]);
    }
  });

  test('takes times whose seconds are left out, as ISO 8601 allows and some programs do at full minutes', async () => {
    const times = ['2024-03-30T23:00Z', '2024-03-31T01:00:30Z', '2024-03-31T23:59+02:00', '2024-03-31 17:59-0400'];
    const outside = ['2024-03-30T22:59Z', '2024-03-31T18:00-04', '2024-03-31T22:00Z'];
    const rows = [...times, ...outside].map((at) => ({ at, n: 1 }));
    await writeText(folder, 'minutes.csv', ['at,n', ...rows.map(({ at }) => `${at},1`)]);
    await writeText(folder, 'minutes.json', [JSON.stringify(rows)]);
    for (const file of ['minutes.csv', 'minutes.json']) {
      assert.deepEqual(await count(file, 'Europe/Berlin'), [{ key: '2024-03-31', values: [times.length] }]);
    }
    await writeText(folder, 'apart.csv', ['at,n', '2024-03-31 10:00:00 +0200,1']);
    await assert.rejects(
      count('apart.csv', 'UTC'),
      /"\+0200" is not a time zone\. Write the offset right behind the time/,
    );
  });

  test('takes times and days without an offset as local to the zone, whatever it is', async () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles', 'Africa/Cairo']) {
      assert.deepEqual(await count('local.csv', zone), [{ key: '2024-03-31', values: [2] }]);
      assert.deepEqual(await count('days.json', zone), [{ key: '2024-03-31', values: [2] }]);
    }
  });

  test('keeps a local time that the clock skipped as written', async () => {
    const forms = ['2024-03-31 02:30:00', '2024-03-31T02:30:00', '2024-03-31 02:30', '2024-03-31T02:30:00.250'];
    const hour = "max(date_part('hour', moment)) FILTER (n = 1)";
    for (const text of forms) {
      await writeText(
        folder,
        'skipped.csv',
        ['moment,n', `${text},1`, '', ',2', '2024-03-31 00:15:00,3'].filter(Boolean),
      );
      await writeFile(join(folder, 'skipped.csv.gz'), gzipSync(`moment,n\n${text},1\n`));
      for (const name of ['skipped.csv', 'skipped.csv.gz']) {
        const config = makeConfig(name, 'moment', { hour }, { moment: 'moment', hour: "date_part('hour', moment)" });
        const query = { ...day, timeZone: 'Europe/Berlin' };
        assert.deepEqual((await ask([folder], config, 'none', query)).rows[0]?.values, [2], `${name} ${text}`);
        const hours = await ask([folder], config, { dimension: 'hour' }, query);
        assert.ok(hours.rows.some(({ key }) => key === '2'));
        const moments = await ask([folder], config, { dimension: 'moment' }, query);
        assert.match(moments.rows[0]?.key ?? '', /^2024-03-31T02:30:00/);
      }
    }
  });

  test('counts a skipped local time on its day, even if the clock moves on to the next one', async () => {
    await writeText(folder, 'nuuk.json', ['[{"at":"2024-03-30T23:30:00","n":1}]']);
    await writeText(folder, 'nuuk.csv', ['at,n', '2024-03-30T23:30:00,1']);
    const saturday = { from: '2024-03-30', to: '2024-03-31' };
    for (const name of ['nuuk.json', 'nuuk.csv']) {
      assert.deepEqual(await count(name, 'America/Nuuk', saturday), [{ key: '2024-03-30', values: [1] }], name);
    }
    await writeText(folder, 'apia.json', ['[{"at":"2011-12-30T12:00","n":1},{"at":"2011-12-30","n":2}]']);
    assert.deepEqual(await count('apia.json', 'Pacific/Apia', { from: '2011-12-29', to: '2011-12-31' }), [
      { key: '2011-12-30', values: [3] },
    ]);
  });

  test('gives the parts of a week by its Monday and of a month by its first, even before the period', async () => {
    const config = makeConfig('local.csv', 'at', { n: 'sum(n)' });
    const keys = async (by: 'week' | 'month') => (await ask([folder], config, by, day)).rows.map(({ key }) => key);
    assert.deepEqual([await keys('week'), await keys('month')], [['2024-03-25'], ['2024-03-01']]);
  });

  test('never guesses whether the day or the month comes first', async () => {
    await writeText(folder, 'ambiguous.csv', ['day,n', '03/04/2024,1', '05/04/2024,2']);
    const period = { from: '2024-04-01', to: '2024-04-30' };
    await assert.rejects(
      ask([folder], makeConfig('ambiguous.csv', 'day', { n: 'sum(n)' }), 'day', period),
      /03\/04\/2024/,
    );
    const told = makeConfig('ambiguous.csv', "strptime(day, '%d/%m/%Y')", { n: 'sum(n)' });
    assert.deepEqual(
      (await ask([folder], told, 'day', period)).rows.map(({ key }) => key),
      ['2024-04-03', '2024-04-05'],
    );
  });
});

describe('values', async () => {
  const folder = await makeFolder();
  const year = { from: '2024-01-01', to: '2024-12-31' };
  await writeText(folder, 'values.csv', [
    'day,unit,members,figure0,source,name',
    '2024-01-01,1,2,9007199254740993,x,ant',
    '2024-01-02,3,4,1,y,"a ""quoted"" one"',
    '2024-01-02,5,6,,y,',
  ]);

  test('are finite doubles, or null for NaN and infinities', async () => {
    const metrics = {
      huge: 'sum(CAST(figure0 AS HUGEINT)) * 1000000000000',
      decimal: "sum(CAST('1.25' AS DECIMAL(18, 2)))",
      nan: "sum(CAST('nan' AS DOUBLE))",
      infinite: '-sum(unit) / 0.0',
      nothing: 'sum(unit) FILTER (unit > 100)',
    };
    const result = await ask([folder], makeConfig('values.csv', 'day', metrics), 'none', year);
    assert.deepEqual(result.rows[0]?.values, [9.007199254740994e27, 3.75, null, null, null]);
  });

  test('without a finite first metric come last', async () => {
    const config = makeConfig('values.csv', 'day', { ratio: '1 / (sum(unit) - 3)' }, { unit: 'unit' });
    const result = await ask([folder], config, { dimension: 'unit' }, year);
    assert.deepEqual(result.rows, [
      { key: '5', values: [0.5] },
      { key: '1', values: [-0.5] },
      { key: '3', values: [null] },
    ]);
  });

  test('come from the columns, also when these have the names that the query uses itself', async () => {
    const metrics = { a: 'sum(unit)', b: 'sum(members)', c: 'count(figure0)', d: 'count(source)' };
    const config = makeConfig('values.csv', 'day', metrics, { source: 'source' });
    const result = await ask([folder], config, { dimension: 'source' }, year);
    assert.deepEqual(result.rows, [
      { key: 'y', values: [8, 10, 1, 2] },
      { key: 'x', values: [1, 2, 1, 1] },
    ]);
  });

  test('are grouped by columns whose names are SQL keywords or hold spaces and quotes', async () => {
    await writeText(folder, 'names.csv', ['Order Date,group,"a ""b"""', '2024-01-01,1,2']);
    const config = makeConfig('names.csv', 'Order Date', { n: 'count(*)' }, { group: 'group', quoted: 'a "b"' });
    for (const [dimension, key] of [
      ['group', '1'],
      ['quoted', '2'],
    ] as const) {
      assert.deepEqual((await ask([folder], config, { dimension }, year)).rows, [{ key, values: [1] }]);
    }
  });

  test('of a dimension are text: dates and times in ISO 8601, a missing one null', async () => {
    const dimensions = {
      name: 'name',
      date: 'CAST(day AS DATE)',
      time: "CAST(day AS TIMESTAMP) + INTERVAL '90 minutes'",
      instant: "timezone('UTC', CAST(day AS TIMESTAMP))",
      flag: 'unit > 1',
    };
    const config = makeConfig('values.csv', 'day', { n: 'max(unit)' }, dimensions);
    const keys = async (dimension: string) =>
      (await ask([folder], config, { dimension }, { ...year, timeZone: 'Asia/Tokyo' })).rows.map(({ key }) => key);
    assert.deepEqual(await keys('name'), [null, 'a "quoted" one', 'ant']);
    assert.deepEqual(await keys('date'), ['2024-01-02', '2024-01-01']);
    assert.deepEqual(await keys('time'), ['2024-01-02T01:30:00', '2024-01-01T01:30:00']);
    assert.deepEqual(await keys('instant'), ['2024-01-02T09:00:00', '2024-01-01T09:00:00']);
    assert.deepEqual(await keys('flag'), ['true', 'false']);
  });

  test('of a dimension are missing where they are empty or blank, as one group in every format', async () => {
    const texts = ['', '  ', '\t', null, 'a', ' a'];
    const lines = texts.map((place) => JSON.stringify({ day: '2024-01-01', place, mixed: place === 'a' ? 7 : place }));
    await writeText(folder, 'blank.ndjson', lines);
    await writeText(folder, 'blank.csv', ['day,place,mixed', ...texts.map((text) => `2024-01-01,"${text ?? ''}",7`)]);
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(`COPY (FROM '${join(folder, 'blank.ndjson')}') TO '${join(folder, 'blank.parquet')}'`);
    for (const name of ['blank.ndjson', 'blank.csv', 'blank.parquet']) {
      const config = makeConfig(name, 'day', { n: 'count(*)' }, { place: 'place', mixed: 'mixed' });
      const { rows, groupCount } = await ask([folder], config, { dimension: 'place' }, year);
      const found = rows.map(({ key, values }) => [key, ...values]);
      assert.deepEqual([groupCount, ...found], [3, [null, 4], [' a', 1], ['a', 1]], name);
      const mixed = await ask([folder], config, { dimension: 'mixed' }, year);
      assert.ok(
        mixed.rows.every(({ key }) => key === null || key.trim() !== ''),
        name,
      );
    }
  });

  test('are missing where a column has none yet, whatever is calculated with it', async () => {
    const header = 'day,n,refund,note';
    const lines = ['2024-01-01,1,,', '2024-01-02,2,,'];
    const rows = ['2024-01-01', '2024-01-02'].map((day, index) => ({ day, n: index + 1, refund: null, note: null }));
    const nothing = vectorFromArray([null, null], new Null());
    const days = vectorFromArray(rows.map(({ day }) => day));
    const arrow = new Table({ day: days, n: vectorFromArray([1, 2]), refund: nothing, note: nothing });
    await writeText(folder, 'none.csv', [header, ...lines]);
    await writeFile(join(folder, 'none.csv.gz'), gzipSync([header, ...lines].join('\n')));
    await writeText(folder, 'none.json', [JSON.stringify(rows)]);
    await writeText(
      folder,
      'none.ndjson',
      rows.map((row) => JSON.stringify(row)),
    );
    await writeFile(join(folder, 'none.arrow'), tableToIPC(arrow, 'file'));
    const metrics = {
      refunds: 'sum(refund)',
      net: 'sum(n - coalesce(refund, 0))',
      rate: 'avg(refund) / sum(n)',
      high: "max(CAST(translate(refund, ',', '.') AS DOUBLE))",
      noted: "count(*) FILTER (WHERE lower(note) LIKE '%x%')",
    };
    for (const name of ['none.csv', 'none.csv.gz', 'none.json', 'none.ndjson', 'none.arrow']) {
      const config = makeConfig(name, 'day', metrics, { note: 'note' });
      const found = async (by: Grouping) => (await ask([folder], config, by, year)).rows;
      const none = [null, 3, null, null, 0];
      assert.deepEqual(await found('none'), [{ key: null, values: none }], name);
      assert.deepEqual(await found({ dimension: 'note' }), [{ key: null, values: none }], name);
    }
  });

  test('of a JSON column with texts among numbers are the texts, without the quotes of JSON', async () => {
    const codes = ['7', '"7a"', '"say \\"so\\""', 'null'];
    await writeText(
      folder,
      'codes.ndjson',
      codes.map((code) => `{"day":"2024-01-01","code":${code}}`),
    );
    const config = makeConfig('codes.ndjson', 'day', { n: 'count(*)' }, { code: 'code' });
    const { rows } = await ask([folder], config, { dimension: 'code' }, year);
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['7', '7a', 'say "so"', null],
    );
  });
});
