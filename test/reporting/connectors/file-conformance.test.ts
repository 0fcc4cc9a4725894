import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { type ConformanceFixture, knownRows, testConnector } from '../../support/connector-conformance.ts';
import { usually } from '../../support/suite.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'file-conformance-')));
after(() => rm(root, { recursive: true }));

const metrics = [
  { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
  { key: 'total', label: 'Total', sql: 'sum(amount)', unit: 'currency', better: 'up', additive: true },
  { key: 'average', label: 'Average', sql: 'avg(amount)', unit: 'number', better: 'up', additive: false },
];
const dimensions = [{ key: 'place', label: 'Place', sql: 'place' }];

const flights = await realpath('node_modules/vega-datasets/data');

/** 3 million flights moved into the period asked for, with a search through a long text for each. */
const slowConfig = {
  path: 'flights-3m.parquet',
  date: 'date + INTERVAL 23 YEAR',
  metrics: [
    {
      ...metrics[0],
      sql: `sum(length(regexp_extract(concat(${Array(300).fill('origin').join(', ')}), '(.*a.*b)+c')))`,
    },
  ],
  dimensions: [],
};

const separated = (delimiter: string) => {
  const cell = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  const lines = knownRows.map(({ day, place, amount }) => [cell(day), cell(place), amount ?? ''].join(delimiter));
  return [['day', 'place', 'amount'].join(delimiter), ...lines].join('\n');
};

const writers: Record<string, (path: string) => Promise<void>> = {
  csv: (path) => writeFile(path, separated(',')),
  tsv: (path) => writeFile(path, separated('\t')),
  json: (path) => writeFile(path, JSON.stringify(knownRows)),
  ndjson: (path) => writeFile(path, knownRows.map((row) => JSON.stringify(row)).join('\n')),
  parquet: writeParquet,
  arrow: (path) => writeFile(path, arrow.tableToIPC(arrowTable(), 'file')),
  feather: (path) => writeFile(path, arrow.tableToIPC(arrowTable(), 'stream')),
};

async function writeParquet(path: string): Promise<void> {
  await writeFile(`${path}.json`, JSON.stringify(knownRows));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT day, place, amount FROM '${path}.json') TO '${path}'`);
  connection.closeSync();
  instance.closeSync();
}

function arrowTable(): arrow.Table {
  return new arrow.Table({
    day: arrow.vectorFromArray(
      knownRows.map(({ day }) => new Date(day)),
      new arrow.DateDay(),
    ),
    place: arrow.vectorFromArray(
      knownRows.map(({ place }) => place),
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
    ),
    amount: arrow.vectorFromArray(
      knownRows.map(({ amount }) => amount),
      new arrow.Float64(),
    ),
  });
}

const formats = usually(Object.keys(writers), ['parquet']);
for (const format of formats) {
  const write = writers[format];
  assert.ok(write);
  const prepare = async (): Promise<ConformanceFixture> => {
    const path = `known.${format}`;
    await write(join(root, path));
    await writeFile(join(root, `corrupt.${format}`), 'day,"place\n{"PAR1 ARROW1\0\0nonsense\n');
    await symlink('/etc/hosts', join(root, `outside.${format}`));
    const config = { path, date: 'day', metrics, dimensions };
    const withMetric = (sql: string) => ({ ...config, metrics: [{ ...metrics[0], sql }] });
    const invalid = (message: RegExp, config: unknown) => ({ config, kind: 'invalid_config' as const, message });
    return {
      connector: fileConnector,
      config,
      secret: null,
      dataRoots: [root, flights],
      timedDate: 'CAST(day AS TIMESTAMP) + CASE WHEN amount > 0 THEN INTERVAL 12 HOUR ELSE INTERVAL 6 HOUR END',
      slowConfig,
      refused: {
        'missing file': { config: { ...config, path: `gone.${format}` }, kind: 'resource_missing', message: /gone/ },
        'corrupt file': invalid(/corrupt/, { ...config, path: `corrupt.${format}` }),
        'symbolic link to the outside': invalid(/outside/, { ...config, path: `outside.${format}` }),
        'column of a metric': invalid(/"sold".*"entries"/, withMetric('sum(sold)')),
        'column of a dimension': invalid(/"shop".*"place"/, {
          ...config,
          dimensions: [{ ...dimensions[0], sql: 'shop' }],
        }),
        'column of the date': invalid(/"when".*the date/, { ...config, date: '"when"' }),
        'date that is none': invalid(/date/, { ...config, date: 'amount' }),
        'metric of text': invalid(/"entries".*VARCHAR/, withMetric('max(place)')),
        'metric of a flag': invalid(/"entries".*BOOLEAN/, withMetric('bool_or(amount > 1)')),
        'metric without an aggregate': invalid(/"entries"/, withMetric('amount')),
        'dimension with an aggregate': invalid(/"place"/, {
          ...config,
          dimensions: [{ ...dimensions[0], sql: 'max(place)' }],
        }),
        'key used twice': invalid(/"entries"/, { ...config, metrics: [metrics[0], metrics[0]] }),
      },
    };
  };
  testConnector(`file (${format})`, prepare, format === 'parquet');
}
