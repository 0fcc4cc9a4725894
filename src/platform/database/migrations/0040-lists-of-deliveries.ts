import type { Migration } from '../migration.ts';
import { postgresTriggers, sqliteTriggers } from './0015-list-counts.ts';

/** The e-mails of an account by schedule, and those of a schedule by address, whatever its case. */
const mails = {
  table: 'deliveries',
  counts: [
    {
      ...{ list: 'deliveries', owner: '{row}account_id', kind: '{row}schedule_id', status: '{row}status' },
      where: '{row}schedule_id is not null',
    },
    {
      ...{ list: 'deliveries_to', owner: '{row}schedule_id', kind: 'lower({row}recipient)', status: '{row}status' },
      where: '{row}schedule_id is not null',
    },
  ],
  columns: ['account_id', 'schedule_id', 'recipient', 'status'],
};

const messages = {
  table: 'webhook_deliveries',
  counts: [
    {
      ...{ list: 'webhook_deliveries', owner: '{row}endpoint_id', kind: '{row}type', status: '{row}status' },
      where: 'true',
    },
  ],
  columns: ['account_id', 'endpoint_id', 'type', 'status'],
};

const columns = 'account_id, owner, list, kind, status, number';
const backFill = [
  'update deliveries set schedule_id = (select schedule_id from schedule_runs where id = run_id)',
  `insert into list_counts (${columns})
    select account_id, account_id, 'deliveries', schedule_id, status, count(*) from deliveries
    where schedule_id is not null group by account_id, schedule_id, status`,
  `insert into list_counts (${columns})
    select account_id, schedule_id, 'deliveries_to', lower(recipient), status, count(*) from deliveries
    where schedule_id is not null group by account_id, schedule_id, lower(recipient), status`,
  `insert into list_counts (${columns})
    select account_id, endpoint_id, 'webhook_deliveries', type, status, count(*) from webhook_deliveries
    group by account_id, endpoint_id, type, status`,
];

/** One request may ask for 10,000 messages again; a trigger for each would change one count as often in one transaction. */
const messagesRecounted = [
  'drop trigger webhook_deliveries_changed on webhook_deliveries',
  `create or replace function recount_webhook_deliveries() returns trigger language plpgsql as $$
    begin
      perform count_listed(account_id, endpoint_id, 'webhook_deliveries', type, status, change) from (
        select account_id, endpoint_id, type, status, sum(number) as change from (
          select account_id, endpoint_id, type, status, -1 as number from before
          union all select account_id, endpoint_id, type, status, 1 from after) as rows
        group by account_id, endpoint_id, type, status having sum(number) <> 0
        order by endpoint_id, type, status) as changes;
      return null;
    end $$`,
  `create trigger webhook_deliveries_changed after update on webhook_deliveries
    referencing old table as before new table as after
    for each statement execute function recount_webhook_deliveries()`,
];

/**
 * Lists of e-mails and of messages of webhooks, whose totals are kept as those of other lists are. An e-mail knows its
 * schedule, which a trigger writes, so that it does for older versions beside this one too. And those who are told by e-mail
 * that a webhook was switched off, with the language of each.
 */
export const listsOfDeliveries: Migration = {
  name: '0040-lists-of-deliveries',
  kind: 'contract',
  statements: [
    'alter table deliveries add column schedule_id text',
    'create index deliveries_listed on deliveries (account_id, created_at, id, schedule_id)',
    'create index deliveries_by_creation on deliveries (account_id, status, created_at, id, schedule_id)',
    'create index deliveries_by_change on deliveries (account_id, status, updated_at, id, schedule_id)',
    ...['created_at', 'updated_at'].map(
      (sort) => `create index deliveries_by_address_${sort} on deliveries
        (account_id, lower(recipient), status, ${sort}, id, schedule_id)`,
    ),
    ...['created_at', 'updated_at'].map(
      (sort) => `create index deliveries_by_schedule_${sort} on deliveries (schedule_id, status, ${sort}, id)`,
    ),
    ...['by_age', 'by_status', 'by_recipient', 'of_account'].map((name) => `drop index deliveries_${name}`),
    'alter table users add column language text',
    'alter table webhook_endpoints add column to_tell integer not null default 0',
    'create index webhook_endpoints_to_tell on webhook_endpoints (off_since) where to_tell = 1',
    `create table webhook_notices (
      id text primary key,
      account_id text not null references accounts (id),
      endpoint_id text not null,
      user_id text not null,
      attempt integer not null,
      next_attempt_at text,
      failure text,
      created_at text not null
    )`,
    'create index webhook_notices_by_account on webhook_notices (account_id)',
    'create index webhook_notices_due on webhook_notices (next_attempt_at) where next_attempt_at is not null',
    'create index webhook_deliveries_by_type on webhook_deliveries (endpoint_id, type, status, created_at, id)',
  ],
  sqlite: [
    ...backFill,
    ...sqliteTriggers(mails),
    ...sqliteTriggers(messages),
    `create trigger deliveries_of_schedule after insert on deliveries when new.schedule_id is null begin
      update deliveries set schedule_id = (select schedule_id from schedule_runs where id = new.run_id)
      where id = new.id;
    end`,
  ],
  postgres: [
    ...backFill,
    ...postgresTriggers(mails),
    ...postgresTriggers(messages),
    ...messagesRecounted,
    `create function name_schedule_of_delivery() returns trigger language plpgsql as $$
      begin
        select schedule_id into new.schedule_id from schedule_runs where id = new.run_id;
        return new;
      end $$`,
    `create trigger deliveries_of_schedule before insert on deliveries for each row
      when (new.schedule_id is null) execute function name_schedule_of_delivery()`,
  ],
};
