import type { Migration } from '../migration.ts';

/**
 * Uploaded files: what of them an account has, and the versions that were replaced but may still be read. A plan may
 * bound them, in MB (10^6 bytes). Of the data roots an account's own connections read those granted to it.
 */
export const uploads: Migration = {
  name: '0027-uploads',
  kind: 'expand',
  statements: [
    'alter table plans add column max_upload_mb integer',
    `update plans set max_upload_mb = case name
      when 'free' then 50 when 'starter' then 500 when 'pro' then 5000 else 50000 end
      where name in ('free', 'starter', 'pro', 'agency')`,
    `alter table accounts add column data_roots text not null default '[]'`,
    `create table uploads (
      id text primary key,
      account_id text not null references accounts (id),
      name text not null,
      format text not null,
      columns text not null,
      size_bytes integer not null,
      sha256 text not null,
      object_key text not null unique,
      created_at text not null,
      updated_at text not null
    )`,
    'create index uploads_by_account on uploads (account_id, id)',
    `create table replaced_uploads (
      object_key text primary key,
      account_id text not null references accounts (id),
      replaced_at text not null
    )`,
    'create index replaced_uploads_by_account on replaced_uploads (account_id, replaced_at)',
    'create index replaced_uploads_by_time on replaced_uploads (replaced_at)',
  ],
};
