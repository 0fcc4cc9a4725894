import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { ConnectorErrorKind, Query } from '../../../src/reporting/connectors/contract.ts';
import { metaAdsConnector } from '../../../src/reporting/connectors/meta-ads.ts';
import { metaAccounts, metaGrant, metaToken, refusal, startMetaAds } from '../../doubles/meta-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';
import type { JsonHandler } from '../../support/json-server.ts';

const double = await startMetaAds();
const config = { account: metaAccounts.shop };
const secret = { token: metaToken };
const network = { ...localNetwork, systemAddresses: { ...localNetwork.systemAddresses, 'meta-ads': double.url } };
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['spend', 'impressions'],
  by: 'none',
  limit: 100,
};

interface Asked {
  readonly query?: Partial<Query>;
  readonly account?: string;
  readonly secret?: Parameters<typeof metaAdsConnector.query>[1];
  readonly options?: Partial<ConnectorContextOptions>;
}

async function ask({ query, account = config.account, secret: given = secret, options }: Asked = {}) {
  await using context = openTestContext({ network, secret: given, ...options });
  return await metaAdsConnector.query({ account }, given, { ...week, ...query }, context);
}

async function under<T>(fault: JsonHandler, work: () => Promise<T>): Promise<T> {
  double.fault = fault;
  try {
    return await work();
  } finally {
    double.fault = null;
  }
}

/** What the double says with its codes, here with a status and headers of the test's. */
const answer =
  (status: number, error: object, headers: Record<string, string> = {}): JsonHandler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    return { error: { message: `user admin of ${metaToken}`, type: 'OAuthException', ...error } };
  };

const businessUsage = (minutes: number) => ({
  'x-business-use-case-usage': JSON.stringify({
    '1000000001': [{ type: 'ads_insights', call_count: 100, estimated_time_to_regain_access: minutes }],
  }),
});

const refusals: [string, JsonHandler, ConnectorErrorKind, RegExp, number?][] = [
  ['an ended token', answer(400, { code: 190, error_subcode: 463 }), 'reauth_required', /token/],
  ['a token that was revoked', answer(401, { code: 190, error_subcode: 460 }), 'reauth_required', /token/],
  ['a session that is over', answer(400, { code: 102 }), 'reauth_required', /token/],
  ['a missing permission', answer(403, { code: 200 }), 'resource_missing', /ads_read/],
  ['an app without the right', answer(400, { code: 10 }), 'resource_missing', /ads_read/],
  ['an app without the capability', answer(400, { code: 3 }), 'resource_missing', /ads_read/],
  ['an account that is gone', answer(400, { code: 100, error_subcode: 33 }), 'resource_missing', /account/],
  ['an alias that is gone', answer(404, { code: 803 }), 'resource_missing', /account/],
  ['a wrong breakdown', answer(500, { code: 2, error_subcode: 1504041 }), 'invalid_config', /dimension/],
  ['a wrong parameter', answer(400, { code: 100 }), 'invalid_config', /metrics/],
  [
    'a token whose app wants a proof',
    answer(400, { code: 100, message: 'API calls from the server require an appsecret_proof argument' }),
    'reauth_required',
    /secret of its app/,
  ],
  ['an ended version', answer(400, { code: 2635 }), 'invalid_config', /Update/],
  ['a period too long ago', answer(400, { code: 3018 }), 'invalid_config', /37 months/],
  ['the limit of the business', answer(400, { code: 80000 }, businessUsage(19)), 'transient', /limit/, 1_140_000],
  ['the limit of the app', answer(403, { code: 4, error_subcode: 1504022 }), 'transient', /limit/, 300_000],
  [
    'the limit of the account',
    answer(400, { code: 17 }, { 'x-ad-account-usage': '{"acc_id_util_pct":100,"reset_time_duration":90}' }),
    'transient',
    /limit/,
    90_000,
  ],
  ['usage that cannot be read', answer(400, { code: 613 }, { 'x-app-usage': '{' }), 'transient', /limit/, 300_000],
  ['a fault inside', answer(500, { code: 1 }), 'transient', /right now/],
  ['a fault of theirs with a negative code', answer(400, { code: -2 }), 'transient', /right now/],
  ['a fault that passes', answer(400, { code: 960, is_transient: true }), 'transient', /right now/],
];

for (const [name, fault, kind, message, waitMs] of refusals) {
  test(`meta-ads: ${name} is ${kind}, without Meta's words`, async () => {
    const asked = under(fault, () => ask());
    await assert.rejects(asked, (error: Error & { retryAfterMs?: number }) => {
      assert.ok(!/admin/.test(error.message), error.message);
      assert.equal(error.retryAfterMs, waitMs);
      return isError(kind, message, secret)(error);
    });
  });
}

test('meta-ads: an account of somebody else, a wrong token and a period too long ago', async () => {
  await assert.rejects(ask({ account: 'act_42' }), isError('resource_missing', /account/, secret));
  const wrong = { token: 'EAAB-revoked-token' };
  await assert.rejects(ask({ secret: wrong }), isError('reauth_required', /token/, wrong));
  const revoked = { ...metaGrant, grant: { ...metaGrant.grant, access_token: 'EAAB-revoked-grant' } };
  await assert.rejects(ask({ secret: revoked }), isError('reauth_required', /Sign in again/, revoked));
  const old = { from: '2020-01-01', to: '2020-01-31' };
  await assert.rejects(ask({ query: old }), isError('invalid_config', /37 months/));
});

test('meta-ads: a sign-in that was renewed meanwhile is taken', async () => {
  const ended = { ...metaGrant, grant: { ...metaGrant.grant, access_token: 'EAAB-ended-grant' } };
  const secretStore = {
    lease: async () => ({ secret: metaGrant, [Symbol.asyncDispose]: async () => {} }),
    save: async () => true,
  };
  const { rows } = await ask({ secret: ended, options: { secretStore } });
  assert.deepEqual(rows[0]?.values, [25, 800]);
});

test('meta-ads: what is too much at once comes from a run, which is waited for', async () => {
  const byDay = { by: 'day' } as const;
  const expected = await ask({ query: byDay });
  const tooMuch: [number, object][] = [
    [500, { code: 2, error_subcode: 1504038 }],
    [400, { code: 100, error_subcode: 1504018 }],
    [500, { code: 1, message: "Please reduce the amount of data you're asking for, then retry your request" }],
  ];
  const runs = tooMuch.map(async ([status, error]) => {
    const own = await startMetaAds();
    own.fault = (request, response) => {
      const isAtOnce = request.method === 'GET' && request.path.startsWith(`/v26.0/${metaAccounts.shop}/insights`);
      return isAtOnce ? answer(status, error)(request, response) : undefined;
    };
    const systemAddresses = { ...network.systemAddresses, 'meta-ads': own.url };
    const found = await ask({ query: byDay, options: { network: { ...network, systemAddresses } } });
    assert.deepEqual(found, expected);
    const kinds = own.seen.map(
      ({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/\d{10,}$/, 'run')}`,
    );
    assert.equal(kinds.filter((kind) => kind.startsWith('POST')).length, 1, `${kinds}`);
    assert.equal(kinds.filter((kind) => kind === 'GET /v26.0/run').length, 3, `${kinds}`);
    assert.equal(new URLSearchParams(own.seen[1]?.body).get('time_increment'), '1');
  });
  await Promise.all(runs);
});

test('meta-ads: reach by a breakdown from more than 13 months ago, and a long period by parts, come from a run', async () => {
  const before = double.seen.length;
  const old = { from: '2025-01-01', to: '2025-01-31', metrics: ['reach', 'frequency'] };
  const [byChannel, byCampaign] = await Promise.all([
    ask({ query: { ...old, by: { dimension: 'channel' } } }),
    ask({ query: { ...week, from: '2025-03-05', by: { dimension: 'campaign' } } }),
    ask({ query: { ...old, by: 'none' } }),
  ]);
  assert.deepEqual(byChannel.rows, [{ key: 'Facebook', values: [3, 30] }]);
  assert.equal(byCampaign.groupCount, 3);
  assert.equal(double.seen.slice(before).filter(({ method }) => method === 'POST').length, 2);
});

test('meta-ads: values that no list of names has stay as they are', async () => {
  const rows = ['constructor', '__proto__', hostileValue].map((publisher_platform) => ({
    spend: '1',
    publisher_platform,
  }));
  const query = { metrics: ['spend'], by: { dimension: 'channel' } };
  const found = await under(
    () => ({ data: rows }),
    () => ask({ query }),
  );
  assert.deepEqual(new Set(found.rows.map(({ key }) => key)), new Set(['constructor', '__proto__', hostileValue]));
});

test('meta-ads: reach that Meta leaves out is no figure', async () => {
  const leftOut = { data: [{ impressions: '5', spend: '1.00', publisher_platform: 'facebook' }] };
  const query = { metrics: ['spend', 'reach', 'frequency'], by: { dimension: 'channel' } };
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const { rows } = await under(
    () => leftOut,
    () => ask({ query: { ...query, from: today, to: today } }),
  );
  assert.deepEqual(rows, [{ key: 'Facebook', values: [1, null, null] }]);
});

const endings: [string, object, ConnectorErrorKind, RegExp][] = [
  ['fails', { async_status: 'Job Failed', error_code: -2, error_subcode: 2490547 }, 'transient', /right now/],
  ['fails for no reason', { async_status: 'Job Failed', error_code: null }, 'transient', /gave up/],
  ['is too much', { async_status: 'Job Failed', error_code: 100, error_subcode: 1487534 }, 'invalid_config', /shorter/],
  [
    'has a wrong breakdown',
    { async_status: 'Job Failed', error_code: 2, error_subcode: 1504041 },
    'invalid_config',
    /dimension/,
  ],
  ['meets a limit', { async_status: 'Job Failed', error_code: 4, error_subcode: 1504022 }, 'transient', /limit/],
  ['is skipped', { async_status: 'Job Skipped' }, 'transient', /gave up/],
  ['is cancelled', { async_status: 'Job Cancelled' }, 'transient', /gave up/],
];

for (const [ending, state, kind, message] of endings) {
  test(`meta-ads: a run that ${ending} is ${kind}`, async () => {
    const fault: JsonHandler = ({ path }) => (path.startsWith('/v26.0/6023') ? state : undefined);
    const long = { from: '2025-03-05', by: { dimension: 'campaign' } };
    await assert.rejects(
      under(fault, () => ask({ query: long })),
      isError(kind, message, secret),
    );
  });
}

test('meta-ads: a run that does not end before the deadline is given up in time, and at once when work is stopped', async () => {
  const fault: JsonHandler = ({ path }) =>
    path.startsWith('/v26.0/6023') ? { async_status: 'Job Running' } : undefined;
  const long = { from: '2025-03-05', by: { dimension: 'campaign' } };
  const deadline = Date.now() + 15_400;
  await assert.rejects(
    under(fault, () => ask({ query: long, options: { deadline } })),
    isError('transient', /in time/),
  );
  const signal = AbortSignal.timeout(700);
  await assert.rejects(
    under(fault, () => ask({ query: long, options: { signal } })),
    isError('transient', /stopped/),
  );
});

test('meta-ads: requests wait a little when a limit is nearly used up', async () => {
  const times: number[] = [];
  const fault: JsonHandler = (_request, response) => {
    times.push(Date.now());
    response.setHeader('x-fb-ads-insights-throttle', '{"app_id_util_pct":12.5,"acc_id_util_pct":95}');
    return undefined;
  };
  await under(fault, () => ask({ query: { by: 'day' } }));
  // Of days asked once more, after an answer that came too late on a busy machine, each waits as well.
  assert.ok(times.length >= 2);
  for (const [index, time] of times.slice(1).entries()) assert.ok(time - (times[index] ?? 0) >= 1_900);
});

test('meta-ads: the double refuses what Meta refuses', async () => {
  const url = `${double.url}/v26.0/${metaAccounts.shop}/insights`;
  const range = encodeURIComponent('{"since":"2026-03-01","until":"2026-03-01"}');
  const call = async (query: string, token = metaToken) => {
    const response = await fetch(`${url}?${query}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { error?: { code: number } }).error?.code;
  };
  assert.equal(await call(`fields=spend&time_range=${range}`), undefined);
  assert.equal(await call(`fields=cost&time_range=${range}`), 100);
  assert.equal(await call(`fields=campaign_id&time_range=${range}`), 100);
  assert.equal(await call(`fields=spend&time_range=${range}&breakdowns=city`), 100);
  assert.equal(await call(`fields=spend&time_range=${range}&time_increment=weekly`), 100);
  assert.equal(await call('fields=spend'), 100);
  assert.equal(await call(`fields=spend&time_range=${range}`, 'other'), 190);
  assert.equal(await call(`fields=spend&time_range=${range}`, metaGrant.grant.access_token), 100);
  assert.equal(refusal(400, 17, 'User request limit reached').status, 400);
});

testHostedFaults('meta-ads', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => ask({ options }),
}));
