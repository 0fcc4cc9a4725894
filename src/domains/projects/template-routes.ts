import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { ProjectTemplate, ProjectTemplateSet } from '../templates/project-schema.ts';
import type { TemplateSchedules } from '../templates/report-defaults.ts';
import { toTemplate } from '../templates/routes.ts';
import { RemoveQuery, Template } from '../templates/schema.ts';
import { getTemplate, removeTemplate } from '../templates/templates.ts';
import { detachAll, detachProject, readProjectTemplate, setProjectTemplate } from './project-template.ts';
import { readManagedProject } from './projects.ts';
import { ManagedProject } from './schema.ts';

const tag = 'Templates';
const params = Type.Object({ project_id: Type.String({ description: "The project's id." }) });
const ofTemplate = Type.Object({ template_id: Type.String({ description: "The template's id." }) });

/** What projects do with templates, for management. */
export function projectTemplateRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { schedules }: { readonly schedules: TemplateSchedules },
): void {
  const { db } = context;
  const one = { tag, path: '/projects/:project_id/template', params } as const;

  readOperation(
    app,
    context,
    {
      ...one,
      operationId: 'getProjectTemplate',
      summary: 'Read how a project follows its template',
      description:
        'Which connection fills each slot and what is missing, what is left out of reports, and what is its own. A project that follows none answers 404.',
      access: { role: 'viewer' },
      errors: ['not_found'],
      data: ProjectTemplate,
      hasRevision: true,
    },
    ({ caller, params }) => readProjectTemplate(db, caller.account.id, params.project_id),
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PUT',
      operationId: 'setProjectTemplate',
      summary: 'Follow a template, or be made from one',
      description:
        "Replaces the project's settings by those of a published template. What is changed of them afterwards is the project's own, and survives changes of the template; with `keep_own=false` it goes back to the template.",
      access: { role: 'editor' },
      kind: 'project.template',
      body: ProjectTemplateSet,
      status: 200,
      errors: ['not_found', 'project_archived'],
      data: ProjectTemplate,
      hasRevision: true,
      takesIfMatch: true,
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const { id } = caller.account;
      const data = await setProjectTemplate(transaction, id, params.project_id, body, checkRevision, schedules);
      const details = { template_id: body.template_id, mode: body.mode ?? 'follow' };
      return { data, recorded: { subject: params.project_id, details } };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...one,
      operationId: 'detachProject',
      summary: 'Follow a template no more',
      description: 'The project keeps the settings that it has.',
      access: { role: 'editor' },
      kind: 'project.detach',
      errors: ['not_found'],
      data: ManagedProject,
    },
    async (transaction, { caller, params }) => {
      const { id } = await detachProject(transaction, caller.account.id, params.project_id);
      return { data: await readManagedProject(transaction, caller.account.id, id), subject: id };
    },
  );

  removeOperation(
    app,
    context,
    {
      tag,
      path: '/templates/:template_id',
      operationId: 'removeTemplate',
      summary: 'Remove a template',
      description: 'With its revisions. One that projects follow answers 409 `template_in_use`, unless `detach=true`.',
      access: { role: 'editor', wholeAccount: true },
      kind: 'template.remove',
      params: ofTemplate,
      query: RemoveQuery,
      errors: ['not_found', 'template_in_use'],
      data: Template,
    },
    async (transaction, { caller, params, query }) => {
      const template = await getTemplate(transaction, caller.account.id, params.template_id);
      const data = await toTemplate(transaction, template);
      const detached = query.detach ? await detachAll(transaction, template) : 0;
      await removeTemplate(transaction, template);
      return { data, subject: template.id, details: { name: template.name, detached } };
    },
  );
}
