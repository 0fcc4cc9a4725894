import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, ReportId, Timestamp } from '../../platform/http/fields.ts';
import { readOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { listComments, removeComment, setComment } from './comments.ts';
import { type FoundReport, findReport, getReport } from './reports.ts';

const tag = 'Reports';
const params = Type.Object({ report_id: Type.String() });

const Section = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'The section, from 1, in the order of the report.',
  examples: [1],
});

const plainSpan = { strong: false, emphasis: false, code: false, href: null };

/** Blocks hold blocks, which no schema here needs to tell: they are `MarkdownBlock`. */
const Block = Type.Object(
  { type: Type.Enum(['heading', 'paragraph', 'list', 'quote', 'code', 'table', 'rule']) },
  {
    additionalProperties: true,
    title: 'CommentBlock',
    description:
      'A paragraph or heading with `spans` (text, and whether it is strong, emphasis, code or leads to `href`), a list with `start` and `items` of blocks, a quote of `blocks`, a code with its `text`, a table with `columns`, `head` and `rows`, or a rule.',
  },
);

const CommentedSection = resource(
  {
    section: Section,
    type: Type.String({ maxLength: 100, description: 'What the section shows.', examples: ['key_figures'] }),
    title: nullable(Type.String(), { examples: ['Key figures'] }),
    markdown: nullable(Type.String(), { description: 'The comment; null for none.', examples: ['A record month.'] }),
    blocks: nullable(Type.Array(Block, { maxItems: 20_000 }), {
      description: 'The same as reports show it; null for none.',
      examples: [[{ type: 'paragraph', spans: [{ ...plainSpan, text: 'A record month.' }] }]],
    }),
    author: nullable(Type.String({ maxLength: 200 }), {
      description: 'Who wrote it, as the log of changes names them.',
      examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
    author_name: nullable(Type.String({ maxLength: 200 }), {
      description: 'The name below the comment, as it was when the comment was written; null where reports show none.',
      examples: ['Ann Example'],
    }),
    written_at: nullable(Timestamp),
  },
  { title: 'CommentedSection' },
);

const ReportComments = resource(
  {
    report_id: ReportId,
    revision: Type.Integer({ minimum: 1, description: 'Grows with each comment.', examples: [2] }),
    sections: Type.Array(CommentedSection, { maxItems: 1_000 }),
  },
  { title: 'ReportComments', description: 'The sections of a report, with the comments on them.' },
);

const CommentWrite = resource(
  {
    section: Section,
    markdown: nullable(Type.String({ maxLength: 100_000 }), {
      description: 'CommonMark with tables, at most 20,000 characters; null removes the comment.',
      examples: ['A record month.'],
    }),
  },
  { title: 'CommentWrite' },
);

/** What people say about finished reports, for management. */
export function commentRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { objects }: { readonly objects: ObjectStore },
): void {
  const { db } = context;
  const errors = ['not_found', 'artifact_unavailable'] as const;
  const shared = { tag, params, data: ReportComments, hasRevision: true, errors };

  /** The account's report with its document; throws `not_found` and `artifact_unavailable`. */
  const find = async (accountId: string, id: string): Promise<FoundReport> => {
    await getReport(db, accountId, id);
    return findReport(db, objects, id);
  };

  readOperation(
    app,
    context,
    {
      ...shared,
      path: '/reports/:report_id/comments',
      operationId: 'listComments',
      summary: 'List the sections of a report with their comments',
      access: { role: 'viewer' },
    },
    async ({ caller, params }) => toComments(db, await find(caller.account.id, params.report_id)),
  );

  writeOperation(
    app,
    context,
    {
      ...shared,
      method: 'POST',
      path: '/reports/:report_id/comments',
      operationId: 'writeComment',
      summary: 'Comment on a section',
      description:
        'Writes the comment in place of the one there is, or removes it. Guests see it at once, and files have it that are made afterwards. Below it stand its day and who wrote it: a person by their name, a token by that of its account, unless the brand says `anonymous_comments`.',
      access: { role: 'editor' },
      kind: 'report.comment',
      body: CommentWrite,
      status: 200,
      takesIfMatch: true,
      prepare: async (body: Static<typeof CommentWrite>, caller, { report_id }) => ({
        ...body,
        found: await find(caller.account.id, report_id),
      }),
    },
    async (transaction, { caller, body: { section, markdown, found }, checkRevision }) => {
      const { document } = found;
      const place = { accountId: caller.account.id, document, section, checkRevision };
      const author = caller.actor;
      const report =
        markdown === null
          ? await removeComment(transaction, place, author)
          : await setComment(transaction, place, { markdown, author, authorName: nameOf(caller) });
      const action = markdown === null ? 'report.comment_remove' : 'report.comment';
      const recorded = { action, subject: report.id, details: { section, revision: report.revision } };
      return { data: await toComments(transaction, { report, document }), recorded };
    },
  );
}

/** What readers know the author by: a person by their name, a token by the account whose it is. */
function nameOf({ person, account }: Caller): string | null {
  return (person ? person.name : account.name).trim() || null;
}

async function toComments(db: Queryable, { report, document }: FoundReport) {
  const comments = await listComments(db, report.id, report.revision);
  const written = new Map(comments.map((comment) => [comment.section, comment]));
  // It brings all that shows reports, which an API that nobody asks for comments does not need.
  const { reportView } = await import('../../reporting/renderers/view/report-view.ts');
  const sections = reportView({ ...document, comments }).sections.map(({ title, comment: shown }, index) => {
    const comment = written.get(index + 1);
    return {
      section: index + 1,
      type: document.sections[index]?.type ?? '',
      title: title ?? null,
      markdown: comment?.markdown ?? null,
      blocks: shown && [...shown.blocks],
      author: comment?.author ?? null,
      author_name: comment?.author_name ?? null,
      written_at: toTimestamp(comment?.written_at ?? null),
    };
  });
  return revised({ report_id: report.id, revision: report.revision, sections }, report.revision);
}
