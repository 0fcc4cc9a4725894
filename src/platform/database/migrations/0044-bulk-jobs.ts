import type { Migration } from '../migration.ts';

/**
 * The same work for many projects. A queue row for each account is what takes turns; whoever changes its items holds it.
 */
export const bulkJobs: Migration = {
  name: '0044-bulk-jobs',
  kind: 'expand',
  statements: [
    `create table bulk_jobs (
      id text primary key,
      account_id text not null references accounts (id),
      action text not null,
      parameters text not null,
      actor text not null,
      door text not null,
      address text,
      total integer not null,
      stopped_at text,
      created_at text not null,
      updated_at text not null
    )`,
    'create index bulk_jobs_by_account on bulk_jobs (account_id, created_at, id)',
    'create index bulk_jobs_by_age on bulk_jobs (updated_at)',
    `create table bulk_job_items (
      id text primary key,
      account_id text not null references accounts (id),
      bulk_job_id text not null references bulk_jobs (id),
      project_id text references projects (id),
      label text not null,
      input text,
      asked_by text,
      starts_job integer not null,
      state text not null,
      attempt integer not null,
      due_at text not null,
      job_id text,
      result text,
      fault text,
      link_shown_at text,
      created_at text not null,
      updated_at text not null
    )`,
    'create index bulk_job_items_by_bulk_job on bulk_job_items (bulk_job_id, state, id)',
    'create index bulk_job_items_in_turn on bulk_job_items (account_id, state, starts_job, id)',
    'create index bulk_job_items_by_project on bulk_job_items (project_id)',
    `create table bulk_queues (
      account_id text primary key references accounts (id),
      due_at text,
      served_at text not null
    )`,
    'create index bulk_queues_in_turn on bulk_queues (served_at, account_id) where due_at is not null',
  ],
};
