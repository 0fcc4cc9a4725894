import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/tables.ts';

/** Every count that the rows themselves give, said independently of the triggers. */
const counted = sql.raw(`
  select account_id, account_id as owner, 'projects' as list, '' as kind, status, count(*) as number
    from projects group by account_id, status
  union all select account_id, project_id, 'reports', source, status, count(*)
    from reports group by account_id, project_id, source, status
  union all select account_id, project_id, 'jobs', type, open, count(*)
    from (select jobs.*, case status when 'running' then 'queued' else status end as open from jobs) as jobs
    group by account_id, project_id, type, open
  union all select account_id, account_id, 'generations', substr(created_at, 1, 7), '', count(*)
    from jobs where type = 'generation' and status not in ('blocked', 'failed')
    group by account_id, substr(created_at, 1, 7)
  union all select deliveries.account_id, deliveries.account_id, 'deliveries', schedule_runs.schedule_id, status, count(*)
    from deliveries join schedule_runs on schedule_runs.id = run_id
    group by deliveries.account_id, schedule_runs.schedule_id, status
  union all select deliveries.account_id, schedule_runs.schedule_id, 'deliveries_to', lower(recipient), status, count(*)
    from deliveries join schedule_runs on schedule_runs.id = run_id
    group by deliveries.account_id, schedule_runs.schedule_id, lower(recipient), status
  union all select account_id, endpoint_id, 'webhook_deliveries', type, status, count(*)
    from webhook_deliveries group by account_id, endpoint_id, type, status`);

const kept = sql.raw(`
  select account_id, owner, list, kind, status, sum(number) as number from list_counts
    group by account_id, owner, list, kind, status having sum(number) <> 0`);

/** Asserts that the kept counts are those of the rows; returns how many counts there are. */
export async function assertCountsExact(db: Database): Promise<number> {
  const expected = await linesOf(db, counted);
  assert.deepEqual(await linesOf(db, kept), expected);
  return expected.length;
}

async function linesOf(db: Database, query: typeof counted): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => Object.values(row as object).join(' ')).toSorted();
}
