import type { Migration } from '../migration.ts';

/**
 * Single sign-on by OpenID Connect: the domains that the operator has given an account, its provider, which subjects of a
 * provider are which users, and what has been used once. A session that began so names the identity it began with.
 */
export const singleSignOn: Migration = {
  name: '0054-single-sign-on',
  kind: 'expand',
  statements: [
    `create table sso_domains (
      domain text primary key,
      account_id text not null references accounts (id),
      created_at text not null
    )`,
    'create index sso_domains_by_account on sso_domains (account_id)',
    `create table sso_providers (
      account_id text primary key references accounts (id),
      issuer text not null,
      client_id text not null,
      secret text not null,
      mode text not null,
      default_role text,
      role_claim text,
      creates_users integer not null,
      tested text,
      revision integer not null default 1,
      created_at text not null,
      updated_at text not null
    )`,
    'create index sso_providers_by_issuer on sso_providers (issuer)',
    `create table sso_identities (
      id text primary key,
      account_id text not null references accounts (id),
      user_id text not null references users (id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text not null,
      created_at text not null,
      last_used_at text,
      unique (issuer, subject),
      unique (user_id)
    )`,
    'create index sso_identities_by_account on sso_identities (account_id)',
    `create table sso_used (
      key text primary key,
      expires_at text not null
    )`,
    'create index sso_used_by_end on sso_used (expires_at)',
    'alter table sessions add column identity_id text references sso_identities (id) on delete cascade',
    'alter table sessions add column provider_session text',
    'alter table sessions add column confirmed_at text',
    'create index sessions_by_identity on sessions (identity_id)',
  ],
};
