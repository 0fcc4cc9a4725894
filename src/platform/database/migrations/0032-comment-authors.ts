import type { Migration } from '../migration.ts';

/** The name that reports show below a comment, as it was when the comment was written. */
export const commentAuthors: Migration = {
  name: '0032-comment-authors',
  kind: 'expand',
  statements: ['alter table report_comments add column author_name text'],
};
