import type { Migration } from '../migration.ts';

/** Tags of projects, and folders that projects are in; what members are limited to besides projects. */
export const labels: Migration = {
  name: '0043-labels',
  kind: 'expand',
  statements: [
    `create table labels (
      id text primary key,
      account_id text not null references accounts (id),
      kind text not null,
      name text not null,
      folded text not null,
      created_at text not null,
      unique (account_id, kind, folded)
    )`,
    `create table project_tags (
      project_id text not null references projects (id),
      tag_id text not null references labels (id),
      account_id text not null references accounts (id),
      primary key (project_id, tag_id)
    )`,
    'create index project_tags_by_tag on project_tags (tag_id, project_id)',
    'create index project_tags_by_account on project_tags (account_id)',
    'alter table projects add column folder_id text references labels (id)',
    'create index projects_by_folder on projects (folder_id, id)',
    'alter table memberships add column tag_ids text',
    'alter table invitations add column tag_ids text',
  ],
};
