import type { Migration } from '../migration.ts';

/**
 * An account's turn is when its oldest job is due or when it last had a worker, whichever is later: with the time of the
 * oldest job alone, the account with the longest backlog would come first again and again.
 */
export const fairQueues: Migration = {
  name: '0007-fair-queues',
  kind: 'contract',
  statements: [
    `alter table job_queues add column served_at text not null default ''`,
    'drop index job_queues_to_claim',
    `create index job_queues_by_turn on job_queues
      (running, (case when served_at > head_due_at then served_at else head_due_at end)) where head_due_at is not null`,
    'create index job_queues_by_head on job_queues (head_due_at) where head_due_at is not null',
  ],
};
