import type { Migration } from '../migration.ts';

/**
 * On PostgreSQL one call of `admit_requests` decides on so many requests of each of several accounts. It keeps its counts as
 * `admit_request` of migration 0002 does, which is the faster one for a single request.
 *
 * The accounts are locked in one order, so that two calls cannot wait for each other. Each account is named once. A plan
 * by the index is right however few rows the tables have when it is made.
 */
export const limitsOfMany: Migration = {
  name: '0008-limits-of-many',
  kind: 'expand',
  statements: [],
  postgres: [
    // clock: epoch milliseconds instead of the server's time. The counts include the admitted requests.
    `create function admit_requests(
      accounts text[], per_minutes integer[], per_days integer[], wanted integer[], clock bigint
    ) returns table (
      now_ms bigint, admitted integer, minute_used integer, minute_frees_at bigint, today integer, day_used integer
    ) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    #variable_conflict use_column
    declare
      at bigint;
    begin
      perform set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '2s', true);
      perform pg_advisory_xact_lock(key)
        from (select hashtextextended(account, 7265706012) as key from unnest(accounts) as account order by 1) as keys;
      at := coalesce(clock, floor(extract(epoch from clock_timestamp()) * 1000));

      update recent_requests set admitted_at = at where account_id = any(accounts) and admitted_at > at;
      delete from recent_requests where account_id = any(accounts) and admitted_at <= at - 60000;

      return query
      with counted as (
        select asked.*, oldest.admitted_at as oldest_at, newest.number as last_number,
          coalesce(newest.number - oldest.number + 1, 0)::integer as minute_used, counts.day as counted_day,
          case when at / 86400000 = counts.day - 1 then counts.day else (at / 86400000)::integer end as today,
          case when at / 86400000 <= counts.day then counts.day_count else 0 end as day_used
        from unnest(accounts, per_minutes, per_days, wanted) with ordinality
          as asked (account, per_minute, per_day, wanted, place)
        left join lateral (select admitted_at, number from recent_requests where account_id = asked.account
          order by admitted_at, number limit 1) as oldest on true
        left join lateral (select number from recent_requests where account_id = asked.account
          order by admitted_at desc, number desc limit 1) as newest on true
        left join request_counts as counts on counts.account_id = asked.account
      ), decided as (
        select *, greatest(least(wanted, per_minute - minute_used, per_day - day_used), 0) as admitted from counted
      ), inserted as (
        insert into recent_requests select account, at, coalesce(last_number, 0) + extra
          from decided, generate_series(1, decided.admitted) as extra
      ), noted as (
        insert into request_counts select account, today, day_used + admitted
          from decided where admitted > 0 or today < counted_day
          on conflict (account_id) do update set day = excluded.day, day_count = excluded.day_count
      )
      select at, admitted, minute_used + admitted, 60000 + case when minute_used > per_minute
          then (select admitted_at from recent_requests where account_id = account
            order by admitted_at, number offset minute_used - per_minute limit 1)
          else coalesce(oldest_at, case when admitted > 0 then at end) end,
        today, day_used + admitted
      from decided order by place;
    end $$`,
  ],
};
