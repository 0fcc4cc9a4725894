import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../src/platform/database/tables.ts';
import type { JobRow } from '../../../src/platform/jobs/queue.ts';
import { eventually } from '../../support/eventually.ts';
import { call } from '../../support/service.ts';
import type { FaultInstallation } from './installation.ts';
import type { Acknowledged, Ledger } from './ledger.ts';
import { download } from './mixed-load.ts';

/** A lapsed lease is found within the lease and one check of a worker; then the job needs a moment to run. */
const settledMs = 120_000;

export interface Audit {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly duplicates: readonly string[];
  readonly stuck: readonly string[];
  /** All other broken promises. */
  readonly violations: readonly string[];
  readonly reports: number;
  readonly failed: number;
  /** Jobs that lost their worker three times, and so ended failed. */
  readonly workerLost: number;
}

/**
 * Checks a recovered installation against everything its clients were promised: each acknowledged write exists once per
 * key; every job has ended; each completed generation has exactly one report whose document is stored; each completed
 * export can be downloaded; the queue counts are right; the database file is intact. `url` is where the service
 * listens. With `mayFail` a fault may have lasted longer than the attempts of a job, which then ended failed and says
 * so.
 */
export async function audit(
  installation: FaultInstallation,
  url: string,
  ledger: Ledger,
  { mayFail = false } = {},
): Promise<Audit> {
  const { db } = installation;
  const stuck = await unsettledJobs(db);
  const jobs = await db.selectFrom('jobs').selectAll().execute();
  const violations = [
    ...ledger.violations,
    ...(await endViolations(url, ledger)),
    ...jobViolations(mayFail ? jobs.filter(({ status }) => status !== 'failed') : jobs),
    ...jobs.filter(({ status, outcome }) => status === 'failed' && !outcome).map(({ id }) => `${id} does not say why`),
    ...(await reportViolations(installation, jobs)),
    ...(await fileViolations(url, ledger)),
    ...(await queueViolations(db)),
    ...(await databaseViolations(installation)),
  ];
  return {
    acknowledged: ledger.acknowledged.size,
    lost: await findLost(url, db, ledger),
    duplicates: await findDuplicates(db, jobs, ledger),
    stuck,
    violations,
    reports: jobs.filter(({ type, status }) => type === 'generation' && status === 'completed').length,
    failed: jobs.filter(({ status }) => status === 'failed').length,
    workerLost: jobs.filter(({ outcome }) => outcome?.includes('worker_lost')).length,
  };
}

/** Fails with every finding when there is one; the figures as one line otherwise. */
export function assertSound({
  acknowledged,
  lost,
  duplicates,
  stuck,
  violations,
  reports,
  failed,
  workerLost,
}: Audit): string {
  assert.deepEqual({ lost, duplicates, stuck, violations }, { lost: [], duplicates: [], stuck: [], violations: [] });
  return `${acknowledged} acknowledged writes, 0 lost, 0 duplicates, 0 stuck, ${reports} reports for as many completed generations, ${failed} jobs failed, ${workerLost} jobs given up after three lost workers`;
}

/** Waits until every job has ended; those that have not in time. */
async function unsettledJobs(db: Database): Promise<string[]> {
  const unsettled = async () => {
    const rows = await db.selectFrom('jobs').select(['id', 'status']).where('completed_at', 'is', null).execute();
    return rows.map(({ id, status }) => `${id} ${status}`);
  };
  await eventually(async () => (await unsettled()).length === 0, settledMs).catch(() => {});
  return unsettled();
}

async function findLost(url: string, db: Database, ledger: Ledger): Promise<string[]> {
  const lost: string[] = [];
  await inParallel([...ledger.acknowledged.values()], async (write) => {
    if (!(await isKept(url, write))) lost.push(`${write.kind} ${write.key}`);
  });
  const projects = await db.selectFrom('projects').select(['id', 'name', 'status']).execute();
  const byId = new Map(projects.map(({ id, ...project }) => [id, project]));
  for (const [id, { name, status }] of ledger.projects) {
    const found = byId.get(id);
    if (found?.name !== name || found.status !== status) lost.push(`the last change of ${id}`);
  }
  return lost;
}

async function isKept(url: string, { customer, promise }: Acknowledged): Promise<boolean> {
  const { id } = promise.data;
  const path = promise.location ?? `/api/v1/projects/${id}`;
  const { status, body } = await call(url, 'GET', path, { token: customer.token });
  return status === 200 && body.data.id === id;
}

/** Keys that made several resources, or resources beyond the keys. */
async function findDuplicates(db: Database, jobs: readonly JobRow[], ledger: Ledger): Promise<string[]> {
  const duplicates: string[] = [];
  const given = new Set([...ledger.acknowledged.values()].map(({ customer }) => customer.projectId));
  const projects = await db.selectFrom('projects').select('id').execute();
  const asked = jobs.filter(({ source }) => source !== 'schedule');
  const made = {
    'project.create': projects.filter(({ id }) => !given.has(id)).map(({ id }) => id),
    'generation.start': asked.filter(({ type }) => type === 'generation').map(({ id }) => id),
    'export.start': asked.filter(({ type }) => type === 'export').map(({ id }) => id),
  } as const;
  for (const kind of ['project.create', 'generation.start', 'export.start'] as const) {
    const promised = ledger.of(kind).map(({ promise }) => promise.data.id);
    // A second start of an export gets the first one's job.
    if (kind !== 'export.start' && new Set(promised).size < promised.length)
      duplicates.push(`${kind}: one id, two keys`);
    for (const id of made[kind]) if (!promised.includes(id)) duplicates.push(`${kind}: nobody was told of ${id}`);
  }
  return duplicates;
}

/** Every end that a client saw is still the same. */
async function endViolations(url: string, ledger: Ledger): Promise<string[]> {
  const violations: string[] = [];
  await inParallel([...ledger.ends.values()], async ({ customer, location, data }) => {
    const { body } = await call(url, 'GET', location, { token: customer.token });
    if (JSON.stringify(body.data) !== JSON.stringify(data)) violations.push(`the end of ${location} has changed`);
  });
  return violations;
}

/** Every job that could complete did, unless its worker was killed in each of its attempts. */
function jobViolations(jobs: readonly JobRow[]): string[] {
  return jobs
    .filter(({ status, outcome }) => status !== 'completed' && !outcome?.includes('worker_lost'))
    .map(({ id, status, outcome }) => `${id} ended ${status}: ${outcome}`);
}

async function reportViolations({ db, dataDir }: FaultInstallation, jobs: readonly JobRow[]): Promise<string[]> {
  const violations: string[] = [];
  const reports = await db.selectFrom('reports').selectAll().execute();
  const completed = jobs.filter(({ type, status }) => type === 'generation' && status === 'completed');
  const byJob = Map.groupBy(reports, (report) => report.generation_job_id);
  for (const job of completed) {
    const [report, ...more] = byJob.get(job.id) ?? [];
    if (!report || more.length > 0 || report.id !== job.report_id)
      violations.push(`${job.id} has not exactly one report`);
    if (report && !hasDigest(join(dataDir, 'objects', report.document_key), report.document_sha256)) {
      violations.push(`the document of ${report.id} is lost`);
    }
  }
  if (reports.length !== completed.length)
    violations.push(`${reports.length} reports of ${completed.length} generations`);
  return violations;
}

function hasDigest(path: string, sha256: string): boolean {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
  } catch {
    return false;
  }
}

/** Every promised export gives a file with the promised digest. */
async function fileViolations(url: string, ledger: Ledger): Promise<string[]> {
  const violations: string[] = [];
  const exports = new Map(ledger.of('export.start').map((write) => [write.promise.location ?? '', write]));
  await inParallel([...exports], async ([location, { customer }]) => {
    const { body } = await call(url, 'GET', location, { token: customer.token });
    if (body.data.status !== 'completed') return;
    const bytes = await download(url, location, customer.token);
    const digest = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    if (digest !== body.data.artifact.sha256) violations.push(`the file of ${location} is lost`);
  });
  return violations;
}

/** The rows that a claim reads agree with the jobs. */
async function queueViolations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`select account_id from job_queues q where
    running <> (select count(*) from jobs where account_id = q.account_id and status = 'running') or
    coalesce(head_due_at, '') <> coalesce((select min(due_at) from jobs where account_id = q.account_id and status = 'queued'), '')`.execute(
    db,
  );
  return rows.map(({ account_id }) => `the queue of ${account_id} is counted wrong`);
}

async function databaseViolations({ engine, db }: FaultInstallation): Promise<string[]> {
  if (engine === 'postgres') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const broken = await sql`pragma foreign_key_check`.execute(db);
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return broken.rows.length > 0 ? [...faults, 'a row refers to one that is gone'] : faults;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
