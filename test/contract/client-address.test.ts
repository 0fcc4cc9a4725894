import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { startTestService } from '../support/service.ts';

test('more failed attempts than allowed from one address are 429, without rate limit headers; a valid token passes [C-TOKEN-11]', async () => {
  await using service = await startTestService('sqlite', { environment: { FAILED_AUTH_PER_MINUTE: '5' } });
  const account = await givenAccount(service.db);
  const token = await givenToken(service.db, account.id);
  for (let attempt = 0; attempt < 5; attempt++) assert.equal((await service.call('GET', '/api/v1/')).status, 401);
  const refused = await service.call('GET', '/api/v1/');
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error.code, 'rate_limit_exceeded');
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal(refused.headers.get('x-ratelimit-limit'), null);
  assert.equal((await service.call('GET', '/api/v1/', { token })).status, 200);
});

const perMinute = 2;
const client = '192.0.2.1';
const other = '192.0.2.2';

/**
 * Whose forwarded address counts: the header of one client through the proxies, with a new address in front each time.
 */
const trusted: readonly [setting: string, what: string, forwarded: (client: string, odd: string) => string][] = [
  ['1', 'the last address', (address, odd) => `${odd}, ${address}`],
  ['2', 'the last but one', (address, odd) => `${odd}, ${address}, 10.0.0.1`],
  ['127.0.0.1', 'the last address that no trusted proxy has', (address, odd) => `${odd}, ${address}`],
  ['loopback, 10.0.0.0/8', 'the last that no trusted proxy has', (address, odd) => `${odd}, ${address}, 10.0.0.1`],
  ['on', 'the first address', (address, odd) => `${address}, ${odd}`],
];

/** The statuses of failed attempts that forward these addresses, one after the other. */
async function failedAttempts(trustProxy: string, forwarded: readonly string[]): Promise<number[]> {
  const environment = { TRUST_PROXY: trustProxy, FAILED_AUTH_PER_MINUTE: String(perMinute) };
  await using service = await startTestService('sqlite', { environment });
  const statuses = [];
  for (const addresses of forwarded) {
    const headers = { 'x-forwarded-for': addresses };
    statuses.push((await service.call('GET', '/api/v1/', { headers })).status);
  }
  return statuses;
}

for (const [setting, what, forwarded] of trusted) {
  test(`TRUST_PROXY=${setting}: failed attempts are counted by ${what} of X-Forwarded-For [C-TOKEN-12]`, async () => {
    const oneClient = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((odd) => forwarded(client, odd));
    const attempts = [...oneClient, forwarded(other, '198.51.100.1')];
    assert.deepEqual(await failedAttempts(setting, attempts), [401, 401, 429, 401]);
  });
}

for (const setting of ['off', '10.9.9.9']) {
  test(`TRUST_PROXY=${setting}: headers forwarded by others are ignored [C-TOKEN-12]`, async () => {
    assert.deepEqual(await failedAttempts(setting, ['192.0.2.1', '192.0.2.2', '192.0.2.3']), [401, 401, 429]);
  });
}
