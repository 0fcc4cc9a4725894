import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresLimiter } from '../../src/limits/postgres.ts';
import { eventually } from '../support/eventually.ts';
import { assertSound, audit } from './support/audit.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { postgresServerSkip as skip, startPostgresServer } from './support/postgres-server.ts';
import { seed, seededRandom } from './support/random.ts';
import { isLongRun, rounds } from './support/rounds.ts';

const restarts = rounds(3);
const healthyMs = 5_000;

test('postgres: restarts under load are 503s and no other fault, and lose and double nothing', { skip }, async (t) => {
  await using server = await startPostgresServer();
  const database = await server.createDatabase('report_service');
  await using installation = await givenFaultInstallation(database, { LOG_LEVEL: 'error' });
  const [api] = await Promise.all([
    installation.start('api'),
    installation.start('worker'),
    installation.start('worker'),
  ]);
  const url = await api.ready;
  const ledger = new Ledger();
  const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
  const load = startMixedLoad({ customers, clients: 3, ledger, seed, url: () => url });
  const random = seededRandom(seed);
  for (let restart = 0; restart < restarts; restart++) {
    await delay(isLongRun ? 5_000 + random() * 15_000 : 500 + random() * 1_500);
    await server.stop(random() < 0.5 ? 'fast' : 'immediate');
    await delay(random() * 1_000);
    await server.start();
    await eventually(async () => (await api.call('GET', '/readyz')).status === 200, healthyMs);
  }
  await load.stop();
  const figures = assertSound(await audit(installation, url, ledger));
  t.diagnostic(`${restarts} restarts, ${figures}; ${ledger.failedRequests} requests sent again (seed ${seed})`);
});

test('postgres: a crash empties the count of the minute and keeps that of the day', { skip }, async () => {
  await using server = await startPostgresServer();
  await using database = await server.createDatabase('report_service');
  const limiter = createPostgresLimiter(database.db);
  const limits = { perMinute: 3, perDay: 5 };
  for (let request = 0; request < 3; request++) assert.ok((await limiter.admit('acc_1', limits)).admitted);
  assert.equal((await limiter.admit('acc_1', limits)).refusedBy, 'minute');
  // The commit of a count is on disk within a second at the latest.
  await delay(1_000);
  await server.stop('immediate');
  await assert.rejects(limiter.admit('acc_1', limits), { name: 'LimiterUnavailable' });
  await server.start();
  const usage = await eventually(() => limiter.peek('acc_1', limits).catch(() => undefined));
  assert.deepEqual({ remaining: usage.minute.remaining, used: usage.day.used }, { remaining: 3, used: 3 });
  for (let request = 0; request < 2; request++) assert.ok((await limiter.admit('acc_1', limits)).admitted);
  assert.equal((await limiter.admit('acc_1', limits)).refusedBy, 'day');
  await limiter.close();
});
