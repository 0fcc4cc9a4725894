import type { Migration } from '../migration.ts';

/** More days on which a schedule can fire, reports that wait for somebody's word, and conditions on which they go out. */
export const scheduleChoices: Migration = {
  name: '0037-schedule-choices',
  kind: 'expand',
  statements: [
    'alter table schedules add column nth integer',
    'alter table schedules add column month integer',
    'alter table schedules add column starts_on text',
    'alter table schedules add column ends_on text',
    `alter table schedules add column skip_days text not null default '[]'`,
    'alter table schedules add column approve integer not null default 0',
    `alter table schedules add column approvers text not null default '[]'`,
    'alter table schedule_runs add column decision text',
    `create index schedule_runs_to_approve on schedule_runs (account_id, updated_at) where state = 'awaiting_approval'`,
    'create index schedule_runs_by_report on schedule_runs (report_id) where report_id is not null',
    `create table schedule_notices (
      id text primary key,
      account_id text not null references accounts (id),
      run_id text not null references schedule_runs (id),
      user_id text not null,
      days integer not null,
      attempt integer not null,
      next_attempt_at text,
      failure text,
      created_at text not null,
      unique (run_id, user_id, days)
    )`,
    'create index schedule_notices_by_account on schedule_notices (account_id)',
    'create index schedule_notices_due on schedule_notices (next_attempt_at) where next_attempt_at is not null',
    `alter table schedules add column only_if text not null default '[]'`,
    'alter table schedule_runs add column not_sent text',
  ],
};
