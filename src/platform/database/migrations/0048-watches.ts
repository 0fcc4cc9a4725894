import type { Migration } from '../migration.ts';

/**
 * What somebody wants to be told of, how it stands for each connection, and when a connection is looked at next. A plan
 * may bound how many there are.
 */
export const watches: Migration = {
  name: '0048-watches',
  kind: 'expand',
  statements: [
    'alter table plans add column max_watches integer',
    `update plans set max_watches = case name when 'free' then 5 when 'starter' then 50 else 1000 end
      where name in ('free', 'starter', 'pro')`,
    `create table watches (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text references projects (id),
      template_id text,
      connection_id text,
      slot text,
      name text not null,
      kind text not null,
      metric text,
      dimension text,
      dimension_value text,
      rule text not null,
      people text not null,
      channels text not null,
      enabled integer not null,
      created_by text not null,
      created_at text not null,
      updated_at text not null,
      revision integer not null default 1
    )`,
    'create index watches_of_account on watches (account_id, created_at, id)',
    'create index watches_of_connection on watches (connection_id) where connection_id is not null',
    'create index watches_of_template on watches (template_id) where template_id is not null',
    'create index watches_of_project on watches (project_id)',
    `create table watch_states (
      watch_id text not null references watches (id),
      connection_id text not null,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      state text not null,
      day text,
      judged text,
      problem text,
      calm_days integer not null,
      incident_id text,
      judged_at text,
      primary key (watch_id, connection_id)
    )`,
    'create index watch_states_of_connection on watch_states (connection_id)',
    'create index watch_states_of_account on watch_states (account_id)',
    'create index watch_states_of_project on watch_states (project_id)',
    `create table watch_turns (
      connection_id text primary key,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      due_at text not null,
      leased_until text,
      claims integer not null,
      tries integer not null
    )`,
    'create index watch_turns_due on watch_turns (due_at)',
    'create index watch_turns_of_account on watch_turns (account_id, due_at)',
    'create index watch_turns_of_project on watch_turns (project_id)',
    `create table watch_accounts (
      account_id text primary key references accounts (id),
      served_at text not null
    )`,
    `create table alert_settings (
      user_id text primary key references users (id) on delete cascade,
      quiet_from text,
      quiet_until text,
      weekends integer not null,
      time_zone text not null,
      revision integer not null,
      updated_at text not null
    )`,
  ],
};
