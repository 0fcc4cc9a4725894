import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { ConnectorError } from '../../../src/reporting/connectors/contract.ts';
import { ask, makeConfig, makeFolder, realData, writeText } from '../../support/file-connection.ts';

describe('faulty files', async () => {
  const folder = await makeFolder();
  const good = Array.from({ length: 30_000 }, (_, index) => `2024-01-01,${index}`);
  const config = (path: string) => makeConfig(path, 'day', { n: 'sum(n)' });
  const year = { from: '2024-01-01', to: '2024-12-31' };
  const files: Record<string, { lines: string[]; message: RegExp }> = {
    'wide.csv': {
      lines: ['day,n', ...good, '2024-01-01,1,2'],
      message: /wide\.csv failed: line 30002 has more values than the header/,
    },
    'wordy.csv': {
      lines: ['day,n', ...good, `2024-01-01,1,${'word '.repeat(200)}`],
      message: /wordy\.csv failed: line 30002 has more values than the header/,
    },
    'unclosed.csv': {
      lines: ['day,n', ...good, '2024-01-01,"1', '', ...good],
      message: /unclosed\.csv failed: CSV Error on Line: 30002 .*unterminated quote found\.$/,
    },
    'joined.csv': {
      lines: ['day,n', '2024-01-01,1\r'],
      message: /joined\.csv failed: .*end every line in the same way/,
    },
    'joined-late.csv': {
      lines: ['day,n', ...good, ...good.map((line) => `${line}\r`)],
      message: /joined-late\.csv failed: .*end every line in the same way/,
    },
    'early.csv': {
      lines: ['day,n', '2024-01-01,1', '2024-01-01,1,2'],
      message: /early\.csv failed: line 3 has more values than the header/,
    },
    'narrow.tsv': {
      lines: ['day\tn', '2024-01-01\t1', '2024-01-01'],
      message: /narrow\.tsv failed: its last line lacks columns and does not end/,
    },
    'text.csv': { lines: ['day,n', ...good, '2024-01-01,many'], message: /text\.csv failed: .*"many"/ },
    'cut.json': { lines: ['[{"day":"2024-01-01","n":1},{"day":'], message: /cut\.json failed: Malformed JSON/ },
    'dates.csv': { lines: ['day,n', '2024-01-01,1', 'tomorrow,2'], message: /dates\.csv failed: .*"tomorrow"/ },
    'array.json': {
      lines: ['[{"day":"2024-01-01","n":1},'],
      message: /array\.json failed: it ends before its array does/,
    },
    'german.csv': { lines: ['day,n', '31.12.2024,1'], message: /"31\.12\.2024" is not an ISO 8601 date.*strptime/ },
    'february.csv': { lines: ['day,n', '2024-02-30,1'], message: /there is no day "2024-02-30"/ },
    'money.csv': { lines: ['day,n', '2024-01-01,"1,5 €"'], message: /it is of text.*CAST\(translate\(/ },
    'numbers.json': { lines: ['[1, 2]'], message: /no columns such as "day"\. Write JSON as one array of objects/ },
    'marked.json': { lines: ['\ufeff[{"day":"2024-01-01","n":1}]'], message: /without a byte order mark/ },
    'twice.json': { lines: ['[{"day":"2024-01-01","n":1,"n":2}]'], message: /duplicate key "n"$/ },
    'empty.csv': { lines: [''], message: /empty\.csv failed: it is empty/ },
    'letters.pq': { lines: ['PAR1'], message: /letters\.pq failed: it is not a complete Parquet file/ },
  };

  for (const [name, { lines, message }] of Object.entries(files)) {
    test(`are named with the fault and without their folder: ${name}`, async () => {
      await writeText(folder, name, lines);
      await assert.rejects(ask([folder], config(name), 'none', year), (error: Error & { kind?: string }) => {
        assert.match(error.message, message);
        assert.ok(!error.message.includes(folder), error.message);
        assert.equal(error.kind, 'invalid_config');
        return true;
      });
    });
  }

  test('in an encoding other than UTF-8 give advice on how to save them', async () => {
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(join(folder, 'names.csv'), Buffer.from('day,n,name\n2024-01-01,1,Müller\n', encoding));
      await assert.rejects(ask([folder], config('names.csv'), 'none', year), /names\.csv failed: .*save it as UTF-8/);
    }
  });

  test('that are compressed, and damaged or cut off anywhere, are refused', async () => {
    const text = ['day,n', ...good].join('\n');
    const rows = good.map((line) => JSON.stringify({ day: line.slice(0, 10), n: 1 })).join('\n');
    for (const [name, bytes] of [
      ['cut.csv.gz', gzipSync(text)],
      ['cut.tsv.zst', zstdCompressSync(text.replaceAll(',', '\t'))],
      ['cut.ndjson.gz', gzipSync(rows)],
    ] as const) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(bytes.readUInt8(bytes.length - 8) ^ 1, bytes.length - 8);
      const cuts = [0.2, 0.4, 0.6, 0.8].map((share) => bytes.subarray(0, Math.trunc(bytes.length * share)));
      for (const part of [...cuts, bytes.subarray(0, -1), ...(name.endsWith('.gz') ? [damaged] : [])]) {
        writeFileSync(join(folder, name), part);
        const says = new RegExp(`Reading ${name} failed: its compressed data are damaged or cut off`);
        await assert.rejects(ask([folder], config(name), 'none', year), says);
      }
      writeFileSync(join(folder, name), bytes);
      assert.equal((await ask([folder], config(name), 'none', year)).rowsRead, good.length);
    }
  });

  test('that are compressed are read by the name in the path, in capitals and behind a symbolic link too', async () => {
    const texts = {
      csv: 'day,n\n2024-01-01,7',
      json: '[{"day":"2024-01-01","n":7}]',
      ndjson: '{"day":"2024-01-01","n":7}',
    };
    for (const [format, text] of Object.entries(texts)) {
      for (const [ending, bytes] of [
        ['gz', gzipSync(text)],
        ['zst', zstdCompressSync(text)],
        ['GZ', gzipSync(text)],
      ] as const) {
        const blob = `blob-${format}-${ending}`;
        writeFileSync(join(folder, blob), bytes);
        symlinkSync(blob, join(folder, `latest.${format}.${ending}`));
        writeFileSync(join(folder, `copy.${format}.${ending}`), bytes);
        for (const name of [`latest.${format}.${ending}`, `copy.${format}.${ending}`]) {
          assert.deepEqual((await ask([folder], config(name), 'none', year)).rows[0]?.values, [7], name);
        }
      }
    }
    symlinkSync('copy.csv.gz', join(folder, 'latest.csv'));
    assert.deepEqual((await ask([folder], config('latest.csv'), 'none', year)).rows[0]?.values, [7]);
    writeFileSync(join(folder, 'copy.csv'), texts.csv);
    assert.deepEqual((await ask([folder], config('copy.csv{,.gz,.zst}'), 'none', year)).rows[0]?.values, [21]);
  });

  test('with a header alone have no figures', async () => {
    await writeText(folder, 'header.csv', ['day,n,place']);
    const header = makeConfig('header.csv', 'day', { n: 'sum(n)', rows: 'count(*)' }, { place: 'place' });
    const none = { groupCount: 0, hasData: false, rowsRead: 0 };
    const { freshAt, ...whole } = await ask([folder], header, 'none', year);
    assert.deepEqual(whole, { ...none, groupCount: 1, rows: [{ key: null, values: [null, null] }] });
    assert.ok(freshAt);
    for (const by of ['day', { dimension: 'place' }] as const) {
      const { rows, groupCount } = await ask([folder], header, by, year);
      assert.deepEqual({ rows, groupCount }, { rows: [], groupCount: 0 });
    }
    const unknown = makeConfig('header.csv', 'day', { n: 'sum(m)' });
    await assert.rejects(ask([folder], unknown, 'none', year), /column "m" of the metric "n" does not exist/);
  });

  test('of JSON without a row have no figures, and take nothing from the others of a pattern', async () => {
    const row = '{"day":"2024-01-01","n":7}';
    for (const [empty, other, content] of [
      ['none-1.json', 'none-2.json', '[]'],
      ['none-1.ndjson', 'none-2.ndjson', ''],
    ] as const) {
      const places = { ...config(empty), dimensions: [{ key: 'place', label: 'Place', sql: 'place' }] };
      await writeText(folder, empty, [content]);
      const none = await ask([folder], places, 'none', year);
      assert.deepEqual([none.rows, none.rowsRead], [[{ key: null, values: [null] }], 0]);
      assert.deepEqual((await ask([folder], places, { dimension: 'place' }, year)).rows, []);
      await writeText(folder, other, [row]);
      const both = await ask([folder], config(empty.replace('1', '?')), 'none', year);
      assert.deepEqual(both.rows[0]?.values, [7]);
    }
  });

  test('of JSON whose objects have few keys in common are still rows of columns', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ day: '2024-01-01', n: 1, [`event_${index}`]: index }));
    await writeText(folder, 'events.json', [JSON.stringify(rows)]);
    const events = makeConfig('events.json', 'day', { n: 'sum(n)', last: 'sum(event_59)' });
    assert.deepEqual((await ask([folder], events, 'none', year)).rows[0]?.values, [60, 59]);
  });

  test('are found among the good ones of a pattern', async () => {
    await copyFile(join(realData, 'flights-3m.parquet'), join(folder, 'good.parquet'));
    await writeText(folder, 'torn.parquet', ['PAR1', 'x'.repeat(100), 'PAR1']);
    const flights = makeConfig('*.parquet', 'date', { n: 'count(*)' });
    await assert.rejects(ask([folder], flights, 'none', year), /Reading torn\.parquet failed/);
  });

  test('do not include files whose columns are in another order', async () => {
    await writeText(folder, 'part-1.csv', ['day,n', '2024-01-01,1']);
    await writeText(folder, 'part-2.csv', ['n,day', '2,2024-01-02']);
    assert.deepEqual((await ask([folder], config('part-*.csv'), 'none', year)).rows[0]?.values, [3]);
  });
});

test('texts among numbers are named with how to leave them out', async () => {
  const folder = await makeFolder();
  await writeText(folder, 'prices.csv', ['day,price', '2024-01-01,"1,5"', '2024-01-01,n/a']);
  const sum = (cast: string) =>
    makeConfig('prices.csv', 'day', { n: `sum(${cast}(translate(price, ',', '.') AS DOUBLE))` });
  const day = { from: '2024-01-01', to: '2024-01-01' };
  await assert.rejects(
    ask([folder], sum('CAST'), 'none', day),
    /prices\.csv failed: "n\/a" is not a number\. TRY_CAST/,
  );
  assert.deepEqual((await ask([folder], sum('TRY_CAST'), 'none', day)).rows[0]?.values, [1.5]);
});

describe('faulty expressions', async () => {
  const folder = await makeFolder();
  await writeText(folder, 'sales.csv', ['day,n,place', '2024-01-01,1,North']);
  const messages: [Parameters<typeof makeConfig>, RegExp][] = [
    [['sales.csv', 'day', { n: 'n' }], /the metric "n" is not valid: .*Use an aggregate such as sum/],
    [['sales.csv', 'max(day)', { n: 'sum(n)' }], /the date is not valid: it has a value in each row/],
    [
      ['sales.csv', 'day', { n: 'sum(n)' }, { d: 'count(*)' }],
      /the dimension "d" is not valid: it has a value in each/,
    ],
    [['sales.csv', 'day', { n: 'sum(place)' }], /the metric "n" is not valid: it is of text/],
    [['sales.csv', 'day', { n: 'max(CAST(day AS TIMESTAMP) - day)' }], /of type INTERVAL\. Use epoch\(…\)/],
    [['sales.csv', 'day', { n: 'sum(net amount)' }], /syntax error.*names with spaces in double quotes/],
    [['sales.csv', 'day', { n: 'SELECT sum(n) FROM source' }], /syntax error.*one SQL expression/],
    [
      ['sales.csv', 'day', { n: "sum(CAST(replace(place, ',', '') AS DOUBLE))" }],
      /"replace" is not available.*translate/,
    ],
  ];
  for (const [config, message] of messages) {
    test(`are named with what to do: ${message.source}`, async () => {
      const year = { from: '2024-01-01', to: '2024-12-31' };
      await assert.rejects(ask([folder], makeConfig(...config), 'none', year), message);
    });
  }

  test('of expressions are told with their paths, also by the process that reads', async () => {
    await writeText(folder, 'sound.csv', ['day,n', '2024-01-01,1']);
    const sound = makeConfig('sound.csv', 'day', { n: 'sum(n)', other: 'sum(n)' }, { d: 'n' });
    const [metric, other] = sound.metrics;
    const faulty: Record<string, object> = {
      date: { date: 'nope' },
      'metrics.1.sql': { metrics: [metric, { ...other, sql: 'sum(nope)' }] },
      'metrics.0.sql': { metrics: [{ ...metric, sql: "'a'" }, other] },
      'dimensions.0.sql': { dimensions: [{ ...sound.dimensions[0], sql: 'n; SELECT 1' }] },
    };
    for (const [path, change] of Object.entries(faulty)) {
      await assert.rejects(
        ask([folder], { ...sound, ...change }, 'none', { from: '2024-01-01', to: '2024-12-31' }),
        ({ faults }: ConnectorError) => {
          assert.deepEqual(
            faults.map((fault) => fault.path),
            [path],
          );
          return true;
        },
      );
    }
  });
});
