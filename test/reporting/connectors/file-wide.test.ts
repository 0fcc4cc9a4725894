import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { damagedZip, zipOf } from '../../support/archives.ts';
import { isError } from '../../support/connector-conformance.ts';
import { ask, makeConfig, makeFolder, openFileContext, verify } from '../../support/file-connection.ts';
import { makeWorkbook } from '../../support/workbook.ts';

const folder = await makeFolder();
const ever = { from: '1990-01-01', to: '2100-12-31' };

async function given(content: string | Uint8Array, name = 'wide.csv'): Promise<string> {
  await writeFile(join(folder, name), content);
  return name;
}

async function propose(path: string) {
  await using context = openFileContext([folder]);
  const proposal = await fileConnector.propose?.({ path }, null, 'UTC', context);
  assert.ok(proposal);
  return { ...proposal, config: parseConfig(fileConnector, proposal.config) as FileConfig };
}

const unpivot = { columns: 'dates', into: 'value' } as const;
const sold = { sold: 'sum(value)' };
const wide = (path: string, more: Partial<FileConfig> = {}) => ({ ...makeConfig(path, 'day', sold), unpivot, ...more });
const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

test('columns named by days, months, weeks and quarters, however written, count on the days they name', async () => {
  for (const [names, days] of [
    ['2026-01,2026-02', ['2026-01-01', '2026-02-01']],
    ['2026/01,02.2026', ['2026-01-01', '2026-02-01']],
    ['202601,202602', ['2026-01-01', '2026-02-01']],
    ['Januar 2026,Feb. 2026', ['2026-01-01', '2026-02-01']],
    ['Jan-26,febbraio', undefined],
    ['enero de 2026,Février 2026', ['2026-01-01', '2026-02-01']],
    ['2026年1月,2026年2月', ['2026-01-01', '2026-02-01']],
    ['٢٠٢٦-٠١,٢٠٢٦-٠٢', ['2026-01-01', '2026-02-01']],
    ['Q1 2026,2026-Q2', ['2026-01-01', '2026-04-01']],
    ['2026-W01,KW 2/2026', ['2025-12-29', '2026-01-05']],
    ['2026-01-31,20260228', ['2026-01-31', '2026-02-28']],
    ['31.01.26,28.02.2026', ['2026-01-31', '2026-02-28']],
    ['01/31/2026,02/01/2026', ['2026-01-31', '2026-02-01']],
    ['2026-01-01 00:00:00,2026-02-01 00:00:00', ['2026-01-01', '2026-02-01']],
  ] as const) {
    const path = await given(lines(`shop,${names}`, 'North,1,2'));
    const asked = ask([folder], wide(path), 'day', ever);
    const read = asked.then(({ rows }) => rows.flatMap(({ key, values }) => (values[0] === null ? [] : key)));
    assert.deepEqual(await read, days ?? ['2026-01-01'], names);
  }
});

test('names that say no certain day are refused at their field, never guessed', async () => {
  for (const [names, message] of [
    ['01/02/2026,02/02/2026', /may begin with the day or with the month.*"first"/],
    ['Jan 2026,Feb,Mar', /"Feb", "Mar" are no whole dates/],
    ['Jan 2026,01/26', /"01\/26" are no whole dates/],
    ['Q1 2026,Q2', /"Q2" are no whole dates/],
    ['26-01-02,2026-01-03', /"26-01-02" are no whole dates/],
    ['2026-01-31,2026-02-30,31.02.2026', /"31.02.2026" are no whole dates/],
    ['Jan 2026,2026-01', /"Jan 2026", "2026-01" have the same date/],
    ['Jan 2026,Jan 2026', /have the same date/],
    ['Plan,Actual', /No column has a date as its name\. There are: "shop", "Plan", "Actual"/],
    ['Jan 2026,Day', /would be called "day", as another one is/],
    ['Jan 2026,Value', /would be called "value", as another one is/],
  ] as const) {
    const path = await given(lines(`shop,${names}`, 'North,1,2,3'));
    const fault = await verify([folder], wide(path)).catch((error: unknown) => error);
    assert.ok(isError('invalid_config', message)(fault as Error), `${names}: ${fault}`);
    const [{ path: field } = { path: '' }] = (fault as { faults?: { path: string }[] }).faults ?? [];
    assert.match(field, /^unpivot/, names);
  }
  const path = await given(lines('shop,01/02/2026', 'North,1'));
  const { rows } = await ask([folder], wide(path, { unpivot: { ...unpivot, first: 'day' } }), 'day', ever);
  assert.deepEqual(rows, [{ key: '2026-02-01', values: [1] }]);
});

test('totals and other numbers beside the dates are not counted, and told where a metric counts them', async () => {
  const path = await given(lines('shop,price,2026-01,2026-02,Q1 2026,Total 2026', 'N,9,1,2,3,3', 'S,8,,4,4,4'));
  const sum = { sold: 'sum(value)', shown: 'sum("Total 2026")', turnover: 'sum(price * value)' };
  const config = { ...wide(path), ...makeConfig(path, 'day', sum), unpivot };
  const { rows } = await ask([folder], config, 'none', ever);
  assert.deepEqual(rows[0]?.values, [7, 10, 59]);
  const told = await verify([folder], config);
  assert.deepEqual(
    told.map(({ code, path }) => [code, path]),
    [
      ['totals_left_out', 'unpivot'],
      ['repeated_values', 'metrics.1.sql'],
    ],
  );
});

test('a doubt shows how a wide table was read, and what of it is not counted', async () => {
  const path = await given(lines('shop,Jan 2026,Feb 2026,Total', 'North,1,2,3', 'South,4,5,9'));
  const { doubts } = await propose(path);
  const { message = '' } = doubts.find(({ code }) => code === 'read_long') ?? {};
  assert.match(message, /"Jan 2026" to "Feb 2026" \(2 columns\)/);
  assert.match(message, /2 rows become 4, such as 1 on 2026-01-01\. Not counted are "Total"/);
});

test('tables whose columns have years alone, or parts of dates, are told what to do', async () => {
  const months = await given(lines('shop,Jan,Feb,Mrz', 'North,1,2,3'));
  await assert.rejects(
    propose(months),
    isError('invalid_config', /"Jan", "Feb", "Mrz" are no whole dates.*with their year/),
  );
  const years = await given(lines('shop,2024,2025', 'North,1,2'));
  await assert.rejects(
    propose(years),
    isError('invalid_config', /"2024", "2025" are no whole dates.*Only columns of quarters/),
  );
  const roster = await given(lines('name,2026-01-05,2026-01-06', 'Ann,early,late'));
  await assert.rejects(propose(roster), isError('invalid_config', /No column holds dates/));
});

test('a wide text is read with quotes, in another encoding, compressed and below a title, and its faults are named', async () => {
  const table = lines('Bericht "2026";', 'Filiale;Jan 2026;Feb 2026', '"Köln; ""Mitte""";1;2', '"zwei', 'Zeilen";3;4');
  const reading = { skip_lines: 1, delimiter: ';', encoding: 'windows-1252' } as const;
  const path = await given(gzipSync(Buffer.from(table, 'latin1')), 'wide.csv.gz');
  const config = { ...wide(path, reading), ...makeConfig(path, 'day', sold, { shop: 'Filiale' }), unpivot, ...reading };
  const { rows } = await ask([folder], config, { dimension: 'shop' }, ever);
  assert.deepEqual(
    rows.map(({ key, values }) => [key, ...values]).sort(),
    [
      ['Köln; "Mitte"', 3],
      ['zwei\nZeilen', 7],
    ].sort(),
  );
  for (const [content, message] of [
    [lines('shop,2026-01', 'N,1', 'S,2,3'), /wide\.csv failed: line 3 has more values/],
    ['shop,2026-01\nN,1\nS', /its last line lacks columns and does not end/],
    ['', /without even a header/],
    [`shop,2026-01\n"${'x'.repeat(2_000_000)}`, /a quote that does not end/],
  ] as const) {
    await assert.rejects(verify([folder], wide(await given(content))), isError('invalid_config', message));
  }
});

test('workbooks whose columns are days, or have no names, are read', async () => {
  const months = [46_023, 46_054].map((day) => ({ day }));
  const table = [['Bericht'], [], ['Filiale', ...months, 'Summe'], ['Köln', 1.5, 2, 3.5], ['Ulm', null, 4, 4]];
  const long = await propose(await given(makeWorkbook({ Sheet: table }), 'wide.xlsx'));
  assert.deepEqual([long.config.skip_lines, long.config.unpivot], [2, unpivot]);
  assert.deepEqual([long.totals.value, long.totals.rows], [7.5, 3]);
  const { rows } = await ask([folder], long.config, 'day', ever);
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['2026-01-01', '2026-02-01'],
  );
  const unnamed = [46_023, 46_024].map((day, index) => [{ day }, 'Köln', 1.5 + 20 * index]);
  const plain = await propose(await given(makeWorkbook({ Sheet: unnamed }), 'plain.xlsx'));
  assert.deepEqual([plain.config.header, plain.totals.column_3, plain.totals.rows], [false, 23, 2]);
  assert.deepEqual(await verify([folder], plain.config), []);
});

test('settings that do not go together, or with the format, are refused at their field', async () => {
  const csv = await given(lines('shop,2026-01', 'N,1'));
  const json = await given('[{"day": "2026-01-01", "value": 1}]', 'rows.json');
  for (const [config, field] of [
    [wide(csv, { header: false }), 'unpivot'],
    [wide(json), 'unpivot'],
    [{ ...makeConfig(json, 'day', sold), header: false }, 'header'],
  ] as const) {
    const fault = await verify([folder], config).catch((error: unknown) => error);
    assert.ok(isError('invalid_config', /Remove/)(fault as Error), String(fault));
    assert.equal((fault as { faults: { path: string }[] }).faults[0]?.path, field);
  }
});

test('several files without names of columns are one table, as wide as the widest', async () => {
  await given(lines('2026-01-05;Ann;1', '2026-01-06;Bob;2'), 'part-1.csv');
  await given(lines('2026-01-07;Ann;3;x', '2026-01-08;Bob;4;y'), 'part-2.csv');
  const config = {
    ...makeConfig('part-*.csv', 'column_1', { n: 'sum(column_3)', x: 'count(column_4)' }),
    header: false,
  };
  const { rows } = await ask([folder], config, 'none', ever);
  assert.deepEqual(rows[0]?.values, [10, 2]);
});

test('an archive of one file is that file, another one names what it holds', async () => {
  const table = lines('day,n', '2026-01-05,1', '2026-01-06,2');
  const config = (name: string) => makeConfig(name, 'day', { n: 'sum(n)' });
  for (const [name, content] of [
    ['one.zip', zipOf({ 'export/sales.csv': table, '__MACOSX/x': 'x' })],
    ['packed.zip', zipOf({ 'sales.csv.gz': gzipSync(table) })],
    [
      'sheet.zip',
      zipOf({
        'sales.xlsx': makeWorkbook({
          S: [
            ['day', 'n'],
            ['2026-01-05', 3],
          ],
        }),
      }),
    ],
  ] as const) {
    const { rows } = await ask([folder], config(await given(content, name)), 'none', ever);
    assert.deepEqual(rows[0]?.values, [3], name);
  }
  for (const [content, message] of [
    [zipOf({ 'a.csv': table, 'b.csv': table }), /many\.zip failed\. It is an archive of 2 files: a\.csv, b\.csv\./],
    [zipOf({ 'a.pdf': table }), /The format of a\.pdf is not known/],
    [damagedZip('a.csv', table), /many\.zip failed\. It is an archive that is damaged/],
    [table, /many\.zip failed\. It is an archive that is damaged/],
  ] as const) {
    await assert.rejects(
      verify([folder], config(await given(content, 'many.zip'))),
      isError('invalid_config', message),
    );
  }
});
