import assert from 'node:assert/strict';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { hubSpotCatalog } from '../../../src/reporting/connectors/hubspot/catalog.ts';
import { hubSpotConnector } from '../../../src/reporting/connectors/hubspot.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { hubSpotToken, startHubSpot } from '../../doubles/hubspot.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';
import { test } from '../../support/suite.ts';

const double = await startHubSpot();
const secret = { token: hubSpotToken };
const systemAddresses = { ...localNetwork.systemAddresses, hubspot: double.url };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const everything = {
  metrics: hubSpotCatalog.metrics.map(({ key }) => key),
  dimensions: hubSpotCatalog.dimensions.map(({ key }) => key),
};
const metrics = ['deals_created', 'deals_won', 'deals_won_amount', 'win_rate', 'contacts_created'];
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 100 },
  metrics,
};

async function ask(query: Partial<Query> = {}, config: object = {}) {
  await using context = open();
  return await hubSpotConnector.query({ ...everything, ...config }, secret, { ...week, ...query }, context);
}

const figures: [Query['by'], unknown[][]][] = [
  ['none', [[null, 6, 4, 300.3, 0.8, 2]]],
  [
    'day',
    [
      ['2026-02-27', 2, null, null, null, 1],
      ['2026-02-28', null, 1, 100.1, 1, null],
      ['2026-03-01', null, 1, 200.2, 1, 1],
      ['2026-03-03', 4, null, null, null, null],
      ['2026-03-04', null, 2, null, 2 / 3, null],
    ],
  ],
  [
    { dimension: 'pipeline' },
    [
      ['Sales', 5, 3, 100.1, 0.75, null],
      [hostileValue, 1, 1, 200.2, 1, null],
    ],
  ],
  [
    { dimension: 'source' },
    [
      [null, 5, 3, 200.2, 0.75, null],
      ['Paid search', 1, 1, 100.1, 1, 1],
      ['Organic search', null, null, null, null, 1],
    ],
  ],
  [
    { dimension: 'owner' },
    [
      ['Ann Lee', 6, 4, 300.3, 0.8, null],
      ['eve@example.com', null, null, null, null, 1],
      [null, null, null, null, null, 1],
    ],
  ],
];

test('hubspot: deals are of the day of their creation or close, amounts in the company’s currency', async () => {
  for (const [by, rows] of figures) {
    const answer = await ask({ by });
    assert.deepEqual(
      answer.rows.map(({ key, values }) => [key, ...values]),
      rows,
      JSON.stringify(by),
    );
  }
});

test('hubspot: an amount that is not converted is told of, never added in another currency', async () => {
  const answer = await ask();
  assert.deepEqual(answer.leftOut, [0, 0, 1, 0, 0]);
  assert.equal((await ask({ to: '2026-03-01' })).leftOut, undefined);
  const average = await ask({ metrics: ['average_deal_amount', 'deals_created_amount'] });
  assert.deepEqual(
    [average.rows[0]?.values, average.leftOut],
    [
      [150.15, 1306.3],
      [1, 1],
    ],
  );
});

test('hubspot: submissions of forms are read from the newest to the first day', async () => {
  const answer = await ask({ metrics: ['form_submissions'], by: { dimension: 'form' } });
  assert.deepEqual(
    answer.rows.map(({ key, values }) => [key, ...values]),
    [
      [hostileValue, 2],
      ['Newsletter', 1],
    ],
  );
  const earlier = await ask({ metrics: ['form_submissions'], from: '2026-01-01', to: '2026-01-31' });
  assert.deepEqual(earlier.rows[0]?.values, [1]);
});

test('hubspot: a search with more results than HubSpot gives is cut by time, and nothing is lost or counted twice', async () => {
  double.moreContacts = 12_345;
  assert.deepEqual((await ask({ metrics: ['contacts_created'] })).rows[0]?.values, [12_347]);
  const days = await ask({ metrics: ['contacts_created'], by: 'day' });
  assert.equal(days.rows[0]?.values[0], 12_346);
  double.moreContacts = 60_000;
  await assert.rejects(ask({ metrics: ['contacts_created'] }), isError('invalid_config', /shorter/, secret));
  double.moreContacts = 0;
});

test('hubspot: fewer records than there are said to be are no figure', async () => {
  double.fault = () => ({ total: 3, results: [] });
  await assert.rejects(ask(), isError('transient', /cannot be read/, secret));
  double.fault = null;
});

test('hubspot: only what the metrics need is asked for', async () => {
  const before = double.seen.length;
  await ask({ metrics: ['contacts_created'] });
  assert.deepEqual(
    double.seen.slice(before).map(({ path }) => path),
    ['/crm/objects/2026-03/contacts/search'],
  );
});

test('hubspot: a pipeline limits the deals; one that is gone, and rights that are missing, are told', async () => {
  assert.deepEqual((await ask({}, { pipeline: 'p2' })).rows[0]?.values, [1, 1, 200.2, 1, 2]);
  await using context = open();
  assert.deepEqual(await hubSpotConnector.resources?.(null, secret, context), [
    { config: { pipeline: 'default' }, label: 'Sales' },
    { config: { pipeline: 'p2' }, label: hostileValue },
  ]);
  const gone = hubSpotConnector.verify({ pipeline: 'gone' }, secret, context);
  await assert.rejects(gone, isError('resource_missing', /pipeline/, secret));
  double.forbidden.add('/crm/v3/owners');
  assert.equal((await ask({ by: { dimension: 'owner' } })).rows[0]?.key, '7');
  double.forbidden.add('/crm/objects/2026-03/deals/search');
  await assert.rejects(ask(), isError('resource_missing', /may not read/, secret));
  double.forbidden.clear();
});

test('hubspot: describes its metrics in the company’s currency', async () => {
  await using context = open();
  const { currency, timeZone, metrics: described } = await hubSpotConnector.describe({}, secret, context);
  assert.deepEqual([currency, timeZone], ['EUR', undefined]);
  assert.ok(!described.some(({ key }) => key === 'form_submissions'));
  const empty = await ask({ from: '2020-01-01', to: '2020-01-31', by: 'day' });
  assert.deepEqual([empty.rows, empty.hasData], [[], false]);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('hubspot: the limit of the day asks for more patience than that of a second', async () => {
  for (const [policyName, waitMs] of [
    ['DAILY', 3_600_000],
    ['TEN_SECONDLY_ROLLING', 10_000],
  ] as const) {
    double.fault = (_request, response) => {
      response.statusCode = 429;
      return { status: 'error', errorType: 'RATE_LIMIT', policyName };
    };
    await using context = open({ deadline: Date.now() + 5_000 });
    const asked = hubSpotConnector.query({}, secret, { ...week, metrics: ['deals_created'] }, context);
    await assert.rejects(asked, (error: Error & { retryAfterMs?: number }) => error.retryAfterMs === waitMs);
  }
  double.fault = null;
});

test('hubspot: the registry reads its configuration and secret', () => {
  const connector = getConnector('hubspot');
  assert.deepEqual(parseConfig(connector, { pipeline: 'default' }), { pipeline: 'default' });
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { pipeline: '../x' }), /pipeline/);
});

testHostedFaults('hubspot', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  quotaWaitMs: 1_000,
  ask: async (options) => {
    await using context = open(options);
    return await hubSpotConnector.query({}, secret, { ...week, metrics: ['deals_created'] }, context);
  },
}));
