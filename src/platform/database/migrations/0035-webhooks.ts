import type { Migration } from '../migration.ts';

/** A change of a row that is an event of its account. Expressions are SQL on the row before and after: `old`, `new`. */
interface Told {
  readonly trigger: string;
  readonly table: string;
  readonly on: string;
  readonly when: string;
  readonly type: string;
  /** What of the row the event says, which may be otherwise by the time it is sent. */
  readonly state: string;
  /** A query of the row's project, where the table has none. */
  readonly project?: string;
}

const ends = `('completed', 'blocked', 'failed')`;
const jobType = `new.type || '_job.' || new.status`;

const told: readonly Told[] = [
  {
    trigger: 'job_ended',
    table: 'jobs',
    on: 'update of status',
    when: `new.status in ${ends} and old.status not in ${ends}`,
    type: jobType,
    state: 'new.status',
  },
  // A job that cannot be run is blocked from the start.
  {
    trigger: 'job_refused',
    table: 'jobs',
    on: 'insert',
    when: `new.status in ${ends}`,
    type: jobType,
    state: 'new.status',
  },
  {
    trigger: 'connection_changed',
    table: 'connections',
    on: 'update of status',
    when: `old.status <> new.status and new.status in ('connected', 'reauth_required')`,
    type: `case new.status when 'connected' then 'connection.restored' else 'connection.reauth_required' end`,
    state: 'new.status',
  },
  {
    trigger: 'share_viewed',
    table: 'shares',
    on: 'update of last_viewed_at',
    // The first view of each hour (UTC).
    when: `new.last_viewed_at is not null
      and substr(new.last_viewed_at, 1, 13) <> coalesce(substr(old.last_viewed_at, 1, 13), '')`,
    type: `'share.viewed'`,
    state: 'new.last_viewed_at',
  },
  {
    trigger: 'delivery_ended',
    table: 'deliveries',
    on: 'update of status',
    when: `old.status <> new.status and new.status in ('sent', 'failed', 'unknown')`,
    type: `case new.status when 'sent' then 'delivery.sent' else 'delivery.failed' end`,
    state: 'new.status',
    project: `(select schedules.project_id from schedule_runs join schedules on schedules.id = schedule_runs.schedule_id
      where schedule_runs.id = new.run_id)`,
  },
];

const columns = 'id, account_id, project_id, type, subject, state, at';

/** One look-up in an index for an account that has no endpoint. */
const ifHeard = 'where exists (select 1 from webhook_endpoints where account_id = new.account_id)';

const sqliteTrigger = ({ trigger, table, on, when, type, state, project = 'new.project_id' }: Told) =>
  `create trigger ${trigger} after ${on} on ${table} when ${when} begin
    insert into events (${columns})
      select 'evt_' || substr(lower(hex(randomblob(13))), 1, 26), new.account_id, ${project}, ${type}, new.id, ${state},
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
      ${ifHeard};
    end`;

const postgresTrigger = ({ trigger, table, on, when, type, state, project = 'new.project_id' }: Told) => [
  `create function tell_${trigger}() returns trigger language plpgsql as $$
    begin
      insert into events (${columns})
        select 'evt_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26), new.account_id, ${project}, ${type},
          new.id, ${state}, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ${ifHeard};
      return null;
    end $$`,
  `create trigger ${trigger} after ${on} on ${table} for each row when (${when}) execute function tell_${trigger}()`,
];

/**
 * Events are written by triggers, in the transaction of what they tell: whatever ends a job, now or in a later version,
 * no end goes without its event.
 */
export const webhooks: Migration = {
  name: '0035-webhooks',
  kind: 'expand',
  statements: [
    `create table webhook_endpoints (
      id text primary key,
      account_id text not null references accounts (id),
      url text not null,
      description text,
      events text not null,
      project_ids text,
      version text not null,
      signing text not null,
      secret text not null,
      public_keys text not null,
      made_by text not null,
      enabled integer not null,
      off_reason text,
      off_since text,
      failures integer not null default 0,
      failing_since text,
      paused_until text,
      lease text,
      leased_until text,
      served_at text not null default '',
      created_at text not null,
      updated_at text not null,
      revision integer not null default 1
    )`,
    'create index webhook_endpoints_by_account on webhook_endpoints (account_id, created_at)',
    'create index webhook_endpoints_by_turn on webhook_endpoints (served_at) where enabled = 1',
    `create table events (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text,
      type text not null,
      subject text not null,
      state text,
      at text not null,
      routed integer not null default 0,
      data text
    )`,
    'create index events_to_route on events (at, id) where routed = 0',
    'create index events_of_account on events (account_id, at)',
    'create index events_by_time on events (at)',
    `create table webhook_deliveries (
      id text primary key,
      account_id text not null references accounts (id),
      endpoint_id text not null,
      event_id text not null,
      type text not null,
      status text not null,
      attempt integer not null,
      step integer not null,
      next_attempt_at text,
      created_at text not null,
      updated_at text not null,
      unique (endpoint_id, event_id)
    )`,
    'create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where next_attempt_at is not null',
    'create index webhook_deliveries_listed on webhook_deliveries (endpoint_id, created_at, id, status)',
    'create index webhook_deliveries_by_time on webhook_deliveries (created_at)',
    'create index webhook_deliveries_by_account on webhook_deliveries (account_id)',
    `create table webhook_attempts (
      delivery_id text not null,
      number integer not null,
      account_id text not null references accounts (id),
      started_at text not null,
      duration_ms integer not null,
      http_status integer,
      failure text,
      answer text,
      primary key (delivery_id, number)
    )`,
    'create index webhook_attempts_by_time on webhook_attempts (started_at)',
    'create index webhook_attempts_by_account on webhook_attempts (account_id)',
  ],
  sqlite: told.map(sqliteTrigger),
  postgres: told.flatMap(postgresTrigger),
};
