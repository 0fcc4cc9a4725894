import type { Migration } from '../migration.ts';

/** Those that grow with every job. */
const tables = ['jobs', 'reports', 'deliveries', 'audit_log'];

/**
 * By itself PostgreSQL cleans a table once a fifth of it has changed: of 10^8 jobs, 20 million, in one pass of hours. A fiftieth
 * is as much work in all, in more and smaller passes. Nobody waits for this change.
 */
export const vacuumOfLargeTables: Migration = {
  name: '0061-vacuum-of-large-tables',
  statements: [],
  postgres: tables.map(
    (table) =>
      `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
  ),
};
