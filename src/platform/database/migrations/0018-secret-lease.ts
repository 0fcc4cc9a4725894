import type { Migration } from '../migration.ts';

/** The process that renews a connection's secret, and until when it may; both null while nobody does. */
export const secretLease: Migration = {
  name: '0018-secret-lease',
  kind: 'expand',
  statements: [
    'alter table connections add column secret_lease text',
    'alter table connections add column secret_leased_until text',
  ],
};
