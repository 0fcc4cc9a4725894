import type { Migration } from '../migration.ts';

/**
 * Counters by which a change of a connection or a schedule finds out that somebody else was faster, and what it takes to
 * start a sign-in through the management API: a name to ask by, and the door and address for the log of changes.
 */
export const managementOfData: Migration = {
  name: '0026-management-of-data',
  kind: 'contract',
  statements: [
    'alter table connections add column revision integer not null default 1',
    'alter table schedules add column revision integer not null default 1',
    'alter table oauth_authorizations add column public_id text',
    'alter table oauth_authorizations add column door text',
    'alter table oauth_authorizations add column address text',
    'create unique index oauth_authorizations_by_name on oauth_authorizations (public_id)',
  ],
};
