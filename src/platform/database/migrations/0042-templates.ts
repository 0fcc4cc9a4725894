import type { Migration } from '../migration.ts';

/** Layouts that many projects follow. A project has which one, its choice for each slot, and what is its own. */
export const templates: Migration = {
  name: '0042-templates',
  kind: 'expand',
  statements: [
    `create table templates (
      id text primary key,
      account_id text not null references accounts (id),
      name text not null,
      description text,
      draft text not null,
      published integer not null,
      published_at text,
      revision integer not null,
      created_at text not null,
      updated_at text not null,
      unique (account_id, name)
    )`,
    `create table template_revisions (
      template_id text not null references templates (id),
      number integer not null,
      account_id text not null references accounts (id),
      content text not null,
      published_by text not null,
      created_at text not null,
      primary key (template_id, number)
    )`,
    'create index template_revisions_by_account on template_revisions (account_id)',
    'alter table projects add column template_id text references templates (id)',
    'alter table projects add column template_choices text',
    'alter table projects add column template_own text',
    'create index projects_by_template on projects (template_id, id)',
  ],
};
