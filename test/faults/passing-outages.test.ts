import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startDatabaseProxy } from './support/database-proxy.ts';
import {
  givenCustomer,
  givenFaultInstallation,
  hasEnded,
  jobWhen,
  slowSource,
  startJob,
} from './support/installation.ts';
import {
  assertToldOnce,
  assertUncounted,
  givenInstallationOnS3,
  longerThanThreeAttempts,
  outageOf,
} from './support/outages.ts';

test('sqlite: exports and generations started without the object store wait, and complete at their first attempt when it is back [C-JOB-10]', async () => {
  await using installation = await givenInstallationOnS3('sqlite');
  const { s3 } = installation;
  const customer = await givenCustomer(installation);
  const service = await installation.start();
  const { report_id } = await jobWhen(installation, await startJob(service, customer), hasEnded);
  await s3.stop();
  const ids = [await startJob(service, customer, report_id ?? ''), await startJob(service, customer)];
  await eventually(async () => (await outageOf(service, 'objects')) === 1);
  await longerThanThreeAttempts();
  for (const id of ids) await jobWhen(installation, id, ({ status, attempt }) => status === 'queued' && attempt === 1);
  assert.equal((await service.call('GET', '/readyz')).status, 503);
  assert.equal((await service.call('GET', '/healthz')).status, 200);
  await s3.start();
  await assertUncounted(installation, ids);
  assert.equal(await outageOf(service, 'objects'), 0);
  assertToldOnce(service, 'objects');
});

if (engines.includes('postgres')) {
  test('postgres: jobs that run and jobs that wait while the database does not answer complete at their first attempt when it is back [C-JOB-10]', async () => {
    await using installation = await givenFaultInstallation('postgres', { WORKERS: '1' });
    await using proxy = await startDatabaseProxy(installation.environment.DATABASE_URL ?? '');
    const customer = await givenCustomer(installation, 'slow', slowSource(2));
    const api = await installation.start('api');
    const worker = await installation.start('worker', { DATABASE_URL: proxy.url });
    const running = await startJob(api, customer);
    await jobWhen(installation, running, ({ stage }) => stage === 'fetching');
    const waiting = await startJob(api, customer);
    proxy.goAway();
    await eventually(async () => (await outageOf(worker, 'database')) === 1);
    await longerThanThreeAttempts();
    proxy.comeBack();
    await assertUncounted(installation, [running, waiting]);
    assertToldOnce(worker, 'database');
  });
}
