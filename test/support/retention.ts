import type { Account } from '../../src/domains/accounts/accounts.ts';
import { saveRetention } from '../../src/domains/retention/retention.ts';
import { type Swept, sweepRetention } from '../../src/domains/retention/sweep-retention.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';

const dayMs = 86_400_000;

/** A time some days from now, in the form of columns. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

/** All that is to be done as of a time, with the totals. */
export async function sweepAt(db: Database, objects: ObjectStore, now: string): Promise<Swept> {
  const total = { reports: 0, jobs: 0, uploads: 0 };
  for (;;) {
    const swept = await sweepRetention(db, objects, now);
    if (!swept) return total;
    total.reports += swept.reports;
    total.jobs += swept.jobs;
    total.uploads += swept.uploads;
  }
}

/** An account that keeps its reports for some months, and whose people were told long ago that the first are deleted. */
export async function givenRetention(db: Database, { id }: Account, months: number): Promise<void> {
  await db.transaction().execute((transaction) => saveRetention(transaction, id, months));
  const values = { keep_months: months, next_keep_months: null, next_from: null, first_from: inDays(-1) };
  await db.updateTable('account_retention').set(values).where('account_id', '=', id).execute();
}

/** Makes a generation, its report and its exports as old as some days. */
export async function makeOld(db: Database, jobId: string, days: number): Promise<void> {
  const time = inDays(-days);
  const times = { created_at: time, completed_at: time, updated_at: time };
  await db.updateTable('jobs').set(times).where('id', '=', jobId).execute();
  const report = await db
    .updateTable('reports')
    .set({ created_at: time })
    .where('generation_job_id', '=', jobId)
    .returning('id')
    .executeTakeFirst();
  if (!report) return;
  await db
    .updateTable('jobs')
    .set(times)
    .where('report_id', '=', report.id)
    .where('type', '=', 'export')
    .where('completed_at', 'is not', null)
    .execute();
}

/** The ids of rows of a table, in order. */
export async function idsOf(db: Database, table: 'jobs' | 'reports' | 'shares' | 'uploads', accountId: string) {
  const rows = await db.selectFrom(table).select('id').where('account_id', '=', accountId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
