import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readArtifact } from '../../src/domains/export-jobs/export-jobs.ts';
import { sweep } from '../../src/installation/sweeper.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { isLongRun, test } from '../support/suite.ts';
import {
  type FaultInstallation,
  givenCustomer,
  givenFaultInstallation,
  givenStoppedRenderer,
  hasEnded,
  jobWhen,
  slowSource,
  startJob,
} from './support/installation.ts';
import type { ServiceProcess } from './support/service-process.ts';

const past = '2000-01-01T00:00:00.000Z';
const weekMs = 7 * 86_400_000;

/** Waits for the lease to lapse in a long run; a short one makes it lapse at once. */
async function lapse({ db }: FaultInstallation, id: string): Promise<void> {
  if (isLongRun) return;
  await db.updateTable('jobs').set({ lease_expires_at: past }).where('id', '=', id).execute();
}

function objectsOf({ dataDir }: FaultInstallation, folder: string, id: string): string[] {
  return readdirSync(join(dataDir, 'objects', folder))
    .filter((name) => name.startsWith(id))
    .toSorted();
}

/** Sweeps as if stored objects were a week old: artifacts of late workers go, valid ones stay. */
async function sweepOld({ db, dataDir }: FaultInstallation): Promise<void> {
  const root = join(dataDir, 'objects');
  const old = new Date(Date.now() - weekMs);
  for (const folder of readdirSync(root)) {
    for (const name of readdirSync(join(root, folder))) utimesSync(join(root, folder, name), old, old);
  }
  await sweep({ db, objects: await openFileStore(root), auditDays: 400 });
}

async function knowsItIsLate(worker: ServiceProcess, id: string): Promise<void> {
  await eventually(() =>
    worker
      .log()
      .split('\n')
      .some((line) => line.includes(id) && /another worker has the job|"status":"lease_lost"/.test(line)),
  );
}

for (const engine of engines) {
  test(`${engine}: a worker suspended beyond its lease changes no row of its generation when it continues, and its stored file is swept`, async (t) => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '1', LOG_LEVEL: 'info' });
    const customer = await givenCustomer(installation, 'slow', slowSource(4));
    const api = await installation.start('api');
    const late = await installation.start('worker');
    const id = await startJob(api, customer);
    await jobWhen(installation, id, ({ stage }) => stage === 'fetching');
    late.signal('SIGSTOP');
    await lapse(installation, id);
    await installation.start('worker');
    const before = await jobWhen(installation, id, hasEnded);
    assert.deepEqual([before.status, before.attempt], ['completed', 2]);

    late.signal('SIGCONT');
    await knowsItIsLate(late, id);
    assert.deepEqual(await jobWhen(installation, id, hasEnded), before);
    const reports = await installation.db.selectFrom('reports').selectAll().execute();
    assert.deepEqual(
      reports.map((report) => [report.id, report.generation_job_id]),
      [[before.report_id, id]],
    );
    assert.equal((await late.stop()).code, 0);
    const stored = objectsOf(installation, 'documents', id);
    await sweepOld(installation);
    const left = objectsOf(installation, 'documents', id).map((name) => `documents/${name}`);
    assert.deepEqual(
      left,
      reports.map(({ document_key }) => document_key),
    );
    t.diagnostic(`${engine}: the late worker changed 0 rows; swept ${stored.length - 1} documents of its own`);
  });

  test(`${engine}: a worker suspended while rendering leaves the finished export alone when it continues, and its file is swept`, async (t) => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '1', LOG_LEVEL: 'info' });
    const customer = await givenCustomer(installation);
    const api = await installation.start('api');
    const late = await installation.start('worker');
    const { reportId, renderer } = await givenStoppedRenderer(installation, customer, api, late);
    const id = await startJob(api, customer, reportId);
    await jobWhen(installation, id, ({ stage }) => stage === 'rendering');
    late.signal('SIGSTOP');
    await lapse(installation, id);
    await installation.start('worker');
    const before = await jobWhen(installation, id, hasEnded);
    assert.deepEqual([before.status, before.attempt], ['completed', 2]);

    late.signal('SIGCONT');
    process.kill(renderer, 'SIGCONT');
    await knowsItIsLate(late, id);
    assert.deepEqual(await jobWhen(installation, id, hasEnded), before);
    assert.equal((await late.stop()).code, 0);
    const stored = objectsOf(installation, 'artifacts', id);
    await sweepOld(installation);
    const left = objectsOf(installation, 'artifacts', id).map((name) => `artifacts/${name}`);
    assert.deepEqual(left, [readArtifact(before)?.key]);
    t.diagnostic(`${engine}: the late worker changed 0 rows; swept ${stored.length - 1} artifacts of its own`);
    const file = await api.call('GET', `/api/v1/export-jobs/${id}/download`, { token: customer.token });
    assert.equal(file.status, 200);
  });
}
