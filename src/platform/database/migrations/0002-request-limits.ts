import type { Migration } from '../migration.ts';

/**
 * Counts name no account by a foreign key: a count must never be what stops a request from being counted.
 *
 * On PostgreSQL one call of `admit_request` is one decision. It takes turns for each account by an advisory lock, which
 * unlike a row lock writes nothing, so that a refusal is free of writes. Each statement within it sees what the
 * turn before has committed; were the isolation level raised, the second of two parallel turns would fail and not be admitted.
 * `recent_requests` is unlogged and empties when the server crashes; the day's count is logged, but its commit is not waited
 * for, so a crash of the server loses at most the last second of it.
 */
export const requestLimits: Migration = {
  name: '0002-request-limits',
  kind: 'expand',
  statements: [
    'create table request_counts (account_id text primary key, day integer not null, day_count integer not null)',
  ],
  sqlite: [
    'create table recent_requests (account_id text not null, admitted_at integer not null)',
    'create index recent_requests_by_age on recent_requests (admitted_at)',
  ],
  postgres: [
    // Free space in each page lets an update stay there, without touching the index.
    'alter table request_counts set (fillfactor = 50)',
    'alter table request_counts alter column account_id type text collate "C"',
    // The numbers of an account's rows have no gaps, so the first and the last one give their count.
    `create unlogged table recent_requests (
      account_id text collate "C" not null,
      admitted_at bigint not null,
      number bigint not null,
      primary key (account_id, admitted_at, number)
    )`,
    // clock: epoch milliseconds instead of the server's time.
    `create function admit_request(
      account text, per_minute integer, per_day integer, consume boolean, clock bigint,
      out now_ms bigint, out admitted boolean, out minute_used integer, out minute_frees_at bigint,
      out today integer, out day_used integer
    ) language plpgsql as $$
    declare
      first_number bigint;
      last_number bigint;
      last_at bigint;
      counted request_counts;
    begin
      perform set_config('synchronous_commit', 'off', true);
      perform set_config('lock_timeout', '2s', true);
      perform pg_advisory_xact_lock(hashtextextended(account, 7265706012));
      now_ms := coalesce(clock, floor(extract(epoch from clock_timestamp()) * 1000));

      select r.number, r.admitted_at into last_number, last_at
        from recent_requests r where account_id = account order by r.admitted_at desc, r.number desc limit 1;
      if last_at > now_ms then
        update recent_requests set admitted_at = now_ms where account_id = account and admitted_at > now_ms;
      end if;
      select r.number, r.admitted_at into first_number, minute_frees_at
        from recent_requests r where account_id = account order by r.admitted_at, r.number limit 1;
      if minute_frees_at <= now_ms - 60000 then
        delete from recent_requests where account_id = account and admitted_at <= now_ms - 60000;
        select r.number, r.admitted_at into first_number, minute_frees_at
          from recent_requests r where account_id = account order by r.admitted_at, r.number limit 1;
      end if;
      minute_used := coalesce(last_number - first_number + 1, 0);

      select * into counted from request_counts c where c.account_id = account;
      today := now_ms / 86400000;
      if today = counted.day - 1 then
        today := counted.day;
      elsif today < counted.day then
        update request_counts c set day = today where c.account_id = account;
      end if;
      day_used := case when today <= counted.day then counted.day_count else 0 end;

      admitted := minute_used < per_minute and day_used < per_day;
      if admitted and consume then
        minute_used := minute_used + 1;
        day_used := day_used + 1;
        minute_frees_at := coalesce(minute_frees_at, now_ms);
        insert into recent_requests values (account, now_ms, coalesce(last_number + 1, 1));
        insert into request_counts values (account, today, day_used)
          on conflict (account_id) do update set day = excluded.day, day_count = excluded.day_count;
      elsif minute_used > per_minute then
        select r.admitted_at into minute_frees_at from recent_requests r where account_id = account
          order by r.admitted_at, r.number offset minute_used - per_minute limit 1;
      end if;
      minute_frees_at := minute_frees_at + 60000;
    end $$`,
  ],
};
