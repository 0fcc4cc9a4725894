import type { Migration } from '../migration.ts';
import { countedTables, postgresTriggers, sqliteTriggers } from './0015-list-counts.ts';

/** A claim, and the end of a claim without a result, then change no count. */
const status = `case {row}status when 'running' then 'queued' else {row}status end`;

/** The jobs with a count for each status but `running`: those are counted as queued, and are few enough to count anew. */
const jobs = countedTables
  .filter(({ table }) => table === 'jobs')
  .map((table) => ({
    ...table,
    counts: table.counts.map((count) => (count.list === 'jobs' ? { ...count, status } : count)),
  }));

const triggers = ['jobs_added', 'jobs_removed', 'jobs_changed'];

export const runningJobsAreNotCounted: Migration = {
  name: '0034-running-jobs-are-not-counted',
  kind: 'contract',
  statements: [],
  sqlite: [
    `insert into list_counts (account_id, owner, list, kind, status, number)
      select account_id, owner, list, kind, 'queued', number from list_counts where list = 'jobs' and status = 'running'
      on conflict (owner, list, kind, status) do update set number = number + excluded.number`,
    `delete from list_counts where list = 'jobs' and status = 'running'`,
    ...[...triggers, 'generations_added', 'generations_removed', 'generations_changed'].map(
      (name) => `drop trigger ${name}`,
    ),
    ...jobs.flatMap(sqliteTriggers),
  ],
  postgres: [
    ...triggers.map((name) => `drop trigger ${name} on jobs`),
    'drop function count_jobs, recount_jobs',
    `update list_counts set status = 'queued' where list = 'jobs' and status = 'running'`,
    ...jobs.flatMap(postgresTriggers),
  ],
};
