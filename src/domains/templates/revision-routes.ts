import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { namesIn, namesOf } from '../audit/names.ts';
import { compareContents } from './compare-contents.ts';
import { shownContent, toTemplate } from './routes.ts';
import {
  ComparisonQuery,
  Template,
  TemplateComparison,
  TemplateRevision,
  TemplateRevisionListQuery,
  TemplateRevisionSummary,
} from './schema.ts';
import {
  bringBack,
  getRevision,
  getTemplate,
  readContent,
  type TemplateRevisionRow,
  type TemplateRow,
} from './templates.ts';

const tag = 'Templates';
const ofTemplate = Type.Object({ template_id: Type.String({ description: "The template's id." }) });
const ofRevision = Type.Object({
  template_id: Type.String({ description: "The template's id." }),
  revision_number: Type.String({ description: 'The number of the revision.' }),
});
const read = { role: 'viewer', wholeAccount: true } as const;

/** What of a template was published, for management. */
export function templateRevisionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  listOperation(
    app,
    context,
    {
      path: '/templates/:template_id/revisions',
      operationId: 'listTemplateRevisions',
      tag,
      summary: 'List the revisions of a template',
      access: read,
      params: ofTemplate,
      errors: ['not_found'],
      query: TemplateRevisionListQuery,
      data: TemplateRevisionSummary,
    },
    async ({ caller, params, query }) => {
      const { id } = await getTemplate(db, caller.account.id, params.template_id);
      const own = db
        .selectFrom('template_revisions')
        .select(['template_id', 'number', 'published_by', 'created_at', 'template_id as id'])
        .where('template_id', '=', id);
      return pageOfRows(own, query, (revision) => toRevisionSummary(db, revision));
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/templates/:template_id/revisions/:revision_number',
      operationId: 'getTemplateRevision',
      tag,
      summary: 'Read a revision of a template',
      access: read,
      params: ofRevision,
      errors: ['not_found'],
      data: TemplateRevision,
    },
    async ({ caller, params }) => {
      const template = await getTemplate(db, caller.account.id, params.template_id);
      const revision = await getRevision(db, template, numberOf(params.revision_number));
      return { ...(await toRevisionSummary(db, revision)), ...shownContent(revision.content) };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/templates/:template_id/revisions/:revision_number/comparison',
      operationId: 'compareTemplateRevision',
      tag,
      summary: 'Compare a revision with a later one, or the draft',
      description:
        'Which sections, slots and other settings differ. A section is the same one while it is edited and moved.',
      access: read,
      params: ofRevision,
      errors: ['not_found'],
      query: ComparisonQuery,
      data: TemplateComparison,
    },
    async ({ caller, params, query: { with: later = 'draft' } }) => {
      const template = await getTemplate(db, caller.account.id, params.template_id);
      const number = numberOf(params.revision_number);
      const laterNumber = later === 'draft' ? null : numberOf(later);
      const [before, after] = await Promise.all([
        contentOf(db, template, number),
        contentOf(db, template, laterNumber),
      ]);
      const { sections, slots, fields } = compareContents(before, after);
      return {
        ...{ template_id: template.id, revision: number, with: laterNumber, slots, fields },
        sections: sections.map(({ section, ...difference }) => ({
          ...difference,
          type: section.type,
          title: ('title' in section && section.title) || null,
        })),
      };
    },
  );

  writeOperation(
    app,
    context,
    {
      tag,
      data: Template,
      errors: ['not_found'],
      hasRevision: true,
      method: 'POST',
      path: '/templates/:template_id/revisions/:revision_number/restore',
      operationId: 'restoreTemplateRevision',
      summary: 'Bring back a revision of a template',
      description: 'Makes it the draft again; projects follow it once that is published.',
      access: { role: 'editor', wholeAccount: true },
      kind: 'template.restore',
      params: ofRevision,
      body: Type.Object({}, { additionalProperties: false }),
      bodyOptional: true,
      status: 200,
      takesIfMatch: true,
    },
    async (transaction, { caller, params, checkRevision }) => {
      const before = await getTemplate(transaction, caller.account.id, params.template_id);
      checkRevision(before.revision);
      const number = numberOf(params.revision_number);
      const template = await bringBack(transaction, before, number);
      return { data: await toTemplate(transaction, template), recorded: { details: { number } } };
    },
  );
}

/** A revision of a template, or its draft for null. */
async function contentOf(db: Queryable, template: TemplateRow, number: number | null) {
  return readContent(number === null ? template.draft : (await getRevision(db, template, number)).content);
}

/** Any text that is no number names no revision. */
function numberOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

async function toRevisionSummary(
  db: Queryable,
  revision: Pick<TemplateRevisionRow, 'template_id' | 'number' | 'published_by' | 'created_at'>,
) {
  const { template_id, number, published_by, created_at } = revision;
  const named = { actor: published_by, subject: template_id };
  const { actor_name } = namesOf(named, await namesIn(db, [named]));
  return {
    ...{ template_id, number, published_by, published_by_name: actor_name },
    published_at: toTimestamp(created_at),
  };
}
