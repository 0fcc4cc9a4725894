import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database/tables.ts';
import { readArtifact, sweepExpiredArtifacts } from './export-jobs/export-jobs.ts';
import { sweepIdempotencyKeys } from './http/idempotency.ts';
import type { JobLog } from './jobs/worker.ts';
import type { ObjectStore } from './storage/object-store.ts';

const everyMs = 10 * 60_000;
/** An object may be stored this long before the row that names it. */
const orphanAgeMs = 24 * 60 * 60_000;

/** Removes what is past its time, every ten minutes: idempotency keys, exported files, objects that no row names. */
export function startSweeper(db: Database, objects: ObjectStore, log: JobLog): AsyncDisposable {
  const stop = new AbortController();
  const ended = run(db, objects, log, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function run(db: Database, objects: ObjectStore, log: JobLog, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await delay(everyMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    try {
      log.info(await sweep(db, objects), 'swept');
    } catch (error) {
      log.error({ err: error }, 'the sweep failed');
    }
  }
}

/** One sweep; how much of each was removed. */
export async function sweep(db: Database, objects: ObjectStore): Promise<Record<string, number>> {
  return {
    idempotency_keys: await sweepIdempotencyKeys(db),
    artifacts: await sweepExpiredArtifacts(db, objects),
    orphans: await sweepOrphans(db, objects),
  };
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
