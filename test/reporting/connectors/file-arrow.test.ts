import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { loadArrow } from '../../../src/reporting/connectors/file/arrow.ts';
import { decompressLz4Frame } from '../../../src/reporting/connectors/file/lz4.ts';
import { isError } from '../../support/connector-conformance.ts';
import { ask, makeConfig, makeFolder, writeText } from '../../support/file-connection.ts';

const folder = await makeFolder();
const fixtures = join(import.meta.dirname, 'fixtures');
const year = { from: '2024-01-01', to: '2024-12-31' };

/** As the fixtures were written, by Polars: one row per hour, with missing numbers and places. */
const written = Array.from({ length: 3000 }, (_, index) => ({
  n: index % 7 === 0 ? null : index % 100,
  place: index % 13 === 0 ? null : (['Berlin', 'Łódź', 'a place with a rather long name'][index % 3] ?? null),
}));

for (const compression of ['lz4', 'zstd']) {
  test(`reads Arrow that another library compressed with ${compression}`, async () => {
    const config = makeConfig(
      `polars-${compression}.arrow`,
      'at',
      { sum: 'sum(n)', rows: 'count(*)' },
      { place: 'place' },
    );
    const result = await ask([fixtures], config, { dimension: 'place' }, year);
    assert.equal(result.rowsRead, 3000);
    for (const { key, values } of result.rows) {
      const rows = written.filter(({ place }) => place === key);
      assert.deepEqual(values, [rows.reduce((sum, { n }) => sum + (n ?? 0), 0), rows.length]);
    }
  });
}

test('reads times of day and durations of every unit as such', async () => {
  const [second, hour] = [1_500n, 3_600_000n];
  const table = new arrow.Table({
    day: arrow.vectorFromArray([new Date('2024-05-01'), new Date('2024-05-01')], new arrow.DateDay()),
    seconds: arrow.vectorFromArray([2n, null], new arrow.DurationSecond()),
    millis: arrow.vectorFromArray([second, -hour], new arrow.DurationMillisecond()),
    micros: arrow.vectorFromArray([second * 1_000n, hour * 1_000n], new arrow.DurationMicrosecond()),
    nanos: arrow.vectorFromArray([second * 1_000_000n, hour * 1_000_000n], new arrow.DurationNanosecond()),
    early: arrow.vectorFromArray([60, 120], new arrow.TimeSecond()),
    late: arrow.vectorFromArray([86_399_999_999n, 0n], new arrow.TimeMicrosecond()),
  });
  await writeFile(join(folder, 'durations.arrow'), arrow.tableToIPC(table, 'file'));
  const metrics = {
    seconds: 'avg(epoch(seconds))',
    millis: 'min(epoch(millis))',
    micros: 'sum(epoch(micros))',
    nanos: 'sum(epoch(nanos))',
    early: 'avg(epoch(early))',
    hour: 'max(hour(late))',
  };
  const found = await ask([folder], makeConfig('durations.arrow', 'day', metrics, { late: 'late' }), 'none', year);
  assert.deepEqual(found.rows[0]?.values, [2, -3_600, 3_601.5, 3_601.5, 90, 23]);
  const times = await ask(
    [folder],
    makeConfig('durations.arrow', 'day', metrics, { late: 'late' }),
    { dimension: 'late' },
    year,
  );
  assert.deepEqual(times.rows.map(({ key }) => key).sort(), ['00:00:00', '23:59:59.999999']);
});

test('reads each kind of Arrow column', async () => {
  const instant = Date.UTC(2024, 4, 1, 22, 30);
  const table = new arrow.Table({
    day: arrow.vectorFromArray([new Date(instant)], new arrow.DateDay()),
    local: arrow.vectorFromArray([instant], new arrow.TimestampMicrosecond()),
    instant: arrow.vectorFromArray([instant], new arrow.TimestampNanosecond('UTC')),
    before: arrow.vectorFromArray([-1], new arrow.TimestampMillisecond()),
    small: arrow.vectorFromArray([-5], new arrow.Int8()),
    big: arrow.vectorFromArray([-(2n ** 60n)], new arrow.Int64()),
    unsigned: arrow.vectorFromArray([2n ** 63n], new arrow.Uint64()),
    real: arrow.vectorFromArray([0.5], new arrow.Float32()),
    flag: arrow.vectorFromArray([true], new arrow.Bool()),
    text: arrow.vectorFromArray(['Łódź'], new arrow.LargeUtf8()),
    nothing: arrow.vectorFromArray([null], new arrow.Null()),
    'odd "name"': arrow.vectorFromArray([1], new arrow.Int32()),
  });
  await writeFile(join(folder, 'types.arrow'), arrow.tableToIPC(table, 'file'));
  const metrics = {
    small: 'sum(small)',
    big: 'sum(big)',
    unsigned: 'sum(unsigned)',
    real: 'sum(real)',
    flags: 'count_if(flag)',
    nothing: 'count(nothing)',
    odd: 'sum("odd ""name""")',
    before: 'max(epoch_ms(before))',
  };
  const config = makeConfig('types.arrow', 'day', metrics, { local: 'local', instant: 'instant', text: 'text' });
  const whole = await ask([folder], config, 'none', year);
  assert.deepEqual(whole.rows[0]?.values, [-5, -(2 ** 60), 2 ** 63, 0.5, 1, 0, 1, -1]);
  const berlin = { from: '2024-05-02', to: '2024-05-02', timeZone: 'Europe/Berlin' };
  assert.deepEqual((await ask([folder], { ...config, date: 'instant' }, 'day', berlin)).rows[0]?.key, '2024-05-02');
  assert.deepEqual((await ask([folder], { ...config, date: 'local' }, 'day', berlin)).rows, []);
  for (const [dimension, key] of [
    ['local', '2024-05-01T22:30:00'],
    ['instant', '2024-05-02T00:30:00'],
    ['text', 'Łódź'],
  ] as const) {
    const result = await ask([folder], config, { dimension }, { ...year, timeZone: 'Europe/Berlin' });
    assert.equal(result.rows[0]?.key, key);
  }
});

test('notices deadlines, and lets the thread send heartbeats, while it loads a batch of many rows', async () => {
  const days = arrow.makeData({ type: new arrow.DateDay(), data: new Int32Array(100_000) });
  const table = new arrow.Table({ day: arrow.makeVector(days) });
  assert.equal(table.batches.length, 1);
  const path = join(folder, 'batch.arrow');
  await writeFile(path, arrow.tableToIPC(table, 'file'));
  const abort = new AbortController();
  let chunks = 0;
  const appendDataChunk = () => {
    chunks += 1;
    setImmediate(() => abort.abort());
  };
  const connection = { run: async () => {}, createAppender: async () => ({ appendDataChunk, closeSync() {} }) };
  const file = { path, name: 'batch.arrow', bytes: 400_000, modifiedAtMs: 0, stamp: '' };
  const loading = loadArrow(connection as unknown as DuckDBConnection, [file], abort.signal);
  await assert.rejects(loading, isError('transient', /stopped/));
  assert.equal(chunks, 1);
});

test('reads decimals of either sign', async () => {
  const words = Uint32Array.of(1250, 0, 0, 0, ...[0xffffff85, 0xffffffff, 0xffffffff, 0xffffffff]);
  const amounts = arrow.makeVector(arrow.makeData({ type: new arrow.Decimal(2, 18), length: 2, data: words }));
  const days = arrow.vectorFromArray(['2024-01-01', '2024-01-02'], new arrow.Utf8());
  await writeFile(join(folder, 'decimals.arrow'), arrow.tableToIPC(new arrow.Table({ days, amounts }), 'file'));
  const result = await ask([folder], makeConfig('decimals.arrow', 'days', { amount: 'sum(amounts)' }), 'day', year);
  assert.deepEqual(
    result.rows.map(({ values }) => values[0]),
    [12.5, -1.23],
  );
});

test('refuses files of one pattern with different columns, and bytes that are not Arrow', async () => {
  const table = (name: string) =>
    new arrow.Table({ day: arrow.vectorFromArray(['2024-01-01']), [name]: arrow.vectorFromArray([1]) });
  for (const name of ['a', 'b'])
    await writeFile(join(folder, `part-${name}.arrow`), arrow.tableToIPC(table(name), 'file'));
  const config = makeConfig('part-*.arrow', 'day', { n: 'count(*)' });
  await assert.rejects(ask([folder], config, 'none', year), isError('invalid_config', /columns of part-b\.arrow/));
  await writeText(folder, 'noise.arrow', ['ARROW1\0\0', 'x'.repeat(500), 'ARROW1']);
  const noise = makeConfig('noise.arrow', 'day', { n: 'count(*)' });
  await assert.rejects(ask([folder], noise, 'none', year), isError('invalid_config', /Reading noise\.arrow failed/));
});

test('refuses Arrow files that are cut off anywhere', async () => {
  const bytes = await readFile(join(fixtures, 'polars-lz4.arrow'));
  for (let part = 1; part < 20; part++) {
    await writeFile(join(folder, 'cut.arrow'), bytes.subarray(0, Math.floor((bytes.length * part) / 20)));
    const config = makeConfig('cut.arrow', 'at', { n: 'count(*)' });
    await assert.rejects(
      ask([folder], config, 'none', year),
      isError('invalid_config', /Reading cut\.arrow failed|exist/),
    );
  }
});

test('ends on any LZ4 frame, within the limit, and throws nothing but a RangeError', () => {
  const frame = (block: Uint8Array, isStored: boolean) => {
    const header = Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0, 0, 0, 0, 0]);
    header.writeUInt32LE(block.length + (isStored ? 2 ** 31 : 0), 7);
    return Buffer.concat([header, block, Buffer.alloc(4)]);
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.deepEqual(Buffer.from(decompressLz4Frame(frame(bytes, true), 200)), Buffer.from(bytes));
      for (const input of [frame(bytes, false), Buffer.concat([frame(bytes, true).subarray(0, 6), bytes])]) {
        try {
          assert.ok(decompressLz4Frame(input, 1000).length <= 1000);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }
    }),
  );
  const repeated = Uint8Array.of(0x1f, 97, 1, 0, 255, 255, 0, 0x10, 98);
  assert.equal(Buffer.from(decompressLz4Frame(frame(repeated, false), 1000)).toString(), `${'a'.repeat(530)}b`);
  assert.throws(() => decompressLz4Frame(frame(repeated, false), 500), RangeError);
});
