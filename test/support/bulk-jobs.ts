import { bulkActions } from '../../src/domains/bulk-jobs/actions.ts';
import type { AnyBulkAction } from '../../src/domains/bulk-jobs/bulk-action.ts';
import { createBulkJob } from '../../src/domains/bulk-jobs/bulk-jobs.ts';
import { runNextItem } from '../../src/domains/bulk-jobs/run-item.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { noObjects } from './connector-context.ts';
import { silentLog } from './silent-log.ts';

export const testKey = Buffer.from('zGZ0sZ4b3mJ1mB9bq9pQv0Q1yZbq2nVd3Jp8Vb0m9xE=', 'base64');

/** All actions, of an installation that can mail to everybody. */
export function testActions(db: Database, linkKey: Buffer = testKey): readonly AnyBulkAction[] {
  const vault = createVault(linkKey);
  return bulkActions({ db, objects: noObjects, vault, linkKey, mailing: { hasMail: true, mailDomains: null } });
}

/** Does all items that are due now; returns how many jobs were started. */
export async function runBulkJobs(db: Database, actions: readonly AnyBulkAction[] = testActions(db)): Promise<number> {
  let started = 0;
  const wakeWorkers = (jobs: number) => {
    started += jobs;
  };
  while (await runNextItem({ db, actions, log: silentLog, wakeWorkers }));
  return started;
}

/** Lets the time come at which bulk jobs are looked at again. */
export async function elapse(db: Database): Promise<void> {
  const past = { due_at: '2026-01-01T00:00:00.000Z' };
  await db.updateTable('bulk_queues').set(past).where('due_at', 'is not', null).execute();
  await db.updateTable('bulk_job_items').set(past).where('state', '=', 'waiting').execute();
}

/** A bulk job with an item for the project, which waits. */
export async function givenBulkJob(
  db: Database,
  { id, account_id: accountId, name }: { readonly id: string; readonly account_id: string; readonly name: string },
): Promise<string> {
  const action = testActions(db).find((each) => each.action === 'archive');
  if (!action) throw new TypeError('There is no action to archive.');
  const askedBy = { actor: 'operator:test', door: 'cli', address: null } as const;
  const made = { accountId, action, parameters: {}, askedBy, items: [{ projectId: id, label: name }] };
  const job = await db.transaction().execute((transaction) => createBulkJob(transaction, made));
  return job.id;
}
