import type { Migration } from '../migration.ts';

/**
 * The management API: tokens with a role in place of scopes, the account that a session looks into, idempotency keys of
 * whoever acts, and counters by which a change finds out that somebody else was faster.
 */
export const management: Migration = {
  name: '0025-management',
  kind: 'expand',
  statements: [
    'alter table tokens add column role text',
    'alter table sessions add column account_id text',
    'alter table projects add column revision integer not null default 1',
    'alter table memberships add column revision integer not null default 1',
    'alter table accounts add column revision integer not null default 1',
    `create table actor_keys (
      actor text not null,
      kind text not null,
      key text not null,
      account_id text references accounts (id),
      fingerprint text not null,
      response text not null,
      created_at text not null,
      primary key (actor, kind, key)
    )`,
    'create index actor_keys_by_age on actor_keys (created_at)',
    'create index actor_keys_by_account on actor_keys (account_id)',
  ],
};
