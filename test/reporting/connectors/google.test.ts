import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { ConnectorErrorKind } from '../../../src/reporting/connectors/contract.ts';
import { askGoogle } from '../../../src/reporting/connectors/hosted/google/ask.ts';
import { googleFault } from '../../../src/reporting/connectors/hosted/google/faults.ts';
import type { GoogleSecret } from '../../../src/reporting/connectors/hosted/google/secret.ts';
import { googleTokens } from '../../../src/reporting/connectors/hosted/google/tokens.ts';
import { startDouble } from '../../doubles/double.ts';
import { apiRefusal, checkToken, startGoogleOAuth } from '../../doubles/google-oauth.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';

const oauth = await startGoogleOAuth();
const api = await startDouble((request) => {
  checkToken(oauth, request, 'analytics.readonly');
  return { answer: 42 };
});
const systemAddresses = {
  ...localNetwork.systemAddresses,
  'google-oauth': oauth.url,
  'google-analytics': api.url,
};
const secret = { service_account: oauth.serviceAccount };
const open = () => openTestContext({ network: { ...localNetwork, systemAddresses }, secret });
const names = { system: 'google-analytics', name: 'Some API', advice: 'Check it.' };
const scopes = ['https://www.googleapis.com/auth/analytics.readonly'];
const otherScopes = ['https://www.googleapis.com/auth/webmasters.readonly'];
const shape = Type.Object({ answer: Type.Number() });
const url = 'https://analyticsdata.googleapis.com/v1beta/answer';

async function ask(asked: GoogleSecret = secret, scope = scopes) {
  await using context = open();
  return await askGoogle(names, googleTokens(asked, scope, context), { url, shape }, context);
}

test('google: a token of a service account serves all contexts of the process', async () => {
  const before = oauth.seen.length;
  assert.deepEqual(await ask(), { answer: 42 });
  assert.deepEqual(await ask(), { answer: 42 });
  assert.equal(oauth.seen.length, before + 1);
  assert.deepEqual(Object.keys(Object.fromEntries(new URLSearchParams(oauth.seen.at(-1)?.body))), [
    'grant_type',
    'assertion',
  ]);
});

test('google: concurrent requests wait for one token, and one that is refused is replaced once', async () => {
  await using context = open();
  const tokens = googleTokens(secret, otherScopes, context);
  const before = oauth.seen.length;
  const all = await Promise.all(Array.from({ length: 5 }, () => tokens.token()));
  assert.equal(new Set(all).size, 1);
  assert.equal(oauth.seen.length, before + 1);
  const next = await Promise.all(Array.from({ length: 5 }, () => tokens.token(all[0])));
  assert.equal(new Set(next).size, 1);
  assert.notEqual(next[0], all[0]);
  assert.equal(oauth.seen.length, before + 2);
});

test('google: a token that was revoked is replaced; credentials that stay refused are asked for anew', async () => {
  oauth.tokens.clear();
  assert.deepEqual(await ask(), { answer: 42 });
  api.fault = (_request, response) => {
    response.statusCode = 401;
    return { error: { code: 401, status: 'UNAUTHENTICATED', message: 'Expected OAuth 2 access token of user@…' } };
  };
  const before = api.seen.length;
  await assert.rejects(ask(), isError('reauth_required', /401/, secret));
  api.fault = null;
  assert.equal(api.seen.length, before + 2);
});

test('google: a token is given only to who has the private key', async () => {
  await ask();
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const forged = { service_account: { ...oauth.serviceAccount, private_key: privateKey } };
  await assert.rejects(ask(forged), isError('reauth_required', /key of the service account/, forged));
  const broken = { service_account: { ...oauth.serviceAccount, private_key: 'not a key at all' } };
  await assert.rejects(ask(broken), isError('invalid_config', /private_key/, broken));
});

test('google: a scope that lacks asks to sign in again; a grant that was revoked, too', async () => {
  await assert.rejects(ask(secret, otherScopes), isError('reauth_required', /right/, secret));
  const grant = { access_token: 'old', expires_at: 0, refresh_token: 'a-revoked-token' };
  const client = { client_id: 'client', client_secret: 'client-secret-of-the-test', developer_token: null };
  const revoked = { grant, client };
  await using context = openTestContext({ network: { ...localNetwork, systemAddresses }, secret: revoked });
  const asked = askGoogle(names, googleTokens(revoked, scopes, context), { url, shape }, context);
  await assert.rejects(asked, isError('reauth_required', /Sign in again/, revoked));
});

const hour = 60 * 60 * 1000;
const detail = (reason: string, metadata: object = {}) => ({ reason, metadata });
const older = (reason: string, message = '') => ({ error: { code: 403, message, errors: [{ reason, message }] } });
const newer = (code: number, status: string, message = '', one?: object) =>
  apiRefusal(code, status, message, one).body as object;

const faults: [number, object, ConnectorErrorKind, RegExp, ((waitMs?: number) => boolean)?][] = [
  [403, newer(403, 'PERMISSION_DENIED'), 'resource_missing', /403/],
  [404, newer(404, 'NOT_FOUND'), 'resource_missing', /Check it/],
  [400, newer(400, 'INVALID_ARGUMENT'), 'invalid_config', /Check it/],
  [403, newer(403, 'PERMISSION_DENIED', '', detail('ACCESS_TOKEN_SCOPE_INSUFFICIENT')), 'reauth_required', /right/],
  [403, older('insufficientPermissions'), 'reauth_required', /right/],
  [403, newer(403, 'PERMISSION_DENIED', '', detail('SERVICE_DISABLED')), 'invalid_config', /Some API is not enabled/],
  [403, older('accessNotConfigured'), 'invalid_config', /not enabled/],
  [403, older('forbidden'), 'resource_missing', /403/],
  [403, older('quotaExceeded'), 'transient', /for now/, (waitMs) => waitMs === 60_000],
  [
    403,
    older('dailyLimitExceeded', 'Daily Limit Exceeded'),
    'transient',
    /midnight Pacific/,
    (waitMs = 0) => waitMs > 0 && waitMs <= 25 * hour,
  ],
  [
    429,
    newer(429, 'RESOURCE_EXHAUSTED', 'Exhausted property tokens per day. They return in under 24 hours.'),
    'transient',
    /midnight Pacific/,
    (waitMs = 0) => waitMs > 0 && waitMs <= 25 * hour,
  ],
  [
    429,
    newer(429, 'RESOURCE_EXHAUSTED', 'Exhausted property tokens for a project per hour.'),
    'transient',
    /hour/,
    (waitMs) => waitMs === hour,
  ],
  [
    429,
    newer(429, 'RESOURCE_EXHAUSTED', 'Exhausted concurrent requests quota.'),
    'transient',
    /at once/,
    (waitMs) => waitMs === 5_000,
  ],
  [
    429,
    newer(429, 'RESOURCE_EXHAUSTED', '', detail('RATE_LIMIT_EXCEEDED', { quota_unit: '1/d/{project}' })),
    'transient',
    /midnight Pacific/,
    (waitMs = 0) => waitMs > 0,
  ],
  [
    429,
    newer(429, 'RESOURCE_EXHAUSTED', '', { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17.2s' }),
    'transient',
    /429/,
    (waitMs) => waitMs === 18_000,
  ],
  [503, newer(503, 'UNAVAILABLE'), 'transient', /503/],
  [500, { strange: 'user@example.com' }, 'transient', /500/],
];

test('google: faults are told by their reasons, and quotas say when to try again', () => {
  for (const [status, body, kind, message, isWait] of faults) {
    const fault = googleFault(Response.json(body, { status }), body, names);
    isError(kind, message)(fault);
    assert.ok(
      isWait?.(fault.retryAfterMs) ?? fault.retryAfterMs === undefined,
      `${fault.message} ${fault.retryAfterMs}`,
    );
  }
  const withHeader = Response.json({}, { status: 429, headers: { 'retry-after': '30' } });
  const fault = googleFault(withHeader, newer(429, 'RESOURCE_EXHAUSTED', 'per day'), names);
  assert.equal(fault.retryAfterMs, 30_000);
});

test('google: the body of a 429 tells the wait through the whole way', async () => {
  api.fault = (_request, response) => {
    response.statusCode = 429;
    return newer(429, 'RESOURCE_EXHAUSTED', 'Exhausted property tokens per day.');
  };
  await assert.rejects(ask(), isError('transient', /midnight Pacific/, secret));
  api.fault = null;
});
