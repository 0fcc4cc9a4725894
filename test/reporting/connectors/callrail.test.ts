import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callRailCatalog } from '../../../src/reporting/connectors/callrail/catalog.ts';
import { callRailConnector } from '../../../src/reporting/connectors/callrail.ts';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { callRailIds, callRailKey, startCallRail } from '../../doubles/callrail.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startCallRail();
const secret = { key: callRailKey };
const account = callRailIds.account;
const systemAddresses = { ...localNetwork.systemAddresses, callrail: double.url };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const metrics = callRailCatalog.metrics.map(({ key }) => key);
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 100 },
  metrics,
};

async function ask(query: Partial<Query> = {}, config: object = {}) {
  await using context = open();
  return await callRailConnector.query({ account, metrics, ...config }, secret, { ...week, ...query }, context);
}

const figures: [Query['by'], unknown[][]][] = [
  ['none', [[null, 4, 2, 3, 1, 0.75, 42.5, 1]]],
  [
    'day',
    [
      ['2026-02-27', 1, 1, 1, 0, 1, 100, 1],
      ['2026-03-01', 1, 0, 0, 1, 0, 0, 0],
      ['2026-03-03', 2, 1, 2, 0, 1, 35, 0],
    ],
  ],
  [
    { dimension: 'source' },
    [
      ['Google Ads', 3, 1, 2, 1, 2 / 3, 40, 1],
      ['Direct', 1, 1, 1, 0, 1, 50, 0],
    ],
  ],
  [
    { dimension: 'campaign' },
    [
      [null, 3, 2, 3, 0, 1, 170 / 3, 1],
      [hostileValue, 1, 0, 0, 1, 0, 0, 0],
    ],
  ],
];

test('callrail: figures are those of the calls, of days in the zone of the query', async () => {
  for (const [by, rows] of figures) {
    const answer = await ask({ by });
    const found = answer.rows.map(({ key, values }) => [key, ...values]);
    assert.deepEqual(found, rows, JSON.stringify(by));
    assert.deepEqual([answer.hasData, answer.rowsRead], [true, 4]);
  }
  const days = await ask({ by: 'day', timeZone: 'America/New_York' });
  assert.deepEqual(
    days.rows.map(({ key }) => key),
    ['2026-02-27', '2026-02-28', '2026-03-03', '2026-03-05'],
  );
});

test('callrail: pages are read to the end, and fewer calls than there are said to be are no figure', async () => {
  double.mostRows = 1;
  assert.equal((await ask()).rows[0]?.values[0], 4);
  double.mostRows = 0;
  await assert.rejects(ask(), isError('transient', /cannot be read/, secret));
  double.mostRows = 250;
});

test('callrail: a company limits what counts; both are listed', async () => {
  assert.equal((await ask({}, { company: callRailIds.other })).rows[0]?.values[0], 1);
  await using context = open();
  assert.deepEqual(await callRailConnector.resources?.(null, secret, context), [
    { config: { account, company: 'COM1' }, label: 'Shop', names: ['Shop', 'Agency'] },
    { config: { account, company: 'COM2' }, label: 'Other', names: ['Other', 'Agency'] },
  ]);
  const gone = callRailConnector.verify({ account: 'ACC2' }, secret, context);
  await assert.rejects(gone, isError('resource_missing', /404/, secret));
});

test('callrail: an empty period has no figures, what is not offered is refused', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by: 'day' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('callrail: the registry reads its configuration and secret', () => {
  const connector = getConnector('callrail');
  assert.deepEqual(parseConfig(connector, { account }), { account });
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { account: '../x' }), /account/);
});

testHostedFaults('callrail', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  quotaWaitMs: 600_000,
  ask: async (options) => {
    await using context = open(options);
    return await callRailConnector.query({ account }, secret, { ...week, metrics: ['calls'] }, context);
  },
}));
