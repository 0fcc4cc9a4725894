import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PrometheusConfig } from '../../../src/reporting/connectors/prometheus/config.ts';
import { prometheusConnector } from '../../../src/reporting/connectors/prometheus.ts';
import { getConnector, parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { hasPrometheus, startPrometheus } from '../../support/prometheus.ts';

const page = readFileSync('docs/connectors/prometheus.md', 'utf8');
const [written] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
  ([, json = '']) => parseConfig(getConnector('prometheus'), JSON.parse(json)) as PrometheusConfig,
);

const day = { from: '2026-03-02', to: '2026-03-02', timeZone: 'UTC' };
const start = Date.parse('2026-03-02T00:00:00Z');
const series = (valueAt: (index: number) => number) =>
  Array.from({ length: 289 }, (_, index) => [start + index * 300_000, valueAt(index)] as const);

if (hasPrometheus && written) {
  const url = await startPrometheus({
    samples: {
      'http_requests_total{code="200",instance="a"}': series((index) => 10 * index),
      'http_requests_total{code="200",instance="b"}': series((index) => 5 * index),
      'http_requests_total{code="503",instance="b"}': series((index) => index),
      'node_memory_MemAvailable_bytes{instance="a"}': series(() => 1_000),
      'node_memory_MemTotal_bytes{instance="a"}': series(() => 4_000),
    },
  });
  const config = { ...written, url };

  test('the configuration of the page gives figures', async () => {
    await using context = openTestContext();
    const metrics = config.metrics.map(({ key }) => key);
    const query = { ...day, metrics, limit: 10 };
    const whole = await prometheusConnector.query(config, null, { ...query, by: 'none' }, context);
    assert.deepEqual(whole.rows, [{ key: null, values: [16 * 288, 288, 0.25] }]);
    const by = await prometheusConnector.query(config, null, { ...query, by: { dimension: 'server' } }, context);
    assert.deepEqual(by.rows, [
      { key: 'a', values: [2880, null, 0.25] },
      { key: 'b', values: [6 * 288, 288, null] },
    ]);
    const warnings = await prometheusConnector.verify(config, null, context);
    assert.equal(warnings.length, 3, 'nothing was measured in the last 24 hours');
  });
}
