import { setTimeout as delay } from 'node:timers/promises';
import { sweepAudit } from './audit/audit.ts';
import type { Database } from './database/tables.ts';
import { readArtifact, sweepExpiredArtifacts } from './export-jobs/export-jobs.ts';
import { sweepIdempotencyKeys } from './http/idempotency.ts';
import type { JobLog } from './jobs/worker.ts';
import type { ObjectStore } from './storage/object-store.ts';

const everyMs = 10 * 60_000;
/** An object may be stored this long before the row that names it. */
const orphanAgeMs = 24 * 60 * 60_000;

/** The batches of one kind in one sweep: a backlog of any size is gone after some sweeps, and none goes on for ever. */
const mostBatches = 100;

export interface SweepContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** How many days the audit log is kept. */
  readonly auditDays: number;
}

/** Removes what is past its time, every ten minutes. */
export function startSweeper(context: SweepContext, log: JobLog): AsyncDisposable {
  const stop = new AbortController();
  const ended = run(context, log, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function run(context: SweepContext, log: JobLog, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await delay(everyMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    try {
      log.info(await sweep(context), 'swept');
    } catch (error) {
      log.error({ err: error }, 'the sweep failed');
    }
  }
}

/** One sweep of idempotency keys, exported files, audit entries and objects that no row names; how much of each was removed. */
export async function sweep({ db, objects, auditDays }: SweepContext): Promise<Record<string, number>> {
  return {
    idempotency_keys: await inBatches(() => sweepIdempotencyKeys(db)),
    artifacts: await inBatches(() => sweepExpiredArtifacts(db, objects)),
    audit_entries: await inBatches(() => sweepAudit(db, auditDays)),
    orphans: await sweepOrphans(db, objects),
  };
}

/** Each batch is a short transaction, so that the service goes on between two of them. */
async function inBatches(sweepBatch: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < mostBatches; batch++) {
    const count = await sweepBatch();
    if (count === 0) break;
    removed += count;
  }
  return removed;
}

async function sweepOrphans(db: Database, objects: ObjectStore): Promise<number> {
  let removed = 0;
  const before = Date.now() - orphanAgeMs;
  for (const [prefix, isNamed] of [
    ['documents/', isDocument],
    ['artifacts/', isArtifact],
  ] as const) {
    for await (const { key, modifiedAt } of objects.list(prefix)) {
      if (modifiedAt.getTime() > before || (await isNamed(db, key))) continue;
      await objects.remove(key);
      removed++;
    }
  }
  return removed;
}

/** Objects are named `<job id>-<attempt>.<extension>`, so the job's row tells whether one is its own. */
const jobIdOf = (key: string) => /\/([a-z]+_[0-9a-z]+)-/.exec(key)?.[1] ?? '';

async function isDocument(db: Database, key: string): Promise<boolean> {
  const report = await db
    .selectFrom('reports')
    .select('document_key')
    .where('generation_job_id', '=', jobIdOf(key))
    .executeTakeFirst();
  return report?.document_key === key;
}

async function isArtifact(db: Database, key: string): Promise<boolean> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', jobIdOf(key)).executeTakeFirst();
  return job !== undefined && job.live === 1 && readArtifact(job)?.key === key;
}
