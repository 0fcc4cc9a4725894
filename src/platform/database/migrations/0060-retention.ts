import type { Migration } from '../migration.ts';

/**
 * How long an account keeps its reports, what must be kept whatever that says, and whom the service tells beforehand. The
 * exports of a report are found by it, since they go together.
 */
export const retention: Migration = {
  name: '0060-retention',
  statements: [
    'alter table plans add column min_keep_months integer',
    `create table account_retention (
      account_id text primary key references accounts (id),
      keep_months integer,
      next_keep_months integer,
      next_from text,
      first_from text,
      look_at text,
      looked_to text,
      revision integer not null,
      created_at text not null,
      updated_at text not null
    )`,
    'create index account_retention_due on account_retention (look_at) where look_at is not null',
    `create table legal_holds (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text references projects (id),
      subject text not null unique,
      reason text not null,
      made_by text not null,
      created_at text not null
    )`,
    'create index legal_holds_by_account on legal_holds (account_id)',
    `create table retention_notices (
      id text primary key,
      account_id text not null references accounts (id),
      user_id text not null,
      keep_months integer not null,
      begins_at text not null,
      attempt integer not null,
      next_attempt_at text,
      failure text,
      created_at text not null
    )`,
    'create index retention_notices_by_account on retention_notices (account_id)',
    'create index retention_notices_due on retention_notices (next_attempt_at) where next_attempt_at is not null',
    `create index jobs_by_report on jobs (report_id) where type = 'export'`,
  ],
};
