import type { Migration } from '../../../src/platform/database/migration.ts';

/** What a migration of a large table is made of. */
export const largeMigration: Migration = {
  name: '9000-large',
  kind: 'expand',
  steps: [
    'alter table large_things add column size integer',
    'create index large_things_by_name on large_things (name, size)',
    { backfill: 'large_things', key: 'id', set: 'size = length(name)', where: 'size is null' },
  ],
};
