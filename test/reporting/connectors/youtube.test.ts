import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { youTubeConnector } from '../../../src/reporting/connectors/youtube.ts';
import { apiRefusal, startGoogleOAuth } from '../../doubles/google-oauth.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { startYouTube, youTubeChannels } from '../../doubles/youtube.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const oauth = await startGoogleOAuth();
const double = await startYouTube(oauth);
const config = { channel: youTubeChannels.shop };
const secret = oauth.grantSecret as never;
const systemAddresses = { ...localNetwork.systemAddresses, youtube: double.url, 'google-oauth': oauth.url };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 300 },
  metrics: ['views', 'watch_time', 'average_view_duration', 'subscribers_change'],
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await youTubeConnector.query(
    { ...config, metrics: week.metrics, ...asked } as never,
    secret,
    { ...week, ...query },
    context,
  );
}

const groupings: [Query['by'], unknown[][]][] = [
  ['none', [[null, 20, 3000, 150, 3]]],
  [
    'day',
    [
      ['2026-02-27', 10, 2100, 210, 2],
      ['2026-03-01', 4, 540, 135, 0],
      ['2026-03-03', 6, 360, 60, 1],
    ],
  ],
  // Not the mean of the days, which would be 173.
  [
    'week',
    [
      ['2026-02-23', 14, 2640, 189, 2],
      ['2026-03-02', 6, 360, 60, 1],
    ],
  ],
  [
    'month',
    [
      ['2026-02-01', 10, 2100, 210, 2],
      ['2026-03-01', 10, 900, 90, 1],
    ],
  ],
  [
    { dimension: 'video' },
    [
      [hostileValue, 8, 1920, 240, 4],
      ['ddddddddddd', 6, 360, 60, 1],
      ['Tour (ccccccccccc)', 4, 540, 135, 0],
      ['Tour (bbbbbbbbbbb)', 2, 180, 90, -2],
    ],
  ],
  [
    { dimension: 'country' },
    [
      ['DE', 12, 2460, 205, 4],
      [null, 6, 360, 60, 1],
      ['PL', 2, 180, 90, -2],
    ],
  ],
  [
    { dimension: 'device' },
    [
      ['Desktop', 14, 2280, null, null],
      ['Mobile', 6, 720, null, null],
    ],
  ],
  [
    { dimension: 'traffic_source' },
    [
      ['YouTube search', 14, 2280, null, null],
      ['Ext url', 6, 720, null, null],
    ],
  ],
];

test('youtube: the figures are those of the channel, one by one and together', async () => {
  const queries = groupings.map(([by]) => ({ ...week, by }));
  await using context = open();
  const together =
    (await youTubeConnector.queryAll?.({ ...config, metrics: [...week.metrics] }, secret, queries, context)) ?? [];
  for (const [index, [by, groups]] of groupings.entries()) {
    const answer = await ask({ by });
    assert.deepEqual(
      answer.rows.map(({ key, values }) => [key, ...values]),
      groups,
    );
    assert.deepEqual([answer.hasData, answer.groupCount, answer.notices], [true, groups.length, undefined]);
    assert.deepEqual(together[index], answer);
  }
});

test('youtube: figures that add up come from days, means are asked for by their weeks and months', async () => {
  const requests = async (metrics: string[]) => {
    const before = double.seen.length;
    await ask({ by: 'month', metrics }, { metrics });
    return double.seen.slice(before).map(({ query }) => [query.get('dimensions'), query.get('startDate')]);
  };
  assert.deepEqual(await requests(['views', 'subscribers_gained']), [['day', '2026-02-27']]);
  assert.deepEqual(await requests(['average_view_duration']), [
    [null, '2026-02-27'],
    [null, '2026-03-01'],
  ]);
});

test('youtube: videos beyond the 200 that YouTube gives are told of', async () => {
  const by = { dimension: 'video' };
  double.moreVideos = 196;
  const full = await ask({ by });
  assert.deepEqual([full.groupCount, full.notices], [200, [{ code: 'withheld_rows' }]]);
  double.moreVideos = 195;
  const some = await ask({ by });
  assert.deepEqual([some.groupCount, some.notices], [199, undefined]);
  double.moreVideos = 0;
});

test('youtube: days that have no figures yet are told of, in any grouping', async () => {
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const day = (days: number) => today.subtract({ days }).toString();
  for (const by of ['none', 'day', { dimension: 'country' }] as const) {
    const recent = await ask({ from: day(10), to: day(1), by });
    assert.deepEqual(recent.notices, [{ code: 'incomplete_from', date: day(3) }]);
  }
  const only = await ask({ from: day(1), to: day(0) });
  assert.deepEqual(only.notices, [{ code: 'incomplete_from', date: day(1) }]);
  assert.equal((await ask({ from: day(10), to: day(4) })).notices, undefined);
  double.fault = ({ query }) =>
    query.get('dimensions') === 'day'
      ? { columnHeaders: [{ name: 'day' }, { name: 'views' }], rows: [[day(2), 4]] }
      : undefined;
  assert.deepEqual((await ask({ from: day(10), to: day(1) })).notices, [{ code: 'incomplete_from', date: day(1) }]);
  assert.equal((await ask({ from: day(10), to: day(2) })).notices, undefined);
  double.fault = null;
});

test('youtube: an empty period has no figures', async () => {
  for (const by of ['none', 'day', 'week', { dimension: 'video' }] as const) {
    const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
});

test('youtube: describes its metrics in Pacific days', async () => {
  await using context = open();
  const described = await youTubeConnector.describe(config, secret, context);
  assert.equal(described.timeZone, 'America/Los_Angeles');
  assert.equal(described.currency, undefined);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => !additive).map(({ key }) => key),
    ['average_view_duration'],
  );
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('youtube: lists the channel of who signed in, and verifies one', async () => {
  await using context = open();
  const found = await youTubeConnector.resources?.(null, secret, context);
  assert.deepEqual(found, [{ config, label: 'Shop films' }]);
  const warnings = await youTubeConnector.verify({ channel: youTubeChannels.empty }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const foreign = youTubeConnector.verify({ channel: 'UCforeignforeignforeignf' }, secret, context);
  await assert.rejects(foreign, isError('resource_missing', /403/, secret));
});

test('youtube: Google’s own reasons decide', async () => {
  const refusing = (code: number, status: string, detail?: object) => {
    double.fault = (_request, response) => {
      response.statusCode = code;
      return apiRefusal(code, status, 'No.', detail).body;
    };
  };
  refusing(403, 'PERMISSION_DENIED', { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' });
  await assert.rejects(ask(), isError('reauth_required', /grant all/, secret));
  refusing(403, 'PERMISSION_DENIED', { reason: 'SERVICE_DISABLED' });
  await assert.rejects(ask(), isError('invalid_config', /YouTube Analytics API is not enabled/, secret));
  refusing(429, 'RESOURCE_EXHAUSTED', { metadata: { quota_unit: '1/d/{project}' } });
  await assert.rejects(ask(), isError('transient', /this day/, secret));
  double.fault = () => ({ columnHeaders: [{ name: 'views' }], rows: [[1, 2]] });
  await assert.rejects(ask(), isError('transient', /row/, secret));
  double.fault = null;
});

test('youtube: the registry reads its configuration and secret', () => {
  const connector = getConnector('youtube');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseSecret(connector, { service_account: oauth.serviceAccount }));
  assert.throws(() => parseConfig(connector, { channel: '@shop' }), /channel/);
});

testHostedFaults('youtube', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await youTubeConnector.query(config, secret, { ...week, metrics: ['views'] }, context);
  },
}));

test('youtube: cards of videos with one title have their own stills, and one that is gone has none', async () => {
  await using context = open();
  const query = { ...week, metrics: ['views', 'watch_time'], by: { dimension: 'video' } } as const;
  const chosen = { ...config, metrics: query.metrics } as never;
  const { rows } = await youTubeConnector.query(chosen, secret, query, context);
  const before = double.seen.length;
  const keys = rows.flatMap(({ key }) => key ?? []);
  const depicted = await youTubeConnector.depict?.(chosen, secret, { query, keys }, context);
  // All of it was known from the answer.
  assert.equal(double.seen.length, before);
  const link = (id: string) => `https://www.youtube.com/watch?v=${id}`;
  const still = (id: string, name: string) => ({
    pictureUrl: `https://i.ytimg.com/vi/${id}/${name}.jpg`,
    link: link(id),
  });
  assert.deepEqual(depicted, [
    { key: hostileValue, ...still('aaaaaaaaaaa', 'maxresdefault') },
    { key: 'ddddddddddd', link: link('ddddddddddd') },
    { key: 'Tour (ccccccccccc)', ...still('ccccccccccc', 'mqdefault') },
    { key: 'Tour (bbbbbbbbbbb)', ...still('bbbbbbbbbbb', 'mqdefault') },
  ]);
  await using other = open();
  assert.deepEqual(await youTubeConnector.depict?.(chosen, secret, { query, keys }, other), depicted);
});
