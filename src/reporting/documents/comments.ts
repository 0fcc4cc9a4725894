import type { ReportDocument } from './model.ts';

/** What somebody wrote about one section of a finished report. */
export interface Comment {
  /** From 1, in the order of the report's sections. */
  readonly section: number;
  /** CommonMark with tables, at most 20,000 code points. */
  readonly markdown: string;
  /** The name of who wrote it, which stays as it was then; null for none. */
  readonly author_name: string | null;
  /** UTC ISO 8601. */
  readonly written_at: string;
}

/** A frozen document with the commentary on it, which renderers take together; a document alone has none. */
export interface CommentedDocument extends ReportDocument {
  /** At most one for each section. */
  readonly comments?: readonly Comment[];
}
