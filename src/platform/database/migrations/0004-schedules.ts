import type { Migration } from '../migration.ts';

/**
 * A schedule fires once an occurrence: the unique key of `schedule_runs` holds across processes and restarts. The first
 * table of that name could not be filled by any command, so it is created again.
 */
export const schedules: Migration = {
  name: '0004-schedules',
  kind: 'expand',
  statements: [
    'drop table schedules',
    `create table schedules (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      cadence text not null,
      day integer,
      at text not null,
      time_zone text not null,
      period text not null,
      compare text not null,
      formats text not null,
      recipients text not null,
      delivery text not null,
      enabled integer not null,
      next_run_at text,
      created_at text not null,
      updated_at text not null
    )`,
    'create index schedules_by_project on schedules (project_id, id)',
    'create index schedules_due on schedules (next_run_at) where enabled = 1',
    `create table schedule_runs (
      id text primary key,
      account_id text not null references accounts (id),
      schedule_id text not null references schedules (id),
      occurrence text not null,
      due_at text not null,
      state text not null,
      generation_job_id text not null unique references jobs (id),
      report_id text,
      export_job_ids text not null,
      failure text,
      created_at text not null,
      updated_at text not null,
      unique (schedule_id, occurrence)
    )`,
    `create index schedule_runs_open on schedule_runs (state, updated_at) where state in ('generating', 'exporting', 'delivering')`,
    `create table deliveries (
      id text primary key,
      account_id text not null references accounts (id),
      run_id text not null references schedule_runs (id),
      recipient text not null,
      status text not null,
      attempt integer not null,
      next_attempt_at text,
      failure text,
      sent_at text,
      created_at text not null,
      updated_at text not null,
      unique (run_id, recipient)
    )`,
    'create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null',
  ],
};
