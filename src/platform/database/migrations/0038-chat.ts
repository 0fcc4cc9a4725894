import type { Migration } from '../migration.ts';

/** Channels of chats, whose addresses are secrets, as recipients of schedules. */
export const chat: Migration = {
  name: '0038-chat',
  kind: 'expand',
  statements: [
    `create table chat_channels (
      id text primary key,
      account_id text not null references accounts (id),
      system text not null,
      name text not null,
      origin text not null,
      secret text not null,
      made_by text not null,
      gone_at text,
      created_at text not null,
      updated_at text not null,
      revision integer not null default 1
    )`,
    'create index chat_channels_by_account on chat_channels (account_id, created_at)',
    `alter table schedules add column channels text not null default '[]'`,
    `alter table deliveries add column system text not null default 'email'`,
    'alter table deliveries add column channel_id text',
  ],
};
