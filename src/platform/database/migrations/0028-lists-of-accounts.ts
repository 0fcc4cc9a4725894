import type { Migration } from '../migration.ts';

/**
 * What an account has over all its projects, the newest first. Each index takes the place of one that had the account
 * alone; the one of jobs has also what they are filtered by, so that no row is read that is not shown.
 */
export const listsOfAccounts: Migration = {
  name: '0028-lists-of-accounts',
  kind: 'contract',
  statements: [
    'create index jobs_of_account on jobs (account_id, created_at, id, status, type)',
    'drop index jobs_by_owner',
    'create index reports_of_account on reports (account_id, created_at, id)',
    'drop index reports_by_account',
    'create index deliveries_of_account on deliveries (account_id, status, updated_at)',
    'drop index deliveries_by_account',
  ],
};
