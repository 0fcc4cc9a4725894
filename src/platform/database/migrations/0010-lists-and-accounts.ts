import type { Migration } from '../migration.ts';

/**
 * Each list has an index in each of its orders, with the columns that it is filtered by at its end: a page is found, and the whole list
 * counted, without a look at the rows. All rows of an account are found by an index, too, for its quota and when it is deleted.
 */
export const listsAndAccounts: Migration = {
  name: '0010-lists-and-accounts',
  kind: 'contract',
  statements: [
    'drop index jobs_by_project',
    'create index jobs_by_project on jobs (project_id, created_at, id, type, status)',
    'create index jobs_by_change on jobs (project_id, updated_at, id, type, status)',
    'drop index reports_by_project',
    'create index reports_by_project on reports (project_id, created_at, id, source, status)',
    'create index reports_by_period on reports (project_id, period_from, id, source, status)',
    'drop index jobs_generations',
    'create index jobs_by_account on jobs (account_id, type, created_at, status)',
    'create index reports_by_account on reports (account_id)',
    'create index connections_by_account on connections (account_id)',
    'create index schedules_by_account on schedules (account_id)',
    'create index schedule_runs_by_account on schedule_runs (account_id)',
    'create index deliveries_by_account on deliveries (account_id)',
  ],
};
