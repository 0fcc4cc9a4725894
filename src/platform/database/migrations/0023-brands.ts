import type { Migration } from '../migration.ts';

/** What tells whose the reports of an account are: a JSON object, or null. */
export const brands: Migration = {
  name: '0023-brands',
  kind: 'expand',
  statements: ['alter table accounts add column brand text'],
};
