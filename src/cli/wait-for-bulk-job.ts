import { setTimeout as delay } from 'node:timers/promises';
import type { BulkJobRow } from '../domains/bulk-jobs/bulk-items.ts';
import { countItemsOf } from '../domains/bulk-jobs/bulk-jobs.ts';
import type { Queryable } from '../platform/database/tables.ts';

const lookMs = 500;
/** After so long without any progress it says what may be missing. */
const patienceMs = 30_000;

/**
 * Waits until a bulk job has ended, with one line of progress on standard error where that is a terminal. What is interrupted
 * here goes on in the service.
 */
export async function waitForBulkJob(db: Queryable, { id, total }: BulkJobRow): Promise<void> {
  const isTerminal = process.stderr.isTTY;
  let before = '';
  let changedAt = performance.now();
  for (;;) {
    const { waiting, started, done, failed, stopped } = await countItemsOf(db, { projectIds: null }, id);
    const line = `${done} of ${total} done, ${started} running, ${failed} failed${stopped > 0 ? `, ${stopped} stopped` : ''}`;
    if (line !== before) changedAt = performance.now();
    if (isTerminal && line !== before) process.stderr.write(`\r${line.padEnd(before.length)}`);
    before = line;
    if (waiting + started === 0) break;
    if (performance.now() - changedAt > patienceMs) {
      process.stderr.write(`${isTerminal ? '\n' : ''}Nothing has happened for 30 s. Is the service running?\n`);
      changedAt = Number.POSITIVE_INFINITY;
    }
    await delay(lookMs);
  }
  if (isTerminal) process.stderr.write('\n');
}
