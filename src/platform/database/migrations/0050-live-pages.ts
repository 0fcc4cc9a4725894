import type { Migration } from '../migration.ts';

/**
 * Guest links that stand for the figures of a project rather than for a report, and the pages behind them. SQLite cannot
 * drop a constraint, so there the table is made anew, with its indexes and the trigger of 0035.
 */
export const livePages: Migration = {
  name: '0050-live-pages',
  kind: 'contract',
  statements: [],
  sqlite: [
    `create table shares_of_0050 (
      id text primary key,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      report_id text references reports (id) on delete cascade,
      token_hash text not null unique,
      password_hash text,
      created_at text not null,
      expires_at text,
      revoked_at text,
      view_count integer not null,
      last_viewed_at text,
      figures integer not null default 0,
      live text
    )`,
    `insert into shares_of_0050 (id, account_id, project_id, report_id, token_hash, password_hash, created_at,
        expires_at, revoked_at, view_count, last_viewed_at, figures)
      select id, account_id, project_id, report_id, token_hash, password_hash, created_at,
        expires_at, revoked_at, view_count, last_viewed_at, figures from shares`,
    'drop table shares',
    'alter table shares_of_0050 rename to shares',
    'create index shares_by_report on shares (report_id, id)',
    'create index shares_by_project on shares (project_id, id)',
    'create index shares_by_account on shares (account_id, id)',
    `create trigger share_viewed after update of last_viewed_at on shares
      when new.last_viewed_at is not null
        and substr(new.last_viewed_at, 1, 13) <> coalesce(substr(old.last_viewed_at, 1, 13), '') begin
      insert into events (id, account_id, project_id, type, subject, state, at)
        select 'evt_' || substr(lower(hex(randomblob(13))), 1, 26), new.account_id, new.project_id, 'share.viewed', new.id,
          new.last_viewed_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
        where exists (select 1 from webhook_endpoints where account_id = new.account_id);
    end`,
    ...tableOfPages(),
  ],
  postgres: [
    'alter table shares alter column report_id drop not null',
    'alter table shares add column live text',
    ...tableOfPages(),
  ],
};

function tableOfPages(): string[] {
  return [
    `create table live_pages (
      id text primary key,
      share_id text not null references shares (id) on delete cascade,
      account_id text not null references accounts (id),
      project_id text not null references projects (id),
      choice text not null,
      version text,
      periods text,
      document_key text,
      document_size integer not null default 0,
      document_sha256 text,
      as_of text,
      tried_at text,
      failures integer not null default 0,
      lease text,
      leased_until text,
      created_at text not null,
      asked_at text not null,
      unique (share_id, choice)
    )`,
    'create index live_pages_of_account on live_pages (account_id, asked_at)',
    'create index live_pages_of_project on live_pages (project_id)',
    'create index live_pages_by_time on live_pages (asked_at)',
  ];
}
