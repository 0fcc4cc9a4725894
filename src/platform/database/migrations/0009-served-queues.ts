import type { Migration } from '../migration.ts';

/** Every worker looks every few seconds for accounts that a clock which was ahead has put behind all others. */
export const servedQueues: Migration = {
  name: '0009-served-queues',
  kind: 'expand',
  statements: ['create index job_queues_by_service on job_queues (served_at) where head_due_at is not null'],
};
