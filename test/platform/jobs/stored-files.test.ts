import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { readArtifact } from '../../../src/domains/export-jobs/export-jobs.ts';
import { runExportJob } from '../../../src/domains/export-jobs/run-export-job.ts';
import { runGenerationJob } from '../../../src/domains/generation-jobs/run-generation-job.ts';
import { findDocument, getReport } from '../../../src/domains/reports/reports.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeJob, releaseJob } from '../../../src/platform/jobs/held-job.ts';
import type { JobResult, JobRun } from '../../../src/platform/jobs/job-handler.ts';
import { enqueueJob, type JobRow, type NewJob } from '../../../src/platform/jobs/queue.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { type ObjectStore, sha256 } from '../../../src/platform/storage/object-store.ts';
import type { RenderPool } from '../../../src/reporting/renderers/process/render-pool.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { localNetwork } from '../../support/connector-context.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { makeConfig, makeFolder, writeText } from '../../support/file-connection.ts';
import { givenReport } from '../../support/outcomes.ts';
import { silentLog } from '../../support/silent-log.ts';

type Handler = (objects: ObjectStore, run: JobRun) => Promise<JobResult>;

/**
 * Runs a job twice in the same attempt: the first worker gives it back while it is storing its file, which it has stored only when the
 * second has ended the job.
 */
async function runTwice(db: Database, objects: ObjectStore, handle: Handler): Promise<JobRow> {
  const [storing, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: ObjectStore = {
    ...objects,
    async put(...parameters) {
      storing.resolve();
      await ended.promise;
      return objects.put(...parameters);
    },
  };
  const first = await claim(db, 'first');
  const late = handle(slow, runOf(first));
  await Promise.race([storing.promise, late]);
  assert.ok(await releaseJob(db, first));
  const second = await claim(db, 'second');
  assert.deepEqual([second.id, second.attempt], [first.id, first.attempt]);
  const result = await handle(objects, runOf(second));
  assert.ok(result.status === 'completed', JSON.stringify(result));
  assert.ok(await completeJob(db, second, result));
  ended.resolve();
  await late;
  return db.selectFrom('jobs').selectAll().where('id', '=', second.id).executeTakeFirstOrThrow();
}

async function claim(db: Database, workerId: string): Promise<JobRow> {
  const job = await claimJob(db, workerId, 4);
  assert.ok(job, 'a job is due');
  return job;
}

function runOf(job: JobRow): JobRun {
  const { signal } = new AbortController();
  return { job, signal, deadline: Date.now() + 60_000, log: silentLog, takeMeasure() {}, progress() {} };
}

async function start(db: Database, job: Pick<NewJob, 'type' | 'accountId' | 'projectId' | 'reportId' | 'format'>) {
  const request = { period: { current: { from: '2026-01-01', to: '2026-01-02' }, compare: null } };
  await db
    .transaction()
    .execute((transaction) => enqueueJob(transaction, { ...job, source: 'api', request, refusal: null }));
}

for (const engine of engines) {
  test(`${engine}: a generation that was given back while it stored its document leaves that of the next run as it is`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const folder = await makeFolder();
    await writeText(folder, 'sales.csv', ['day,amount', '2026-01-01,1', '2026-01-02,2']);
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    const config = makeConfig('sales.csv', 'day', { amount: 'sum(amount)' });
    const connection = { accountId: account.id, projectId, system: 'file', name: 'Sales', config };
    await insertConnection(db, { ...connection, status: 'connected', seal: () => null });
    const objects = await openFileStore(`${folder}/objects`);
    const vault = createVault(randomBytes(32));
    await start(db, { type: 'generation', accountId: account.id, projectId, reportId: null, format: null });
    const job = await runTwice(db, objects, (store, run) =>
      runGenerationJob({ db, objects: store, vault, dataRoots: [folder], network: localNetwork }, run),
    );
    const report = await getReport(db, account.id, job.report_id ?? '');
    assert.equal((await findDocument(objects, report))?.report_id, report.id);
  });

  test(`${engine}: an export that was given back while it stored its file leaves that of the next run as it is`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const objects = await openFileStore(`${await makeFolder()}/objects`);
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    const { reportId } = await givenReport(db, objects, account, projectId);
    // Two versions of the service need not make the same bytes of a report.
    const render = async () => ({ bytes: randomBytes(100), contentType: 'application/pdf', warnings: [] });
    const renderers = { render } as unknown as RenderPool;
    await start(db, { type: 'export', accountId: account.id, projectId, reportId, format: 'pdf' });
    const job = await runTwice(db, objects, (store, run) =>
      runExportJob({ db, objects: store, renderers, artifactDays: 30 }, run),
    );
    const artifact = readArtifact(job);
    assert.equal(sha256((await objects.get(artifact?.key ?? '')) ?? new Uint8Array()), artifact?.sha256);
  });
}
