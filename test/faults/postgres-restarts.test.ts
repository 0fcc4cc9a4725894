import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { getJob } from '../../src/domains/job-summaries/job-summaries.ts';
import type { JobHandler } from '../../src/platform/jobs/job-handler.ts';
import { enqueueJob } from '../../src/platform/jobs/queue.ts';
import { Worker } from '../../src/platform/jobs/worker.ts';
import { createPostgresLimiter } from '../../src/platform/limits/postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { isLongRun, rounds, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { postgresServerSkip as skip, startPostgresServer } from './support/postgres-server.ts';
import { seed, seededRandom } from './support/random.ts';

const restarts = rounds(3);
const healthyMs = 5_000;

test('postgres: restarts under load give only 503s, and lose and duplicate nothing', { skip }, async (t) => {
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

test('postgres: a job that ends while the database is away is completed when it is back, and not run again', {
  skip,
}, async () => {
  await using server = await startPostgresServer();
  await using database = await server.createDatabase('report_service');
  const { db } = database;
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  const job = { type: 'generation', accountId: account.id, projectId, source: 'api', request: {} } as const;
  const { id } = await db
    .transaction()
    .execute((transaction) => enqueueJob(transaction, { ...job, reportId: null, format: null, refusal: null }));
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let runs = 0;
  const handler: JobHandler = async () => {
    runs++;
    started.resolve();
    await finish.promise;
    return { status: 'completed' };
  };
  const log = createLog('silent');
  const handlers = { generation: handler, export: handler };
  const worker = new Worker({
    db,
    workerId: 'worker',
    handlers,
    log,
    maxRunningPerAccount: 1,
    pollMs: 100,
    takeMeasure() {},
  });
  const ended = worker.run();
  await started.promise;
  await server.stop('fast');
  finish.resolve();
  await assert.rejects(getJob(db, account.id, id));
  await server.start();
  const { attempt } = await eventually(async () => {
    const found = await getJob(db, account.id, id).catch(() => undefined);
    return found?.status === 'completed' && found;
  });
  assert.deepEqual({ attempt, runs }, { attempt: 1, runs: 1 });
  worker.stop();
  await ended;
});
