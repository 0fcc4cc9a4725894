import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { redisUrl } from '../support/redis.ts';
import { call, startTestService } from '../support/service.ts';
import { pausableProxy } from './servers.ts';

test('a service that cannot count requests is not ready, and is again once it can', { skip: !redisUrl }, async () => {
  await using proxy = await pausableProxy(new URL(redisUrl ?? ''));
  const environment = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  await using service = await startTestService('sqlite', { role: 'api', environment });
  const ready = () => call(service.url, 'GET', '/readyz');
  assert.equal((await ready()).status, 200);
  proxy.paused = true;
  const { status, body } = await ready();
  assert.deepEqual([status, body.checks.limits, body.checks.database], [503, 'unavailable', 'ok']);
  proxy.paused = false;
  await eventually(async () => (await ready()).status === 200);
});
