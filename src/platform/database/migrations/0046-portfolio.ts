import type { Migration } from '../migration.ts';

/** The figures of all projects side by side, as they were read last, and when they are read again. */
export const portfolio: Migration = {
  name: '0046-portfolio',
  kind: 'expand',
  statements: [
    `create table portfolio_accounts (
      account_id text primary key references accounts (id),
      enabled integer not null,
      figures text,
      currency text,
      rates text,
      rates_read text,
      served_at text not null,
      requested_at text,
      revision integer not null,
      created_at text not null,
      updated_at text not null
    )`,
    `create table portfolio_projects (
      project_id text primary key references projects (id),
      account_id text not null references accounts (id),
      due_at text,
      leased_until text,
      claims integer not null,
      tries integer not null,
      requested_at text,
      seen text,
      basis text,
      read_at text,
      tried_at text,
      faults text not null,
      in_month text,
      in_last_month text,
      in_days text
    )`,
    'create index portfolio_projects_of_account on portfolio_projects (account_id, due_at)',
    'create index portfolio_projects_due on portfolio_projects (due_at) where due_at is not null',
    `create table portfolio_figures (
      project_id text not null references projects (id),
      period text not null,
      account_id text not null references accounts (id),
      figures text not null,
      primary key (project_id, period)
    )`,
    'create index portfolio_figures_of_account on portfolio_figures (account_id)',
    // All that a row of the list needs, so that neither the settings of projects nor configurations are read for it.
    `create index projects_of_portfolio on projects
      (account_id, status, name, client_name, time_zone, currency, revision, id)`,
    'create index connections_of_portfolio on connections (account_id, project_id, status, revision, id)',
  ],
};
