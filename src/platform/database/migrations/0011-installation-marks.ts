import type { Migration } from '../migration.ts';

/** A store that is empty because its volume is not mounted must not be taken for the installation's own. */
export const installationMarks: Migration = {
  name: '0011-installation-marks',
  kind: 'expand',
  statements: ['create table installation_marks (name text primary key, value text not null)'],
};
