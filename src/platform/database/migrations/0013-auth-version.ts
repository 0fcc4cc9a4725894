import type { Migration } from '../migration.ts';

const callerColumns = 'public_id, account_id, name, kind, scopes, secret_hash, created_at, expires_at, revoked_at';

const changes = [
  { name: 'tokens_changed', event: `update of ${callerColumns} on tokens` },
  { name: 'tokens_deleted', event: 'delete on tokens' },
  { name: 'accounts_changed', event: 'update on accounts' },
  { name: 'accounts_deleted', event: 'delete on accounts' },
  { name: 'plans_changed', event: 'update on plans' },
  { name: 'plans_deleted', event: 'delete on plans' },
];

/**
 * What is known of a caller may be remembered for as long as the one row of `auth_version` stays the same: whatever changes a token,
 * an account or a plan replaces it in the same transaction. It is absent until the first change. Versions are
 * random, so that none comes twice, not even after a backup was restored. The note of a token's last use changes no version, and nobody
 * remembers a token that does not exist yet.
 *
 * On PostgreSQL `admit_known_requests` counts requests as `admit_requests` of migration 0008 does, or nothing and
 * without a row when `known` is no longer the version; null is always right.
 */
export const authVersion: Migration = {
  name: '0013-auth-version',
  kind: 'expand',
  statements: ['create table auth_version (id integer primary key, version text not null)'],
  sqlite: changes.map(
    ({ name, event }) => `create trigger ${name} after ${event} begin
      insert or replace into auth_version values (1, lower(hex(randomblob(16))));
    end`,
  ),
  postgres: [
    `create function renew_auth_version() returns trigger language plpgsql as $$
    begin
      insert into auth_version values (1, gen_random_uuid()::text) on conflict (id) do update set version = excluded.version;
      return null;
    end $$`,
    ...changes.map(
      ({ name, event }) =>
        `create trigger ${name} after ${event} for each statement execute function renew_auth_version()`,
    ),
    // clock: epoch milliseconds instead of the server's time.
    `create function admit_known_requests(
      known text, accounts text[], per_minutes integer[], per_days integer[], wanted integer[], clock bigint
    ) returns table (
      now_ms bigint, admitted integer, minute_used integer, minute_frees_at bigint, today integer, day_used integer
    ) language plpgsql as $$
    begin
      if known <> coalesce((select version from auth_version), '') then
        return;
      elsif cardinality(accounts) = 1 and wanted[1] <= 1 then
        return query select one.now_ms, (one.admitted and wanted[1] = 1)::integer, one.minute_used, one.minute_frees_at, one.today, one.day_used
          from admit_request(accounts[1], per_minutes[1], per_days[1], wanted[1] = 1, clock) as one;
      else
        return query select * from admit_requests(accounts, per_minutes, per_days, wanted, clock);
      end if;
    end $$`,
  ],
};
