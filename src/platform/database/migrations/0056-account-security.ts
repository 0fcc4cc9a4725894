import type { Migration } from '../migration.ts';

/**
 * What an account asks of the people who work in it: from where they come, how long they stay, a second factor. And which
 * entries of the log of changes are not in the security log yet: those from before this have no time and are not written.
 */
export const accountSecurity: Migration = {
  name: '0056-account-security',
  kind: 'expand',
  statements: [
    `create table account_security (
      account_id text primary key references accounts (id),
      require_second_factor integer not null,
      allowed_networks text not null,
      session_idle_minutes integer,
      session_longest_minutes integer,
      revision integer not null,
      created_at text not null,
      updated_at text not null
    )`,
    'alter table audit_log add column log_due_at text',
    'create index audit_log_due on audit_log (log_due_at) where log_due_at is not null',
  ],
};
