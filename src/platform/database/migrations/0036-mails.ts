import type { Migration } from '../migration.ts';

/**
 * What an e-mail is besides its report, how far its delivery went, and who wants none. `handed_at` is written before a
 * mail server can have taken an e-mail, so that nothing is sent twice after it.
 */
export const mails: Migration = {
  name: '0036-mails',
  kind: 'expand',
  statements: [
    `alter table schedules add column mail text not null default '{}'`,
    `alter table deliveries add column role text not null default 'to'`,
    'alter table deliveries add column queued_at text',
    'alter table deliveries add column attempts_before integer not null default 0',
    'alter table deliveries add column sends integer not null default 0',
    'alter table deliveries add column handed_at text',
    'alter table deliveries add column answer text',
    'alter table deliveries add column size integer',
    'create index deliveries_by_age on deliveries (account_id, created_at, id)',
    'create index deliveries_by_status on deliveries (account_id, status, created_at, id)',
    'create index deliveries_by_recipient on deliveries (account_id, recipient, created_at, id)',
    `create table unwanted_addresses (
      account_id text not null references accounts (id),
      address text not null,
      reason text not null,
      created_at text not null,
      primary key (account_id, address)
    )`,
    `create table unsubscribe_links (
      token_hash text primary key,
      account_id text not null references accounts (id),
      address text not null
    )`,
    'create index unsubscribe_links_by_account on unsubscribe_links (account_id)',
  ],
};
