import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectorError, type Query } from '../../../src/reporting/connectors/contract.ts';
import type { PrometheusConfig, PrometheusSecret } from '../../../src/reporting/connectors/prometheus/config.ts';
import { prometheusConnector } from '../../../src/reporting/connectors/prometheus.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { type JsonHandler, startJsonServer } from '../../support/json-server.ts';

const vector = (...values: string[]) => ({
  status: 'success',
  data: {
    resultType: 'vector',
    result: values.map((value, index) => ({ metric: { n: `${index}` }, value: [0, value] })),
  },
});
const fault = (status: number, errorType: string): JsonHandler => {
  return (_request, response) => {
    response.statusCode = status;
    return { status: 'error', errorType, error: 'user admin may not see /var/lib: 1:3: parse error' };
  };
};

let handle: JsonHandler = () => vector('1');
const server = await startJsonServer((request, response) => handle(request, response));

const config: PrometheusConfig = {
  url: `${server.url}/prefix/`,
  metrics: [{ key: 'requests', label: 'Requests', promql: 'requests', kind: 'gauge', unit: 'count', better: 'up' }],
  dimensions: [{ key: 'n', label: 'N', label_name: 'n' }],
};
const query: Query = {
  from: '2026-03-01',
  to: '2026-03-02',
  timeZone: 'UTC',
  metrics: ['requests'],
  by: 'none',
  limit: 10,
};

async function ask(secret: PrometheusSecret = null, deadlineMs = 60_000) {
  await using context = openTestContext({ secret, deadline: Date.now() + deadlineMs });
  return await prometheusConnector.query(config, secret, query, context);
}

for (const [name, handler, kind, message] of [
  ['401', fault(401, 'unauthorized'), 'reauth_required', /401/],
  ['403', fault(403, 'forbidden'), 'resource_missing', /403/],
  ['404', fault(404, 'not_found'), 'resource_missing', /\/api\/v1/],
  ['400 for the expression', fault(400, 'bad_data'), 'invalid_config', /"requests" is not valid/],
  ['422', fault(422, 'execution'), 'invalid_config', /"requests" cannot be computed/],
  ['429', fault(429, 'limit'), 'transient', /429/],
  ['503', fault(503, 'timeout'), 'transient', /503/],
  [
    'another address',
    (_request, response) => void response.writeHead(302, { location: '/' }).end(),
    'invalid_config',
    /another address/,
  ],
  [
    'a web page',
    (_request, response) => void response.end('<html>'),
    'invalid_config',
    /does not answer as Prometheus/,
  ],
  ['other JSON', () => ({ status: 'success', data: [] }), 'invalid_config', /does not answer as Prometheus/],
] satisfies [string, JsonHandler, ConnectorError['kind'], RegExp][]) {
  test(`the answer ${name} is ${kind}, without the server's words`, async () => {
    handle = handler;
    await assert.rejects(ask(), (error) => {
      assert.ok(error instanceof ConnectorError);
      assert.ok(!/admin|var.lib/.test(error.message));
      return isError(kind, message)(error);
    });
  });
}

test('an answer that does not come ends with the work', async () => {
  handle = () => undefined;
  await assert.rejects(ask(null, 300), isError('transient', /stopped/));
});

test('credentials go along as the secret says, and are never in the address', async () => {
  handle = () => vector('1');
  for (const [secret, header] of [
    [{ user: 'reader', password: 'pässword' }, `Basic ${Buffer.from('reader:pässword').toString('base64')}`],
    [{ token: 'secret-text' }, 'Bearer secret-text'],
    [null, undefined],
  ] as const) {
    assert.deepEqual((await ask(secret)).rows, [{ key: null, values: [1] }]);
    assert.equal(server.seen.at(-1)?.headers.authorization, header);
    assert.match(server.seen.at(-1)?.path ?? '', /^\/prefix\/api\/v1\/query\?query=/);
  }
  const secret = { token: 'two\nlines' };
  await assert.rejects(ask(secret), isError('invalid_config', /token/, { text: secret.token }));
});

test('a metric or dimension that is not there, and a key used twice, are named', async () => {
  handle = () => vector('1');
  await using context = openTestContext();
  const asked = (more: Partial<Query>) => prometheusConnector.query(config, null, { ...query, ...more }, context);
  await assert.rejects(asked({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(asked({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
  const twice = { ...config, metrics: [...config.metrics, ...config.metrics] };
  await assert.rejects(prometheusConnector.verify(twice, null, context), isError('invalid_config', /"requests"/));
});

test('counters add up and gauges do not', async () => {
  const [gauge] = config.metrics;
  assert.ok(gauge);
  const counter = { ...gauge, key: 'counted', kind: 'counter' } as const;
  await using context = openTestContext();
  const { metrics } = await prometheusConnector.describe({ ...config, metrics: [gauge, counter] }, null, context);
  assert.deepEqual(
    metrics.map(({ additive }) => additive),
    [false, true],
  );
});

test('the registry reads its configurations and secrets', () => {
  const connector = getConnector('prometheus');
  assert.ok(parseConfig(connector, config));
  assert.throws(
    () => parseConfig(connector, { ...config, metrics: [{ ...config.metrics[0], kind: 'histogram' }] }),
    /metrics\.0\.kind must be one of counter, gauge/,
  );
  for (const secret of [null, { user: 'a', password: 'b' }, { token: 'c' }]) {
    assert.deepEqual(parseSecret(connector, secret), secret);
  }
  for (const secret of ['text', { user: 'a' }, { token: 'c', user: 'a' }]) {
    assert.throws(() => parseSecret(connector, secret));
  }
});
