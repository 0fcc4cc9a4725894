import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { isLongRun, test } from '../support/suite.ts';
import { startDatabaseProxy } from './support/database-proxy.ts';
import {
  givenCustomer,
  givenFaultInstallation,
  hasEnded,
  jobWhen,
  slowSource,
  startJob,
} from './support/installation.ts';
import { assertUncounted, givenInstallationOnS3, longerThanThreeAttempts, outageOf } from './support/outages.ts';

/** Past the lease of the jobs that run. */
const longOutageMs = 45_000;
const recoveryMs = 60_000;

for (const engine of engines) {
  for (const how of ['stopped', 'silent', 'unavailable'] as const) {
    test(`${engine}: with an S3 server that is ${how}, jobs wait uncounted, also for a process that starts meanwhile after a kill [C-JOB-10]`, async () => {
      await using installation = await givenInstallationOnS3(engine, { WORKERS: '1' });
      const { s3 } = installation;
      const customer = await givenCustomer(installation);
      const first = await installation.start();
      const { report_id } = await jobWhen(installation, await startJob(first, customer), hasEnded);
      if (how === 'stopped') await s3.stop();
      else s3.outage = how;
      const ids = [await startJob(first, customer, report_id ?? ''), await startJob(first, customer)];
      // A server that says nothing is waited for.
      await eventually(async () => (await outageOf(first, 'objects')) === 1, 120_000);
      const queued = () => Promise.all(ids.map((id) => jobWhen(installation, id, ({ status }) => status === 'queued')));
      await queued();
      await first.kill();
      const second = await installation.start();
      await eventually(async () => (await outageOf(second, 'objects')) === 1);
      const later = await startJob(second, customer);
      await longerThanThreeAttempts();
      assert.equal((await jobWhen(installation, later, () => true)).started_at, null, 'it has not been claimed');
      await queued();
      s3.outage = null;
      if (how === 'stopped') await s3.start();
      await assertUncounted(installation, [...ids, later]);
      await eventually(async () => (await outageOf(second, 'objects')) === 0, recoveryMs);
    });
  }
}

test('sqlite: while the volume of the files is not mounted, jobs wait uncounted, and no report counts as lost [C-JOB-10]', async () => {
  await using installation = await givenFaultInstallation('sqlite');
  const customer = await givenCustomer(installation);
  const service = await installation.start();
  const { report_id } = await jobWhen(installation, await startJob(service, customer), hasEnded);
  const [root, elsewhere] = ['objects', 'elsewhere'].map((name) => join(installation.dataDir, name)) as [
    string,
    string,
  ];
  renameSync(root, elsewhere);
  const ids = [await startJob(service, customer, report_id ?? ''), await startJob(service, customer)];
  await eventually(async () => (await outageOf(service, 'objects')) === 1);
  await longerThanThreeAttempts();
  renameSync(elsewhere, root);
  await assertUncounted(installation, ids);
});

if (engines.includes('postgres')) {
  test('postgres: a database that does not answer past every lease takes no job from a live worker [C-JOB-10]', {
    skip: isLongRun ? false : 'waits for leases to lapse: in long runs alone',
  }, async () => {
    await using installation = await givenFaultInstallation('postgres', { WORKERS: '1' });
    await using proxy = await startDatabaseProxy(installation.environment.DATABASE_URL ?? '');
    const customer = await givenCustomer(installation, 'slow', slowSource(4));
    const api = await installation.start('api');
    const environment = { DATABASE_URL: proxy.url };
    await installation.start('worker', environment);
    await installation.start('worker', environment);
    const running = await startJob(api, customer);
    await jobWhen(installation, running, ({ stage }) => stage === 'fetching');
    proxy.goAway();
    const began = performance.now();
    const waiting = await startJob(api, customer);
    await eventually(() => performance.now() - began > longOutageMs, 2 * longOutageMs);
    const { lease_expires_at } = await jobWhen(installation, running, ({ status }) => status === 'running');
    assert.ok(Date.parse(lease_expires_at ?? '') < Date.now(), 'its lease has lapsed');
    proxy.comeBack();
    await assertUncounted(installation, [running, waiting]);
  });
}
