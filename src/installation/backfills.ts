import { setTimeout as delay } from 'node:timers/promises';
import { isPostgres } from '../platform/database/engine.ts';
import { pendingBackfills, runBackfills } from '../platform/database/migrate.ts';
import { readSchema } from '../platform/database/schema-state.ts';
import type { Database } from '../platform/database/tables.ts';
import type { JobLog } from '../platform/jobs/job-handler.ts';

const everyMs = 60_000;
const toldMs = 10_000;

/**
 * Fills rows for migrations beside all other work, in batches that any number of processes take; after a kill any of them
 * continues. Between two batches it rests as long as the last one took, so that half the time is for others.
 */
export function startBackfills(db: Database, log: JobLog, retryMs = everyMs): AsyncDisposable {
  const stop = new AbortController();
  const ended = isPostgres(db) ? run(db, log, stop.signal, retryMs) : Promise.resolve();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function run(db: Database, log: JobLog, signal: AbortSignal, retryMs: number): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      const pending = pendingBackfills(await readSchema(db));
      if (pending.length === 0) return;
      const onBatch = async ({ table, looked, tookMs }: { table: string; looked: number; tookMs: number }) => {
        if (performance.now() - toldAt > toldMs) {
          toldAt = performance.now();
          log.info({ table, rows: looked }, 'filling rows for a migration');
        }
        await delay(tookMs, undefined, { signal }).catch(() => {});
      };
      if (await runBackfills(db, { signal, onBatch })) {
        log.info({ migrations: pending.map(({ migration }) => migration.name) }, 'the rows for migrations are filled');
        return;
      }
    } catch (error) {
      log.error({ err: error }, 'the rows for a migration could not be filled; it is tried again');
    }
    await delay(retryMs, undefined, { signal }).catch(() => {});
  }
}
