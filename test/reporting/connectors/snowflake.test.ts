import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { snowflakeToken } from '../../doubles/snowflake.ts';
import { snowflakeClient, startSnowflakeSignIn } from '../../doubles/snowflake-sign-in.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { snowflakeConnector as connector, snowflakePlace, startFilledSnowflake } from '../../support/snowflake.ts';

const { double, secret, network } = await startFilledSnowflake();
const metrics = [
  { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
] as const;
const config = { ...snowflakePlace, table: 'known', date: 'day', metrics: [...metrics], dimensions: [] };
const spring = {
  from: '2024-02-01',
  to: '2024-02-29',
  timeZone: 'UTC',
  metrics: ['entries'],
  by: 'none',
  limit: 9,
} as const;

async function ask(given: Parameters<typeof connector.query>[1] = secret, changes: object = {}) {
  await using context = openTestContext({ secret: given, network });
  return await connector.query({ ...config, ...changes }, given, spring, context);
}

test('signs in by a key pair, and by a programmatic access token', async () => {
  const figures = await ask();
  assert.ok(figures.hasData);
  assert.deepEqual(await ask({ token: snowflakeToken }), figures);
  await assert.rejects(ask({ token: 'another-token' }), isError('reauth_required', /refuses/, ['another-token']));
  const broken = { private_key: '-----BEGIN PRIVATE KEY-----\nMIIsecret\n-----END PRIVATE KEY-----' };
  await assert.rejects(ask(broken), isError('invalid_config', /private_key/, ['MIIsecret']));
});

test('signs in by what a person granted, of this account alone, and asks once more when it has ended', async () => {
  const signIn = await startSnowflakeSignIn();
  const own = { ...network, systemAddresses: { ...network.systemAddresses, 'snowflake-oauth': signIn.url } };
  const [refresh_token, access_token] = ['a-refresh-token', 'an-ended-token'];
  signIn.keep(refresh_token, 'refresh_token');
  const granted = { grant: { access_token, expires_at: null, refresh_token }, client: snowflakeClient };
  const asking = async (account: string) => {
    await using context = openTestContext({ secret: granted, network: own });
    return await connector.query({ ...config, account }, granted, spring, context);
  };
  double.granted = signIn.tokens;
  assert.deepEqual(await asking('MYORG-account1'), await ask());
  const before = double.seen.length;
  await assert.rejects(asking('myorg-account2'), isError('invalid_config', /another account.*myorg-account2/, granted));
  assert.equal(double.seen.length, before, 'nothing is shown to another account');
  signIn.withdraw();
  await assert.rejects(asking('myorg-account1'), isError('reauth_required', /Sign in again/, granted));
});

test('has one statement a request, in UTC, within a time, by the warehouse and role that are named', async () => {
  double.seen.length = 0;
  await ask(secret, { role: 'READER' });
  for (const { body, method, headers } of double.seen) {
    assert.equal(method, 'POST');
    assert.equal(headers['x-snowflake-authorization-token-type'], 'KEYPAIR_JWT');
    const { parameters, warehouse, role, timeout } = JSON.parse(body);
    assert.deepEqual([parameters.TIMEZONE, parameters.MULTI_STATEMENT_COUNT], ['UTC', '1']);
    assert.deepEqual([warehouse, role], ['REPORTING', 'READER']);
    assert.ok(timeout > 0 && timeout <= 70);
  }
});

test('waits for a statement that runs on', async () => {
  const quick = await ask();
  double.patienceMs = 0;
  assert.deepEqual(await ask(), quick);
  double.patienceMs = 45_000;
});

test('an account names no host but one of Snowflake, and the secret is bound to it', () => {
  const isTaken = (account: string) => Value.Check(connector.config, { ...config, account });
  for (const account of ['myorg-account1', 'xy12345', 'xy12345.eu-central-1', 'xy12345.us-east-1.aws', 'my_org-a_b']) {
    assert.ok(isTaken(account), account);
    assert.match(connector.origin({ ...config, account }), /^[a-z0-9.-]+\.snowflakecomputing\.com$/);
  }
  for (const account of ['evil.com/', 'evil.com#', 'a@evil.com', 'evil.com:80', 'a b', '', '.', 'a..b', 'a\\b', 'é']) {
    assert.ok(!isTaken(account), account);
  }
});

test('warns of a role that may change tables', async () => {
  double.mayWrite = true;
  await using context = openTestContext({ secret, network });
  const warnings = await connector.verify(config, secret, context);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['user_may_write', 'role']],
  );
  double.mayWrite = false;
});
