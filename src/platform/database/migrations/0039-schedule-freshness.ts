import type { Migration } from '../migration.ts';

/** Occurrences of schedules that wait until their sources have the figures of the last day. */
export const scheduleFreshness: Migration = {
  name: '0039-schedule-freshness',
  kind: 'expand',
  statements: [
    'alter table schedules add column fresh_by text',
    `create table schedule_waits (
      id text primary key,
      account_id text not null references accounts (id),
      schedule_id text not null references schedules (id),
      occurrence text not null,
      due_at text not null,
      periods text not null,
      until text not null,
      otherwise text not null,
      missing text not null,
      asks integer not null,
      ask_at text,
      ended text,
      created_at text not null,
      updated_at text not null,
      unique (schedule_id, occurrence)
    )`,
    'create index schedule_waits_by_account on schedule_waits (account_id)',
    'create index schedule_waits_due on schedule_waits (ask_at) where ask_at is not null',
  ],
};
