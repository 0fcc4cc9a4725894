import type { Migration } from '../migration.ts';

/**
 * People: users, what they may do in which accounts, the links by which they come in, their sessions, and what slows
 * down whoever guesses passwords. A plan may bound the members of an account. What belongs to a user goes with them.
 */
export const people: Migration = {
  name: '0022-people',
  kind: 'expand',
  statements: [
    'alter table plans add column max_members integer',
    `update plans set max_members = case name when 'free' then 1 when 'starter' then 3 else 20 end
      where name in ('free', 'starter', 'pro')`,
    'alter table audit_log add column door text',
    'alter table audit_log add column address text',
    `create table users (
      id text primary key,
      email text not null,
      email_key text not null unique,
      name text not null,
      password_hash text,
      operator integer not null,
      disabled_at text,
      created_at text not null,
      updated_at text not null
    )`,
    `create table memberships (
      account_id text not null references accounts (id),
      user_id text not null references users (id) on delete cascade,
      role text not null,
      project_ids text,
      created_at text not null,
      updated_at text not null,
      primary key (account_id, user_id)
    )`,
    'create index memberships_by_user on memberships (user_id)',
    `create table invitations (
      id text primary key,
      token_hash text not null unique,
      account_id text not null references accounts (id),
      email text,
      role text not null,
      project_ids text,
      made_by text not null,
      created_at text not null,
      expires_at text not null,
      accepted_at text,
      revoked_at text
    )`,
    'create index invitations_by_account on invitations (account_id, id)',
    'create index invitations_by_end on invitations (expires_at)',
    `create table password_resets (
      token_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      made_by text not null,
      created_at text not null,
      expires_at text not null,
      used_at text
    )`,
    'create index password_resets_by_user on password_resets (user_id)',
    'create index password_resets_by_end on password_resets (expires_at)',
    `create table sessions (
      id text primary key,
      token_hash text not null unique,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      last_seen_at text not null,
      expires_at text not null,
      address text not null,
      agent text not null
    )`,
    'create index sessions_by_user on sessions (user_id, id)',
    'create index sessions_by_end on sessions (expires_at)',
    'create index sessions_by_use on sessions (last_seen_at)',
    `create table sign_in_networks (
      user_id text not null references users (id) on delete cascade,
      network text not null,
      used_at text not null,
      primary key (user_id, network)
    )`,
    'create index sign_in_networks_by_use on sign_in_networks (used_at)',
    `create table sign_in_tries (
      id text primary key,
      network text not null,
      email_hash text not null,
      tried_at text not null
    )`,
    'create index sign_in_tries_by_network on sign_in_tries (network, tried_at)',
    'create index sign_in_tries_by_email on sign_in_tries (email_hash, tried_at)',
    'create index sign_in_tries_by_time on sign_in_tries (tried_at)',
  ],
};
