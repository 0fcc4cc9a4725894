import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { databricksPrincipal, databricksToken } from '../../doubles/databricks.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { databricksConnector as connector, databricksPlace, startFilledDatabricks } from '../../support/databricks.ts';

const { double, secret, network } = await startFilledDatabricks();
const metrics = [
  { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
] as const;
const config = { ...databricksPlace, table: 'known', date: 'day', metrics: [...metrics], dimensions: [] };
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

test('signs in by a token, and by the OAuth secret of a service principal, once for all statements', async () => {
  const figures = await ask({ token: databricksToken });
  assert.ok(figures.hasData);
  double.seen.length = 0;
  assert.deepEqual(await ask(databricksPrincipal), figures);
  assert.equal(double.seen.filter(({ path }) => path === '/oidc/v1/token').length, 1);
  const wrong = { client_id: 'principal', client_secret: 'wrong-secret' };
  await assert.rejects(ask(wrong), isError('reauth_required', /client_secret/, ['wrong-secret']));
});

test('shows nothing of an answer that was cut', async () => {
  double.isTruncated = true;
  await assert.rejects(ask(), isError('invalid_config', /more than 100000 rows/));
  double.isTruncated = false;
});

test('names a warehouse that is not there as missing', async () => {
  await assert.rejects(ask(secret, { warehouse: 'fedcba0987654321' }), isError('resource_missing', /warehouse/));
});

test('a workspace is one of Databricks, and the secret is bound to it', () => {
  const isTaken = (workspace: string) => Value.Check(connector.config, { ...config, workspace });
  const hosts = ['dbc-a1b2c3d4-e5f6.cloud.databricks.com', 'adb-123.4.azuredatabricks.net', '123.4.gcp.databricks.com'];
  for (const workspace of hosts) {
    assert.ok(isTaken(workspace), workspace);
    assert.equal(connector.origin({ ...config, workspace }), workspace);
  }
  const others = ['evil.com', 'evil.com/.cloud.databricks.com', 'a@b.cloud.databricks.com', 'evilazuredatabricks.net'];
  for (const workspace of [...others, 'a.cloud.databricks.com.evil.com', 'a.cloud.databricks.com:80', '']) {
    assert.ok(!isTaken(workspace), workspace);
  }
});

test('warns of credentials that may change tables', async () => {
  double.mayWrite = true;
  await using context = openTestContext({ secret, network });
  const warnings = await connector.verify(config, secret, context);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['user_may_write', 'catalog']],
  );
  double.mayWrite = false;
});
