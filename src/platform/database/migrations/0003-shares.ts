import type { Migration } from '../migration.ts';

/** A share is nothing without its report, so it goes with it. */
export const shares: Migration = {
  name: '0003-shares',
  kind: 'expand',
  statements: [
    `create table shares (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      report_id text not null references reports (id) on delete cascade,
      token_hash text not null unique,
      password_hash text,
      created_at text not null,
      expires_at text,
      revoked_at text,
      view_count integer not null,
      last_viewed_at text
    )`,
    'create index shares_by_report on shares (report_id, id)',
    'create index shares_by_project on shares (project_id, id)',
    'create index shares_by_account on shares (account_id, id)',
  ],
};
