import type { Migration } from '../migration.ts';

/** Projects whose reports show the portfolio of their account, and which of its projects: JSON, with tags and a folder. */
export const portfolioReports: Migration = {
  name: '0052-portfolio-reports',
  kind: 'expand',
  statements: [
    'alter table projects add column portfolio text',
    'create index projects_with_portfolio on projects (account_id, id) where portfolio is not null',
  ],
};
