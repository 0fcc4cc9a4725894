import type { Migration } from '../migration.ts';

/**
 * Sign-in by OAuth: the operator's client at each vendor, what people granted, which several connections may share, and
 * the links by which they are asked.
 */
export const oauth: Migration = {
  name: '0019-oauth',
  kind: 'expand',
  statements: [
    `create table oauth_clients (
      sign_in text primary key,
      client_id text not null,
      secret text not null,
      created_at text not null,
      updated_at text not null
    )`,
    `create table oauth_grants (
      id text primary key,
      account_id text not null references accounts (id),
      sign_in text not null,
      client_id text not null,
      scopes text not null,
      secret text not null,
      secret_lease text,
      secret_leased_until text,
      ends_at text,
      made_by text not null,
      created_at text not null,
      updated_at text not null
    )`,
    'create index oauth_grants_by_account on oauth_grants (account_id)',
    'alter table connections add column grant_id text references oauth_grants (id)',
    'create index connections_by_grant on connections (grant_id)',
    `create table oauth_authorizations (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      connection_id text,
      system text not null,
      name text not null,
      config text not null,
      sign_in text not null,
      scopes text not null,
      made_by text not null,
      state_hash text unique,
      browser_hash text,
      secret text,
      taken_at text,
      outcome text,
      created_at text not null,
      expires_at text not null
    )`,
    'create index oauth_authorizations_by_account on oauth_authorizations (account_id)',
    'create index oauth_authorizations_by_project on oauth_authorizations (project_id)',
    'create index oauth_authorizations_by_end on oauth_authorizations (expires_at)',
  ],
};
