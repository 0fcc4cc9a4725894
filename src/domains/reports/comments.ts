import { type Selectable, sql } from 'kysely';
import type { Queryable, ReportCommentsTable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import type { Comment } from '../../reporting/documents/comments.ts';
import type { ReportDocument } from '../../reporting/documents/model.ts';
import { longestMarkdown } from '../../reporting/documents/section-settings.ts';
import { hasAnonymousComments } from '../projects/project-brand.ts';
import { lockReport, type ReportRow } from './reports.ts';

/** A comment with who wrote it, such as `operator:ann`, for the log of changes. */
export type WrittenComment = Comment & { readonly author: string };

/** The section that a comment is about, of a report with this document. */
export interface CommentPlace {
  readonly accountId: string;
  readonly document: ReportDocument;
  readonly section: number;
  /** Asked once the report is locked. */
  readonly checkRevision?: CheckRevision;
}

/** What somebody writes. */
interface CommentWords {
  readonly markdown: string;
  readonly author: string;
  /** What reports call them; null or absent for nobody that readers know. */
  readonly authorName?: string | null;
}

/** The comments that a revision of a report shows, in the order of its sections. */
export async function listComments(db: Queryable, reportId: string, revision: number): Promise<WrittenComment[]> {
  const rows = await db
    .selectFrom('report_comments')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('revision', '<=', revision)
    .orderBy('section')
    .orderBy('revision')
    .execute();
  const latest = new Map(rows.map((row) => [row.section, row]));
  return [...latest.values()].flatMap(toComment);
}

/**
 * Writes the comment on a section, in place of the one there is, as a new revision of the report. Exports under way keep
 * theirs. `authorName` stands below it, unless the brand says at this time that comments are anonymous. Throws `not_found`, what `checkRevision` throws, and `invalid_request` for the fields `section` and `markdown`.
 */
export async function setComment(
  transaction: Queryable,
  place: CommentPlace,
  { markdown, author, authorName = null }: CommentWords,
): Promise<ReportRow> {
  requirePlace(place);
  const { length } = [...markdown];
  if (markdown.trim() === '')
    throw fieldFault('markdown', 'minLength', 'A comment says something; remove it otherwise.');
  if (length > longestMarkdown) {
    const most = longestMarkdown.toLocaleString('en');
    throw fieldFault(
      'markdown',
      'maxLength',
      `A comment has at most ${most} characters, not ${length.toLocaleString('en')}.`,
    );
  }
  return change(transaction, place, { markdown: printable(markdown), author, authorName });
}

/** Removes the comment on a section, as a new revision. Throws as `setComment`, also for a section without a comment. */
export async function removeComment(transaction: Queryable, place: CommentPlace, author: string): Promise<ReportRow> {
  requirePlace(place);
  return change(transaction, place, { markdown: null, author });
}

async function change(
  transaction: Queryable,
  { accountId, document, section, checkRevision }: CommentPlace,
  { markdown, author, authorName = null }: Omit<CommentWords, 'markdown'> & { readonly markdown: string | null },
): Promise<ReportRow> {
  const report = await lockReport(transaction, accountId, document.report_id);
  checkRevision?.(report.revision);
  const current = await listComments(transaction, report.id, report.revision);
  if (markdown === null && !current.some((comment) => comment.section === section)) {
    throw fieldFault('section', 'comment', `Section ${section} has no comment.`);
  }
  const revision = report.revision + 1;
  const key = { report_id: report.id, section, revision };
  const isAnonymous = authorName === null || (await hasAnonymousComments(transaction, accountId, report.project_id));
  const author_name = isAnonymous ? null : printable(authorName);
  const written = { account_id: accountId, markdown, author, author_name, written_at: new Date().toISOString() };
  await transaction
    .insertInto('report_comments')
    .values({ ...key, ...written })
    .execute();
  await transaction.updateTable('reports').set({ revision }).where('id', '=', report.id).execute();
  await forget(transaction, report.id, section, revision);
  return { ...report, revision };
}

/** Removes what no revision shows any more that is the report's own or that of an export under way. */
async function forget(transaction: Queryable, reportId: string, section: number, revision: number): Promise<void> {
  await sql`delete from report_comments where report_id = ${reportId} and section = ${section} and revision < (
    select max(shown.revision) from report_comments as shown
      where shown.report_id = ${reportId} and shown.section = ${section} and shown.revision <= coalesce(
        (select min(jobs.revision) from jobs where jobs.report_id = ${reportId} and jobs.type = 'export'
          and jobs.live = 1 and jobs.status in ('queued', 'running')), ${revision}))`.execute(transaction);
}

/** Without what a database cannot keep. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function requirePlace({ document: { sections }, section }: CommentPlace): void {
  if (!Number.isInteger(section) || section < 1 || section > sections.length) {
    const range = sections.length === 1 ? 'one section' : `the sections 1 to ${sections.length}`;
    throw fieldFault(
      'section',
      'range',
      `The report has ${sections.length === 0 ? 'no sections' : range}, not ${section}.`,
    );
  }
  if (sections[section - 1]?.type !== 'page_break') return;
  throw fieldFault('section', 'page_break', `Section ${section} is a page break, which shows no comment.`);
}

function toComment({ section, markdown, ...by }: Selectable<ReportCommentsTable>): WrittenComment[] {
  const { author, author_name, written_at } = by;
  return markdown === null ? [] : [{ section, markdown, author, author_name, written_at }];
}
