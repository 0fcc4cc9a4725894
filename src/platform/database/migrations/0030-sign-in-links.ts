import type { Migration } from '../migration.ts';

/** What a link of a user is for: to set a password, or to sign in by it alone. */
export const signInLinks: Migration = {
  name: '0030-sign-in-links',
  kind: 'expand',
  statements: [`alter table password_resets add column purpose text not null default 'password'`],
};
