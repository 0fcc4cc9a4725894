import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../src/domains/accounts/accounts.ts';
import { generateAction } from '../src/domains/bulk-jobs/actions/generate.ts';
import { createBulkJob } from '../src/domains/bulk-jobs/bulk-jobs.ts';
import { insertConnection } from '../src/domains/connections/connections.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { enqueueJob } from '../src/platform/jobs/queue.ts';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { engines } from '../test/support/databases.ts';
import { eventually } from '../test/support/eventually.ts';
import { startTestService, type TestService } from '../test/support/service.ts';

/** Projects of the large account; BULK_PROJECTS=100 for a smaller run. */
const projects = Number(process.env.BULK_PROJECTS ?? 1_000);
const samples = 40;
const pauseMs = 100;
const metrics = [{ key: 'visits', label: 'Visits', sql: 'sum(visits)', unit: 'count', better: 'up', additive: true }];
const period = { current: { from: '2026-01-01', to: '2026-01-31' }, compare: null };

/** Milliseconds from when a small account's generation is asked for until a worker has it. */
interface PickUp {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * How long a small account's generations wait: with nothing else, beside the generations of 1,000 projects of another account
 * that were asked for one by one, and beside a bulk job of the same.
 */
export async function benchBulk(): Promise<Record<string, PickUp>> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  const figures: Record<string, PickUp> = {};
  try {
    for (const engine of engines) {
      const environment = { WORKERS: '2', DATA_ROOTS: folder, LOG_LEVEL: 'error' };
      await using service = await startTestService(engine, { role: 'all', environment });
      const { db } = service;
      const small = await givenAccount(db, { plan: 'agency', perMinute: 100_000, perDay: 100_000 });
      const own = await givenSource(db, small, folder);
      const large = await givenAccount(db, { plan: 'agency' });
      const ids: string[] = [];
      for (let made = 0; made < projects; made++) ids.push(await givenSource(db, large, folder));
      // The first ones start what generations need.
      const asker = { service, token: await givenToken(db, small.id), projectId: own };
      await measure(asker, 10);
      figures[`${engine}: alone`] = await measure(asker);
      for (const id of ids) await start(db, large.id, id);
      figures[`${engine}: beside ${projects} asked for one by one`] = await measure(asker);
      await removeQueued(db, large.id);
      await bulk(db, large, ids);
      await eventually(async () => (await running(db, large.id)) > 0);
      figures[`${engine}: beside a bulk job of ${projects}`] = await measure(asker);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return figures;
}

async function givenSource(db: Database, account: Account, folder: string): Promise<string> {
  const { id } = await givenProject(db, account);
  const path = join(folder, 'visits.csv');
  writeFileSync(
    path,
    ['day,visits', ...Array.from({ length: 31 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')},7`)].join(
      '\n',
    ),
  );
  const own = { accountId: account.id, projectId: id, system: 'file', name: 'Visits' };
  const config = { path, date: 'day', metrics, dimensions: [] };
  await insertConnection(db, { ...own, config, status: 'connected', seal: () => null });
  return id;
}

function start(db: Database, accountId: string, projectId: string): Promise<{ readonly id: string }> {
  const job = { type: 'generation', accountId, projectId, reportId: null, format: null, source: 'api' } as const;
  return db
    .transaction()
    .execute((transaction) => enqueueJob(transaction, { ...job, request: { period }, refusal: null }));
}

async function bulk(db: Database, { id: accountId }: Account, ids: readonly string[]): Promise<void> {
  const items = ids.map((projectId) => ({ projectId, label: 'Bench' }));
  const askedBy = { actor: 'operator:bench', door: 'cli', address: null } as const;
  const made = { accountId, action: generateAction, parameters: { days: { current: period.current } }, askedBy, items };
  await db.transaction().execute((transaction) => createBulkJob(transaction, made));
}

async function removeQueued(db: Database, accountId: string): Promise<void> {
  await db.deleteFrom('jobs').where('account_id', '=', accountId).where('status', '=', 'queued').execute();
  await eventually(async () => (await running(db, accountId)) === 0);
}

async function running(db: Database, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'running')
    .execute();
  return rows.length;
}

interface Asker {
  readonly service: TestService;
  readonly token: string;
  readonly projectId: string;
}

async function measure({ service, token, projectId }: Asker, count = samples): Promise<PickUp> {
  const { db } = service;
  const waits: number[] = [];
  for (let sample = 0; sample < count; sample++) {
    await delay(pauseMs);
    const asked = { token, body: { period: { current: period.current } } };
    const { body } = await service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, asked);
    const id: string = body.data.id;
    const job = await eventually(async () => {
      const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return row.completed_at !== null && row;
    });
    if (job.status !== 'completed') throw new Error(`A generation ended ${job.status}: ${job.outcome}`);
    waits.push(Date.parse(job.started_at ?? '') - Date.parse(job.due_at));
  }
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

if (import.meta.main) console.table(await benchBulk());
