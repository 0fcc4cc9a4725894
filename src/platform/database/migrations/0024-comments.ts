import type { Migration } from '../migration.ts';

/**
 * Commentary on reports. Each change makes a new revision of the report; an export belongs to one. A comment is a row with
 * the first revision that shows it, so that an export which is under way still finds what its own revision says. A guest
 * link may offer figures.
 */
export const comments: Migration = {
  name: '0024-comments',
  kind: 'contract',
  statements: [
    'alter table reports add column revision integer not null default 1',
    'alter table jobs add column revision integer not null default 1',
    `create table report_comments (
      report_id text not null references reports (id),
      section integer not null,
      revision integer not null,
      account_id text not null references accounts (id),
      markdown text,
      author text not null,
      written_at text not null,
      primary key (report_id, section, revision)
    )`,
    'create index report_comments_by_account on report_comments (account_id)',
    'drop index jobs_live_export',
    `create unique index jobs_live_export on jobs (report_id, format, revision) where type = 'export' and live = 1`,
    'alter table shares add column figures integer not null default 0',
  ],
};
