import type { Migration } from '../migration.ts';

/** Which trace a job continues, so that it is one from the request to the webhook that tells of the job's end. */
export const traceContext: Migration = {
  name: '0041-trace-context',
  kind: 'expand',
  statements: ['alter table jobs add column trace_context text'],
};
