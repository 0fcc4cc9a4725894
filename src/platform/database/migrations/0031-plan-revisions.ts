import type { Migration } from '../migration.ts';

/** Plans are changed by people, one of whom may be faster than the other. */
export const planRevisions: Migration = {
  name: '0031-plan-revisions',
  kind: 'expand',
  statements: ['alter table plans add column revision integer not null default 1'],
};
