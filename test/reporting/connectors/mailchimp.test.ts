import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { mailchimpConnector } from '../../../src/reporting/connectors/mailchimp.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { mailchimpKey, startMailchimp } from '../../doubles/mailchimp.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startMailchimp();
const secret = { key: mailchimpKey };
const systemAddresses = { ...localNetwork.systemAddresses, mailchimp: double.url };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const metrics = ['emails_sent', 'open_rate', 'opens', 'unique_opens', 'bounces'];
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 100 },
  metrics,
};

async function ask(query: Partial<Query> = {}, config: object = {}, given = secret) {
  await using context = open();
  return await mailchimpConnector.query({ metrics, ...config }, given, { ...week, ...query }, context);
}

const figures: [Query['by'], unknown[][]][] = [
  // Of 1,960 that were delivered 520 were opened; who opened several campaigns cannot be told.
  ['none', [[null, 2000, 520 / 1960, 860, null, 40]]],
  [
    'day',
    [
      ['2026-02-27', 1000, 294 / 980, 500, 294, 20],
      ['2026-02-28', 100, 0.5, 60, 50, 0],
      ['2026-03-01', 900, 0.2, 300, 176, 20],
    ],
  ],
  [
    'month',
    [
      ['2026-02-01', 1100, 344 / 1080, 560, null, 20],
      ['2026-03-01', 900, 0.2, 300, 176, 20],
    ],
  ],
  [
    { dimension: 'campaign' },
    [
      [hostileValue, 1000, 294 / 980, 500, 294, 20],
      ['Spring (c3)', 900, 0.2, 300, 176, 20],
      ['Spring (c2)', 100, 0.5, 60, 50, 0],
    ],
  ],
  [
    { dimension: 'audience' },
    [
      ['Newsletter', 1900, 470 / 1860, 800, null, 40],
      ['Customers', 100, 0.5, 60, 50, 0],
    ],
  ],
];

test('mailchimp: figures are those of the campaigns, rates of their parts, people of one campaign alone', async () => {
  for (const [by, rows] of figures) {
    const answer = await ask({ by });
    assert.deepEqual(
      answer.rows.map(({ key, values }) => [key, ...values]),
      rows,
    );
    assert.deepEqual([answer.hasData, answer.groupCount, answer.rowsRead], [true, rows.length, 3]);
  }
});

test('mailchimp: a campaign is of the day on which it was sent in the zone of the query', async () => {
  const days = async (timeZone: string) => (await ask({ by: 'day', timeZone })).rows.map(({ key }) => key);
  assert.deepEqual(await days('Europe/Berlin'), ['2026-02-27', '2026-02-28', '2026-03-01']);
  assert.deepEqual(await days('America/New_York'), ['2026-02-27', '2026-02-28']);
  const one = await ask({ from: '2026-03-01', to: '2026-03-01' });
  assert.equal(one.rows[0]?.values[0], 900);
});

test('mailchimp: pages are read to the end, and fewer campaigns than there are said to be are no figure', async () => {
  double.mostRows = 2;
  assert.equal((await ask()).rows[0]?.values[0], 2000);
  double.mostRows = 0;
  await assert.rejects(ask(), isError('transient', /cannot be read/, secret));
  double.mostRows = 1000;
});

test('mailchimp: an audience limits what counts, and one that is gone is missing', async () => {
  assert.equal((await ask({}, { audience: 'bbb222' })).rows[0]?.values[0], 100);
  await using context = open();
  assert.deepEqual(await mailchimpConnector.resources?.(null, secret, context), [
    { config: { audience: 'aaa111' }, label: 'Newsletter' },
    { config: { audience: 'bbb222' }, label: 'Customers' },
  ]);
  const gone = mailchimpConnector.verify({ audience: 'ccc333' }, secret, context);
  await assert.rejects(gone, isError('resource_missing', /404/, secret));
  const warnings = await mailchimpConnector.verify({}, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
});

test('mailchimp: a key is sent to its own data centre, and none that names anything else', async () => {
  await ask();
  const before = double.seen.length;
  for (const key of ['abcdefghijk', 'abcdefghijk-us1.evil.example', 'abcdefghijk-us1/x', 'abcdefghijk-']) {
    await assert.rejects(ask({}, {}, { key }), isError('invalid_config', /data centre/, { key }));
  }
  assert.equal(double.seen.length, before);
  await assert.rejects(ask({}, {}, { key: 'ffffffffff-us19' }), isError('reauth_required', /401/));
});

test('mailchimp: an empty period has no figures, and an unknown metric is refused', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by: 'day' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('mailchimp: the registry reads its configuration and secret', () => {
  const connector = getConnector('mailchimp');
  assert.deepEqual(parseConfig(connector, { audience: 'aaa111' }), { audience: 'aaa111' });
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { audience: '../x' }), /audience/);
});

testHostedFaults('mailchimp', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await mailchimpConnector.query({}, secret, { ...week, metrics: ['emails_sent'] }, context);
  },
}));
