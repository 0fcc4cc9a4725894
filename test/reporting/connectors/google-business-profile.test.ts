import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { businessConnector } from '../../../src/reporting/connectors/google-business-profile.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { businessLocations, startBusinessProfile } from '../../doubles/google-business-profile.ts';
import { startGoogleOAuth } from '../../doubles/google-oauth.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const oauth = await startGoogleOAuth();
const double = await startBusinessProfile(oauth);
const config = { location: businessLocations.shop };
const secret = oauth.grantSecret as never;
const own = { 'google-business-profile': double.url, 'google-oauth': oauth.url };
const systemAddresses = { ...localNetwork.systemAddresses, ...own };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 100 },
  metrics: ['impressions', 'website_clicks', 'call_clicks'],
};

async function ask(query: Partial<Query> = {}) {
  await using context = open();
  return await businessConnector.query(config, secret, { ...week, ...query }, context);
}

const figures: [Query['by'], unknown[][]][] = [
  ['none', [[null, 25, 4, 2]]],
  [
    'day',
    [
      ['2026-02-27', 14, 0, 2],
      ['2026-03-01', 6, 3, 0],
      ['2026-03-04', 5, 1, 0],
    ],
  ],
  [
    'month',
    [
      ['2026-02-01', 14, 0, 2],
      ['2026-03-01', 11, 4, 0],
    ],
  ],
  [
    { dimension: 'platform' },
    [
      ['Google Search – mobile', 16, null, null],
      ['Google Maps – desktop', 9, null, null],
    ],
  ],
];

test('google-business-profile: the figures are those of the days', async () => {
  for (const [by, rows] of figures) {
    const answer = await ask({ by });
    assert.deepEqual(
      answer.rows.map(({ key, values }) => [key, ...values]),
      rows,
    );
    assert.equal(answer.notices, undefined);
  }
});

test('google-business-profile: search terms are those of whole months, rare ones and other days are told of', async () => {
  const by = { dimension: 'query' };
  const asked = async (from: string, to: string) => {
    const { rows, notices = [] } = await ask({ by, metrics: ['impressions'], from, to });
    return [rows.map(({ key, values }) => [key, ...values]), notices.map(({ code }) => code)];
  };
  const both = [
    ['shop near me', 60],
    [hostileValue, 40],
  ];
  assert.deepEqual(await asked('2026-02-01', '2026-03-31'), [both, ['thresholded']]);
  assert.deepEqual(await asked('2026-02-01', '2026-02-28'), [[[hostileValue, 40]], []]);
  assert.deepEqual(await asked('2026-01-20', '2026-03-15'), [[[hostileValue, 40]], ['withheld_rows']]);
  assert.deepEqual(await asked('2026-02-27', '2026-03-05'), [[], ['withheld_rows']]);
});

test('google-business-profile: days that have no figures yet are told of', async () => {
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const day = (days: number) => today.subtract({ days }).toString();
  assert.deepEqual((await ask({ from: day(20), to: day(1) })).notices, [{ code: 'incomplete_from', date: day(5) }]);
  assert.equal((await ask({ from: day(20), to: day(6) })).notices, undefined);
});

test('google-business-profile: an empty period has no figures, what is not offered is refused', async () => {
  for (const by of ['none', 'day', { dimension: 'platform' }] as const) {
    const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by });
    assert.deepEqual([empty.rows, empty.hasData], [[], false]);
  }
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('google-business-profile: lists the locations of all pages with their accounts, and verifies one', async () => {
  await using context = open();
  assert.deepEqual(await businessConnector.resources?.(null, secret, context), [
    { config, label: 'Shop', names: ['Shop', 'Agency'] },
    { config: { location: businessLocations.empty }, label: 'Empty', names: ['Empty', 'Agency'] },
  ]);
  const warnings = await businessConnector.verify({ location: businessLocations.empty }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const gone = businessConnector.verify({ location: '1' }, secret, context);
  await assert.rejects(gone, isError('resource_missing', /404/, secret));
});

test('google-business-profile: the registry reads its configuration and secret', () => {
  const connector = getConnector('google-business-profile');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { location: 'locations/1' }), /location/);
});

testHostedFaults('google-business-profile', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await businessConnector.query(config, secret, week, context);
  },
}));
