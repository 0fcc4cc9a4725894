import type { Migration } from '../migration.ts';

/** As the index on the queues has it; see migration 0007. */
const turn = 'case when served_at > head_due_at then served_at else head_due_at end';

/**
 * A claim names the kinds of jobs that its program knows, as JSON texts, and leaves the others to newer programs; `needs` is what a
 * program that had claimed a job found it does not know. The functions of 0014 stay for programs that do not name kinds.
 */
export const knownKinds: Migration = {
  name: '0059-known-kinds',
  kind: 'expand',
  statements: ['alter table jobs add column needs text'],
  postgres: [
    // Changes nothing, but sessions of running programs forget its plan, whose rows lack the columns that were added to jobs.
    `alter function claim_job(text, integer, double precision, double precision, double precision, double precision)
      volatile`,
    `create function take_known_job(
      worker text, most_running integer, lease_ms double precision, generation_ms double precision,
      export_ms double precision, longest_held_up_ms double precision, known text
    ) returns setof jobs language plpgsql as $$
      declare
        this_time text := job_time(0);
        kinds text[] := (select array_agg(kind) from json_array_elements_text(known::json) as kind);
        account text;
        job jobs;
      begin
        -- Enough to skip queue rows whose jobs are no longer there, or not for this program.
        for tries in 1..10 loop
          account := null;
          for already_running in 0..most_running - 1 loop
            select account_id into account from job_queues
              where running = already_running and head_due_at is not null and (${turn}) <= this_time
              order by (${turn}) limit 1 for update skip locked;
            exit when account is not null;
          end loop;
          exit when account is null;
          update jobs set status = 'running', stage = 'starting', worker_id = worker,
            lease_expires_at = job_time(lease_ms), started_at = coalesce(started_at, this_time), updated_at = this_time,
            deadline_at = case
              when held_up_since is not null then to_char((deadline_at::timestamptz + interval '1 millisecond' * greatest(0,
                least(longest_held_up_ms - held_up_ms, round(1000 * extract(epoch from this_time::timestamptz - held_up_since::timestamptz)))))
                at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
              when deadline_at > this_time then deadline_at
              when type = 'export' then job_time(export_ms)
              else job_time(generation_ms) end,
            held_up_ms = case when held_up_since is null then held_up_ms else held_up_ms + greatest(0,
              least(longest_held_up_ms - held_up_ms, round(1000 * extract(epoch from this_time::timestamptz - held_up_since::timestamptz)))) end,
            held_up_since = null
            where id = (select id from jobs where account_id = account and status = 'queued' and due_at <= this_time
                and (known is null or type = any(kinds) and (format is null or format = any(kinds)))
                and (needs is null or needs = any(kinds))
              order by due_at, id limit 1) and status = 'queued'
            returning * into job;
          perform recount_job_queue(account);
          if job.id is not null then
            return next job;
            exit;
          end if;
        end loop;
      end
    $$`,
    `create function claim_known_job(
      worker text, most_running integer, lease_ms double precision, generation_ms double precision,
      export_ms double precision, longest_held_up_ms double precision, known text
    ) returns setof jobs language plpgsql as $$
      begin
        -- Of this transaction alone. A crash that loses the claim puts the job back into the queue.
        perform set_config('synchronous_commit', 'off', true);
        return query select * from take_known_job(worker, most_running, lease_ms, generation_ms, export_ms,
          longest_held_up_ms, known);
      end
    $$`,
    `create function complete_and_take_known_job(
      completed_id text, completed_attempt integer, worker text, account text,
      report text, stored_artifact text, stored_artifact_expires_at text,
      taker text, most_running integer, lease_ms double precision, generation_ms double precision,
      export_ms double precision, longest_held_up_ms double precision, known text
    ) returns table (held boolean, following jobs) language plpgsql as $$
      begin
        held := complete_job(completed_id, completed_attempt, worker, account, report, stored_artifact,
          stored_artifact_expires_at);
        if held then
          select taken.* into following from take_known_job(taker, most_running, lease_ms, generation_ms, export_ms,
            longest_held_up_ms, known) taken;
        end if;
        return next;
      end
    $$`,
  ],
};
