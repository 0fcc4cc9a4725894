import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMetricKeys } from '../../../src/domains/connections/metric-keys.ts';

test('metrics are known by a configuration that defines or chooses them', () => {
  const keys = (config: object) => findMetricKeys(JSON.stringify(config));
  assert.deepEqual(keys({ path: 'a.csv', metrics: [{ key: 'sales', sql: 'count(*)' }] }), new Set(['sales']));
  assert.deepEqual(
    keys({ site: 'example.com', metrics: ['visitors', 'pageviews'] }),
    new Set(['visitors', 'pageviews']),
  );
  assert.equal(keys({ site: 'example.com' }), undefined);
});
