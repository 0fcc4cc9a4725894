import type { Migration } from '../migration.ts';

/**
 * What people sign in with besides a password: passkeys, one-time codes and codes for when those are lost; sign-ins of
 * which the password was right; and by what a session was begun.
 */
export const secondFactors: Migration = {
  name: '0053-second-factors',
  kind: 'expand',
  statements: [
    'alter table sessions add column factor text',
    `create table passkeys (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      credential_id text not null unique,
      public_key text not null,
      counter text not null,
      transports text not null,
      synced integer not null,
      created_at text not null,
      last_used_at text
    )`,
    'create index passkeys_by_user on passkeys (user_id, id)',
    `create table second_factors (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      secret text not null,
      last_step integer not null,
      created_at text not null,
      confirmed_at text,
      last_used_at text
    )`,
    'create index second_factors_by_user on second_factors (user_id, id)',
    `create table recovery_codes (
      code_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      used_at text
    )`,
    'create index recovery_codes_by_user on recovery_codes (user_id)',
    `create table pending_sign_ins (
      token_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      tries integer not null,
      created_at text not null,
      expires_at text not null
    )`,
    'create index pending_sign_ins_by_user on pending_sign_ins (user_id)',
    'create index pending_sign_ins_by_end on pending_sign_ins (expires_at)',
    `create table used_challenges (
      digest text primary key,
      expires_at text not null
    )`,
    'create index used_challenges_by_end on used_challenges (expires_at)',
  ],
};
