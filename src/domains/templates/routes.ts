import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { contentOfProject, refuseSeveral } from './from-project.ts';
import { contentOfLibrary, library } from './library.ts';
import { readLibraryPicture } from './library-picture.ts';
import { findChanges } from './publication-changes.ts';
import type { TemplateSchedules } from './report-defaults.ts';
import {
  FileQuery,
  LibraryPicture,
  LibraryTemplate,
  LibraryTemplateListQuery,
  Publication,
  PublishQuery,
  Template,
  TemplateCreate,
  TemplateListQuery,
  TemplateSummary,
  TemplateUpdate,
} from './schema.ts';
import { AnyTemplateFile, readImported, TemplateFile, writeTemplateFile } from './template-file.ts';
import { storeTemplatePictures } from './template-pictures.ts';
import {
  changeTemplate,
  countFollowers,
  createTemplate,
  findNewestReport,
  getRevision,
  getTemplate,
  publishTemplate,
  readContent,
  type TemplateRow,
} from './templates.ts';

const tag = 'Templates';
const ofTemplate = Type.Object({ template_id: Type.String({ description: "The template's id." }) });
const Nothing = Type.Object({}, { additionalProperties: false });
const read = { role: 'viewer', wholeAccount: true } as const;
const write = { role: 'editor', wholeAccount: true } as const;
/** With its pictures, which base64 makes a third longer. */
const bodyLimit = 4 * 1024 * 1024;

/** Layouts that many projects follow, for management. */
export function templateRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { objects, schedules }: { readonly objects: ObjectStore; readonly schedules: TemplateSchedules },
): void {
  const { db } = context;
  const check = (body: TemplateUpdate | TemplateCreate) => {
    refuseSeveral(body);
    if (body.reports) schedules.check(body.reports);
  };
  const one = { tag, params: ofTemplate, data: Template, errors: ['not_found'], hasRevision: true } as const;

  listOperation(
    app,
    context,
    {
      path: '/templates',
      operationId: 'listTemplates',
      tag,
      summary: 'List templates',
      access: read,
      query: TemplateListQuery,
      data: TemplateSummary,
    },
    ({ caller, query }) => {
      const own = db.selectFrom('templates').selectAll().where('account_id', '=', caller.account.id);
      return pageOfRows(own, query, (template: TemplateRow) => toSummary(db, template));
    },
  );

  listOperation(
    app,
    context,
    {
      path: '/template-library',
      operationId: 'listLibraryTemplates',
      tag,
      summary: 'List the templates that come with the service',
      description: 'To be copied: `library` of a new template takes the id of one.',
      access: read,
      query: LibraryTemplateListQuery,
      data: LibraryTemplate,
    },
    async ({ query: { page, per_page, direction } }) => {
      const sorted = library.toSorted((one, other) => (one.id < other.id === (direction === 'asc') ? -1 : 1));
      return { items: sorted.slice((page - 1) * per_page, page * per_page), total: sorted.length };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/template-library/:library_id/picture',
      operationId: 'getLibraryPicture',
      tag,
      summary: 'Show how a report by a template of the library looks',
      access: read,
      params: Type.Object({ library_id: Type.String({ description: "The template's id." }) }),
      errors: ['not_found'],
      data: LibraryPicture,
    },
    async ({ params: { library_id: id } }) => ({ id, data_uri: await readLibraryPicture(id) }),
  );

  readOperation(
    app,
    context,
    {
      path: '/templates/:template_id/file',
      operationId: 'getTemplateFile',
      tag,
      summary: 'Read a template as a file',
      description:
        'What projects follow of it, or its draft before it is published, in the form that `templates import` and `POST /templates/import` take, with its pictures. `revision` names another one, or `draft`.',
      access: read,
      params: ofTemplate,
      errors: ['not_found'],
      query: FileQuery,
      data: TemplateFile,
    },
    async ({ caller, params, query: { revision } }) => {
      const template = await getTemplate(db, caller.account.id, params.template_id);
      return writeTemplateFile(objects, template, await contentOf(db, template, revision));
    },
  );

  writeOperation(
    app,
    context,
    {
      tag,
      method: 'POST',
      path: '/templates/import',
      operationId: 'importTemplate',
      summary: 'Make a template of a file',
      description:
        'Of this installation or another one, as a draft. A file of a newer form is refused with a sentence that names both.',
      access: write,
      kind: 'template.import',
      body: AnyTemplateFile,
      bodyLimit,
      prepare: (body, caller) => readImported(objects, caller.account.id, schedules, body),
      data: Template,
      status: 201,
      hasRevision: true,
    },
    async (transaction, { caller, body }) => {
      const template = await createTemplate(transaction, caller.account.id, body);
      return { data: await toTemplate(transaction, template), location: `/templates/${template.id}` };
    },
  );

  readOperation(
    app,
    context,
    {
      ...one,
      path: '/templates/:template_id',
      operationId: 'getTemplate',
      summary: 'Read a template',
      description: 'With its draft: what is published next. Projects follow the revision that was published last.',
      access: read,
    },
    async ({ caller, params }) => toTemplate(db, await getTemplate(db, caller.account.id, params.template_id)),
  );

  writeOperation(
    app,
    context,
    {
      tag,
      method: 'POST',
      path: '/templates',
      operationId: 'createTemplate',
      summary: 'Create a template',
      description:
        'It is a draft until it is published. Its sections and goals name slots, as in `slot:ads`, where those of projects name connections.',
      access: write,
      kind: 'template.create',
      body: TemplateCreate,
      check,
      bodyLimit,
      prepare: (body, caller) => storeTemplatePictures(objects, caller.account.id, body),
      data: Template,
      status: 201,
      hasRevision: true,
    },
    async (transaction, { caller, body: { name, description = null, project_id, library, ...own } }) => {
      const { id } = caller.account;
      const taken = project_id !== undefined && (await contentOfProject(transaction, id, project_id));
      const copied = library !== undefined && contentOfLibrary(library);
      const fields = { name, description, slots: [], settings: {}, ...own, ...taken, ...copied };
      const template = await createTemplate(transaction, id, fields);
      return { data: await toTemplate(transaction, template), location: `/templates/${template.id}` };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/templates/:template_id',
      operationId: 'updateTemplate',
      summary: 'Change the draft of a template',
      description: 'Send only the fields to change. Projects change once it is published.',
      access: write,
      kind: 'template.update',
      body: TemplateUpdate,
      check,
      bodyLimit,
      prepare: (body, caller) => storeTemplatePictures(objects, caller.account.id, body),
      status: 200,
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const before = await getTemplate(transaction, caller.account.id, params.template_id);
      checkRevision(before.revision);
      const { project_id, ...fields } = body;
      const { slots } = readContent(before.draft);
      const taken =
        project_id !== undefined && (await contentOfProject(transaction, caller.account.id, project_id, slots));
      const template = await changeTemplate(transaction, before, { ...fields, ...taken });
      const recorded = { details: { fields: Object.keys(body) } };
      return { data: await toTemplate(transaction, template), recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'POST',
      path: '/templates/:template_id/publish',
      operationId: 'publishTemplate',
      summary: 'Publish the draft of a template',
      description:
        'Projects that follow it have its new settings from now on, but for what is their own; reports that are made remain what they are. With `dry_run=true` it only tells what would change.',
      access: write,
      kind: 'template.publish',
      query: PublishQuery,
      body: Nothing,
      bodyOptional: true,
      data: Publication,
      status: 200,
      takesIfMatch: true,
    },
    async (transaction, { caller, params, query, checkRevision }) => {
      const before = await getTemplate(transaction, caller.account.id, params.template_id);
      checkRevision(before.revision);
      const changes = await findChanges(transaction, before);
      const told = ({ id, published, revision }: TemplateRow) => revised({ id, published, ...changes }, revision);
      if (query.dry_run) return { data: told(before), recorded: null };
      const template = await publishTemplate(transaction, before, caller.actor, schedules);
      const { published: number } = template;
      return { data: told(template), recorded: { details: { number, projects: changes.projects } } };
    },
  );
}

/** A revision that somebody named, or the draft; without a word what projects follow, or else the draft. */
async function contentOf(db: Queryable, template: TemplateRow, revision: string | undefined): Promise<string> {
  const number = revision === undefined ? template.published : Number(revision);
  if (revision === 'draft' || number === 0) return template.draft;
  return (await getRevision(db, template, number)).content;
}

/** A draft or revision as the API shows it, without its keys. */
export function shownContent(json: string) {
  const { slots, settings, reports = null } = readContent(json);
  return { slots, settings, reports };
}

async function toSummary(db: Queryable, template: TemplateRow) {
  const { id, name, description, published, draft } = template;
  const followed = published === 0 ? undefined : await getRevision(db, template, published);
  return {
    ...{ id, name, description, published, published_at: toTimestamp(template.published_at) },
    has_changes: followed?.content !== draft,
    projects: await countFollowers(db, id),
    created_at: toTimestamp(template.created_at),
    updated_at: toTimestamp(template.updated_at),
  };
}

/** A template as the API shows it. */
export async function toTemplate(db: Queryable, template: TemplateRow) {
  const newest_report = await findNewestReport(db, template);
  const content = { ...shownContent(template.draft), newest_report };
  return revised({ ...(await toSummary(db, template)), ...content }, template.revision);
}
