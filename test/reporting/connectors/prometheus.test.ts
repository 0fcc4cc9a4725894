import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Grouping, Query } from '../../../src/reporting/connectors/contract.ts';
import type { PrometheusConfig } from '../../../src/reporting/connectors/prometheus/config.ts';
import { prometheusConnector } from '../../../src/reporting/connectors/prometheus.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { hasPrometheus, type Samples, startNodeExporter, startPrometheus } from '../../support/prometheus.ts';
import { startTestService } from '../../support/service.ts';

const minuteMs = 60_000;
const timeZone = 'Europe/Berlin';
const startOf = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;

/** One value each five minutes from 20 March until 10 April 2026, over the change of the clock on 29 March. */
function series(valueAt: (minutes: number, atMs: number) => number | string | undefined): Samples[string] {
  const [start, end] = [startOf('2026-03-20'), startOf('2026-04-10')];
  const times = Array.from({ length: (end - start) / minuteMs / 5 + 1 }, (_, index) => start + index * 5 * minuteMs);
  return times.flatMap((atMs) => {
    const value = valueAt((atMs - start) / minuteMs, atMs);
    return value === undefined ? [] : [[atMs, value] as const];
  });
}

const noon = startOf('2026-03-24') + 12 * 60 * minuteMs;
const samples: Samples = {
  // One a minute, and half of it with a restart at noon of 24 March.
  'steps_total{shop="a"}': series((minutes) => minutes),
  'steps_total{shop="b"}': series((minutes, atMs) => (atMs < noon ? minutes : (atMs - noon) / minuteMs) / 2),
  'steps_total{shop="c \\"quoted\\" Łódź"}': series((minutes, atMs) =>
    atMs < startOf('2026-03-23') ? minutes : undefined,
  ),
  steps_total: series((minutes) => minutes / 5),
  'level{shop="a"}': series((_minutes, atMs) => Math.floor((atMs - startOf('2026-03-20')) / (24 * 60 * minuteMs))),
  'level{shop="b"}': series(() => 10),
  'strange{shop="a"}': series(() => 'NaN'),
  'strange{shop="b"}': series(() => '+Inf'),
};

/** Increases are computed in doubles. */
const rounded = (value: number | null | undefined) => (value ? Number(value.toFixed(6)) : value);

const shared = { unit: 'number', better: 'none' } as const;

function configOf(
  url: string,
  metrics: Readonly<Record<string, [kind: 'counter' | 'gauge', promql: string]>>,
): PrometheusConfig {
  return {
    url,
    metrics: Object.entries(metrics).map(([key, [kind, promql]]) => ({ key, label: key, kind, promql, ...shared })),
    dimensions: [{ key: 'shop', label: 'Shop', label_name: 'shop' }],
  };
}

async function ask(config: PrometheusConfig, by: Grouping, query: Partial<Query> = {}) {
  await using context = openTestContext();
  const metrics = config.metrics.map(({ key }) => key);
  const whole = { from: '2026-03-27', to: '2026-03-31', timeZone, metrics, by, limit: 100_000, ...query };
  return await prometheusConnector.query(config, null, whole, context);
}

async function verify(config: PrometheusConfig) {
  await using context = openTestContext();
  return await prometheusConnector.verify(config, null, context);
}

if (hasPrometheus) {
  const url = await startPrometheus({ samples });
  describe('prometheus with values in store', () => {
    const of = (promql: string, kind: 'counter' | 'gauge' = 'counter') => configOf(url, { figure: [kind, promql] });
    const days = async (...asked: Parameters<typeof ask>) =>
      Object.fromEntries((await ask(...asked)).rows.map(({ key, values }) => [key, rounded(values[0])]));

    test('a counter is its increase over the period, series added up', async () => {
      const { rows, hasData, rowsRead } = await ask(of('steps_total{shop="a"}'), 'none');
      assert.deepEqual([rows, hasData, rowsRead], [[{ key: null, values: [5 * 1440 - 60] }], true, null]);
      assert.deepEqual((await ask(of('sum(steps_total{shop=~"a|b"})'), 'none')).rows[0]?.values, [7140 * 1.5]);
    });

    test('days are those of the zone, 23 hours long where the clock changes, and add up to the period', async () => {
      const found = await days(of('steps_total{shop="a"}'), 'day');
      assert.deepEqual(found, {
        '2026-03-27': 1440,
        '2026-03-28': 1440,
        '2026-03-29': 1380,
        '2026-03-30': 1440,
        '2026-03-31': 1440,
      });
      assert.equal((await days(of('steps_total{shop="a"}'), 'day', { timeZone: 'UTC' }))['2026-03-29'], 1440);
    });

    test('hours are those of the zone: none that the clock skips, and together they are the day', async () => {
      const { rows } = await ask(of('steps_total{shop="a"}'), 'day', {
        from: '2026-03-29',
        to: '2026-03-29',
        hourly: true,
        limit: 25,
      });
      assert.deepEqual(
        rows.map(({ key }) => key?.slice(11)),
        ['00', '01', ...Array.from({ length: 21 }, (_, hour) => String(hour + 3).padStart(2, '0'))],
      );
      assert.ok(rows.every(({ values }) => values[0] === 60));
    });

    test('a point of many is the figure of its unit asked for alone', async () => {
      for (const kind of ['counter', 'gauge'] as const) {
        const config = of('steps_total', kind);
        const { rows } = await ask(config, 'day');
        assert.equal(rows.length, 5);
        for (const { key, values } of rows) {
          const day = key ?? '';
          assert.deepEqual((await ask(config, 'none', { from: day, to: day })).rows, [{ key: null, values }]);
        }
      }
    });

    test('a counter that begins anew loses nothing but what was lost', async () => {
      const found = await days(of('steps_total{shop="b"}'), 'day', { from: '2026-03-23', to: '2026-03-25' });
      // The last value before the restart was that of five minutes earlier.
      assert.deepEqual(found, { '2026-03-23': 720, '2026-03-24': 717.5, '2026-03-25': 720 });
    });

    test('weeks and months are keyed by their first days and end with the period', async () => {
      const period = { from: '2026-03-21', to: '2026-04-02' };
      assert.deepEqual(await days(of('steps_total{shop="a"}'), 'week', period), {
        '2026-03-16': 2 * 1440,
        '2026-03-23': 7 * 1440 - 60,
        '2026-03-30': 4 * 1440,
      });
      assert.deepEqual(await days(of('steps_total{shop="a"}'), 'month', period), {
        '2026-03-01': 11 * 1440 - 60,
        '2026-04-01': 2 * 1440,
      });
    });

    test('a gauge is its mean, each value in one unit alone', async () => {
      const found = await days(of('level{shop="a"}', 'gauge'), 'day', { from: '2026-03-21', to: '2026-03-23' });
      assert.deepEqual(found, { '2026-03-21': 1, '2026-03-22': 2, '2026-03-23': 3 });
      const { rows } = await ask(of('level', 'gauge'), 'none', { from: '2026-03-21', to: '2026-03-22' });
      assert.deepEqual(rows[0]?.values, [(1.5 + 10) / 2]);
    });

    test('a gauge may be any expression, with a comment too', async () => {
      const promql = 'sum(level) / count(level) # of all shops';
      assert.deepEqual(await days(of(promql, 'gauge'), 'day', { from: '2026-03-22', to: '2026-03-22' }), {
        '2026-03-22': 6,
      });
    });

    test('a dimension has the groups with the greatest figures, those without the label as missing', async () => {
      const config = configOf(url, { steps: ['counter', 'steps_total'], level: ['gauge', 'level'] });
      const asked = { from: '2026-03-22', to: '2026-03-22' };
      const { rows, groupCount } = await ask(config, { dimension: 'shop' }, asked);
      assert.deepEqual(rows, [
        { key: 'a', values: [1440, 2] },
        { key: 'c "quoted" Łódź', values: [1440, null] },
        { key: 'b', values: [720, 10] },
        { key: null, values: [288, null] },
      ]);
      const some = await ask(config, { dimension: 'shop' }, { ...asked, limit: 2, metrics: ['level'] });
      assert.deepEqual([some.rows.map(({ key }) => key), some.groupCount, groupCount], [['b', 'a'], 2, 4]);
    });

    test('NaN and the infinities are no figures', async () => {
      const result = await ask(of('strange', 'gauge'), { dimension: 'shop' });
      assert.deepEqual(
        result.rows.map(({ values }) => values),
        [[null], [null]],
      );
      assert.equal(result.hasData, false);
    });

    test('a period without values has no rows', async () => {
      for (const by of ['none', 'day', { dimension: 'shop' }] satisfies Grouping[]) {
        const result = await ask(of('steps_total'), by, { from: '1999-01-01', to: '1999-01-31' });
        assert.deepEqual(result, { rows: [], groupCount: 0, hasData: false, rowsRead: null, freshAt: null });
      }
    });

    test('more days than the 11,000 points of a request come in several', async () => {
      const found = await days(of('steps_total{shop="a"}'), 'day', { from: '1990-01-01', to: '2026-04-05' });
      assert.equal(Object.keys(found).length, 17);
      assert.equal(found['2026-04-05'], 1440);
    });

    test('faults of expressions are told at once, by their paths and places', async () => {
      const config = configOf(url, {
        broken: ['gauge', 'sum(level'],
        misplaced: ['gauge', 'level +\n  * 2'],
        mean: ['counter', 'rate(steps_total[5m])'],
      });
      for (const message of [
        /metrics\.0\.promql is not valid/,
        /metrics\.1\.promql .* line 2, character 3/,
        /metrics\.2\.promql is not the name of a counter/,
      ]) {
        await assert.rejects(verify(config), isError('invalid_config', message));
      }
      await assert.rejects(ask(of('sum(level', 'gauge'), 'none'), isError('invalid_config', /"figure".*PromQL/));
      await assert.rejects(
        ask(of('level * on(shop) strange or level * 2 or (level > bool 1)[1d:1h]', 'gauge'), 'none'),
        isError('invalid_config', /"figure"/),
      );
      await assert.rejects(
        ask(of('rate(steps_total[5m])'), 'day'),
        isError('invalid_config', /not the name of a counter/),
      );
    });

    test('an address that is no Prometheus is told', async () => {
      await assert.rejects(ask({ ...of('up'), url: `${url}/graph` }, 'none'), isError('resource_missing', /404/));
      for (const wrong of ['nowhere', 'ftp://example.com', `${url}?x=1`, 'http://user:password@127.0.0.1/']) {
        await assert.rejects(ask({ ...of('up'), url: wrong }, 'none'), isError('invalid_config', /^url is not/));
      }
    });
  });

  test("the service's own figures and the machine's, as Prometheus reads them", { timeout: 120_000 }, async () => {
    await using service = await startTestService('sqlite');
    const [{ host }, machine] = [new URL(service.url), await startNodeExporter()];
    const url = await startPrometheus({ targets: [host, machine] });
    const config = configOf(url, {
      seconds: ['counter', 'process_cpu_seconds_total{job="job0"}'],
      memory: ['gauge', 'node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes'],
      running: ['gauge', 'up'],
    });
    const today = Temporal.Now.plainDateISO('UTC');
    const period = {
      from: today.subtract({ days: 1 }).toString(),
      to: today.add({ days: 1 }).toString(),
      timeZone: 'UTC',
    };
    const [seconds, memory] = await eventually(async () => {
      const values = (await ask(config, 'none', period)).rows[0]?.values ?? [];
      return values.length === 3 && values.every((value) => value) ? (values as number[]) : undefined;
    }, 60_000);
    assert.ok(seconds && seconds < 600 && memory && memory < 1, String([seconds, memory]));
    const warnings = await verify(configOf(url, { up: ['gauge', 'up'], gone: ['gauge', 'gone'] }));
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [['no_values', 'metrics.1.promql']],
    );
  });
}
