import type { Migration } from '../migration.ts';

/** How long the oldest job of a type has waited must be known without reading all waiting ones. */
export const waitingJobs: Migration = {
  name: '0006-waiting-jobs',
  kind: 'expand',
  statements: [`create index jobs_waiting on jobs (type, due_at) where status = 'queued'`],
};
