import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Connector, ConnectorError } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret, systems } from '../../../src/reporting/connectors/registry.ts';
import { isError } from '../../support/connector-conformance.ts';

const file = getConnector('file');
const metric = { key: 'n', label: 'N', sql: 'count(*)', unit: 'count', better: 'up', additive: true };
const config = { path: 'a.csv', date: 'day', metrics: [metric], dimensions: [{ key: 'd', label: 'D', sql: 'd' }] };

test('knows the systems by name and lists them when asked for another', () => {
  for (const system of [
    'file',
    'postgres',
    'mysql',
    'clickhouse',
    'sql-server',
    'bigquery',
    'snowflake',
    'databricks',
    'trino',
    'redshift',
    'http-json',
    'prometheus',
  ])
    assert.ok(systems.includes(system));
  for (const system of ['ftp', '', 'constructor', 'File']) {
    assert.throws(() => getConnector(system), isError('invalid_config', /Use one of: file/));
  }
});

test('takes a valid configuration as it is', () => {
  assert.deepEqual(parseConfig(file, config), config);
  const decimals = { ...config, metrics: [{ ...metric, decimals: 2 }], dimensions: [] };
  assert.deepEqual(parseConfig(file, decimals), decimals);
});

const faults: Record<string, [unknown, RegExp]> = {
  'a missing property': [{ ...config, date: undefined }, /\bdate\b/],
  'a missing property within': [{ ...config, metrics: [{ ...metric, sql: undefined }] }, /metrics\.0\.sql/],
  'an unknown property': [{ ...config, url: 1 }, /\burl is not a known property/],
  'an unknown property within': [{ ...config, metrics: [{ ...metric, color: 1 }] }, /metrics\.0\.color is not a known/],
  'a wrong type': [{ ...config, path: 5 }, /path must be string/],
  'a wrong word': [
    { ...config, metrics: [metric, { ...metric, unit: 'euro' }] },
    /metrics\.1\.unit must be one of count, currency, percent, duration, number/,
  ],
  'a bad key': [
    { ...config, dimensions: [{ key: 'A B', label: 'x', sql: 'x' }] },
    /dimensions\.0\.key must begin with a lower-case letter and contain only lower-case letters, digits and _/,
  ],
  'no metrics': [{ ...config, metrics: [] }, /metrics must/],
  'too many metrics': [{ ...config, metrics: Array(51).fill(metric) }, /metrics must/],
  'too long a text': [{ ...config, date: 'x'.repeat(2001) }, /date must/],
  'too many decimals': [{ ...config, metrics: [{ ...metric, decimals: 7 }] }, /metrics\.0\.decimals/],
  'several faults': [
    { ...config, path: '', metrics: [{ ...metric, better: 1 }] },
    /path.*metrics\.0\.better|better.*path/,
  ],
  'no object': ['a.csv', /it must be object/],
};
for (const [fault, [value, message]] of Object.entries(faults)) {
  test(`names the path at fault: ${fault}`, () => {
    assert.throws(() => parseConfig(file, value), isError('invalid_config', message));
  });
}

test('tells each fault with its path apart', () => {
  const { date: _date, ...undated } = config;
  const value = { ...undated, metrics: [{ ...metric, color: 1 }], dimensions: 5 };
  assert.throws(
    () => parseConfig(file, value),
    ({ faults }: ConnectorError) => {
      const told = new Map(faults.map(({ path, message }) => [path, message]));
      assert.deepEqual([...told.keys()].sort(), ['date', 'dimensions', 'metrics.0.color']);
      assert.equal(told.get('date'), 'is missing');
      assert.equal(told.get('metrics.0.color'), 'is not a known property');
      return true;
    },
  );
  const ofWhole = ({ faults }: ConnectorError) => faults.length === 1 && faults[0]?.path === '';
  assert.throws(() => parseConfig(file, 'a.csv'), ofWhole);
});

test('says how many faults there are beyond the ten that it names', () => {
  const value = { ...config, metrics: Array(13).fill({ ...metric, better: 1 }) };
  assert.throws(() => parseConfig(file, value), isError('invalid_config', /metrics\.9\.better .* and 3 more\.$/));
});

test('takes a secret only where the system has one, and never shows it', () => {
  assert.equal(parseSecret(file, null), null);
  assert.equal(parseSecret(file, undefined), null);
  assert.throws(() => parseSecret(file, 'hunter2hunter2'), isError('invalid_config', /secret/, 'hunter2hunter2'));
  const secret = Type.Object({ token: Type.String({ minLength: 20 }) }, { additionalProperties: false });
  const connector: Connector = { ...file, secret };
  assert.throws(
    () => parseSecret(connector, { token: 'hunter2', more: 'hunter3' }),
    isError('invalid_config', /token.*more|more.*token/, ['hunter2', 'hunter3']),
  );
});
