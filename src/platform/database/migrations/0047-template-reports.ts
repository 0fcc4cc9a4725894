import type { Migration } from '../migration.ts';

/**
 * Whether a project's language is its own rather than that of its template, and what of a schedule that follows its
 * template is not the template's. What there is, and what older processes make, is its own.
 */
export const templateReports: Migration = {
  name: '0047-template-reports',
  kind: 'expand',
  statements: [
    'alter table projects add column locale_own integer not null default 1',
    'alter table schedules add column template_own text',
  ],
};
