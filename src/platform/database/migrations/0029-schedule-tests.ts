import type { Migration } from '../migration.ts';

/** A run of a schedule that is only a test: who asked for it, and gets its only e-mail. */
export const scheduleTests: Migration = {
  name: '0029-schedule-tests',
  kind: 'expand',
  statements: ['alter table schedule_runs add column test_recipient text'],
};
