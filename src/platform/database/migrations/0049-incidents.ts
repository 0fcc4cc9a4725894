import type { Migration } from '../migration.ts';

/**
 * What watches have found, and who is told of it. While an incident is open its cause is unique, so that two processes
 * never open it twice; each person and channel is told once of each occasion.
 */
export const incidents: Migration = {
  name: '0049-incidents',
  kind: 'expand',
  statements: [
    `create table incidents (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      connection_id text not null,
      cause text not null,
      open_cause text unique,
      state text not null,
      parts text not null,
      first_day text not null,
      last_day text not null,
      opened_at text not null,
      closed_at text,
      close_reason text,
      acknowledged_at text,
      acknowledged_by text,
      snoozed_until text,
      created_at text not null,
      updated_at text not null,
      revision integer not null default 1
    )`,
    'create index incidents_of_account on incidents (account_id, state, opened_at, id)',
    'create index incidents_by_time on incidents (account_id, opened_at, id)',
    'create index incidents_of_project on incidents (project_id, opened_at, id)',
    `create table incident_comments (
      id text primary key,
      incident_id text not null references incidents (id),
      account_id text not null references accounts (id),
      author text not null,
      author_name text not null,
      text text not null,
      created_at text not null
    )`,
    'create index incident_comments_of_incident on incident_comments (incident_id, id)',
    'create index incident_comments_of_account on incident_comments (account_id)',
    `create table incident_notices (
      id text primary key,
      account_id text not null references accounts (id),
      incident_id text not null references incidents (id),
      occasion text not null,
      recipient text not null,
      user_id text references users (id) on delete cascade,
      channel_id text,
      status text not null,
      attempt integer not null,
      next_attempt_at text,
      handed_at text,
      sent_at text,
      reason text,
      failure text,
      answer text,
      created_at text not null,
      updated_at text not null,
      unique (incident_id, occasion, recipient)
    )`,
    'create index incident_notices_due on incident_notices (next_attempt_at) where next_attempt_at is not null',
    'create index incident_notices_of_user on incident_notices (user_id)',
    'create index incident_notices_of_account on incident_notices (account_id)',
  ],
};
