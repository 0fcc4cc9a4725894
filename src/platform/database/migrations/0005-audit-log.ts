import type { Migration } from '../migration.ts';

/** What operators changed. It names accounts without a foreign key: the record that an account was deleted outlives it. */
export const auditLog: Migration = {
  name: '0005-audit-log',
  kind: 'expand',
  statements: [
    `create table audit_log (
      id text primary key,
      at text not null,
      actor text not null,
      action text not null,
      account_id text,
      subject text not null,
      details text not null
    )`,
    'create index audit_log_by_account on audit_log (account_id, id)',
  ],
};
