import type { Migration } from '../migration.ts';

/**
 * While the database or the file store does not answer, the deadlines of jobs that have begun are paused. Every few
 * seconds each worker looks for such waiting jobs, of which there are few compared with a backlog that has not begun.
 */
export const heldUpJobs: Migration = {
  name: '0012-held-up-jobs',
  kind: 'expand',
  statements: [
    'alter table jobs add column held_up_since text',
    'alter table jobs add column held_up_ms integer not null default 0',
    `create index jobs_begun_and_queued on jobs (held_up_since) where status = 'queued' and deadline_at is not null`,
  ],
};
