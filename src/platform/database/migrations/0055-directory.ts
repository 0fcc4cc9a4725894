import type { Migration } from '../migration.ts';

/**
 * People and groups that the directory of a company keeps by SCIM: what it says of them, the tokens that it calls with, and what
 * its groups may do. `disabled_by` of a user says that a directory did it, so that one may undo it; null is the operator.
 */
export const directory: Migration = {
  name: '0055-directory',
  kind: 'expand',
  statements: [
    'alter table users add column disabled_by text',
    `create table directories (
      account_id text primary key references accounts (id),
      default_role text not null,
      project_ids text,
      tag_ids text,
      sends_mail integer not null,
      revision integer not null default 1,
      created_at text not null,
      updated_at text not null
    )`,
    `create table scim_tokens (
      public_id text primary key,
      account_id text not null references accounts (id),
      name text not null,
      secret_hash text not null,
      made_by text not null,
      created_at text not null,
      last_used_at text,
      revoked_at text
    )`,
    'create index scim_tokens_by_account on scim_tokens (account_id, created_at)',
    `create table scim_users (
      id text primary key,
      account_id text not null references accounts (id),
      user_id text not null references users (id) on delete cascade,
      origin text not null,
      role_from text not null,
      user_name_key text not null,
      external_id text,
      attributes text not null,
      created_at text not null,
      updated_at text not null,
      removed_at text,
      unique (account_id, user_name_key),
      unique (account_id, user_id)
    )`,
    'create index scim_users_by_external_id on scim_users (account_id, external_id)',
    'create index scim_users_by_user on scim_users (user_id)',
    `create table scim_groups (
      id text primary key,
      account_id text not null references accounts (id),
      display_name text not null,
      name_key text not null,
      external_id text,
      role text,
      project_ids text,
      tag_ids text,
      revision integer not null default 1,
      created_at text not null,
      updated_at text not null,
      unique (account_id, name_key)
    )`,
    `create table scim_group_members (
      group_id text not null references scim_groups (id) on delete cascade,
      scim_user_id text not null references scim_users (id) on delete cascade,
      account_id text not null references accounts (id),
      primary key (group_id, scim_user_id)
    )`,
    'create index scim_group_members_by_user on scim_group_members (scim_user_id)',
    'create index scim_group_members_by_account on scim_group_members (account_id)',
  ],
};
