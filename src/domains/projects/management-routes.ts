import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { Vault } from '../connections/vault.ts';
import { copyProject } from './copy-project.ts';
import { readManagedProject } from './projects.ts';
import { ManagedProject, ProjectCopy } from './schema.ts';

/** What only management does with projects. */
export function projectCopyRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { vault }: { readonly vault: Vault },
): void {
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/projects/:project_id/copy',
      operationId: 'copyProject',
      tag: 'Projects',
      summary: 'Copy a project',
      description:
        'Makes a project with the same settings, brand, tags, folder and connections, whose sections and goals name the copied connections. A sign-in at a vendor is shared by both. Schedules and reports are not copied; an archived project is copied as an active one. Beyond the number of projects that the plan allows it answers 409 `plan_limit_reached`.',
      access: { role: 'editor', wholeAccount: true },
      kind: 'project.copy',
      params: Type.Object({ project_id: Type.String({ description: "The project's id." }) }),
      body: ProjectCopy,
      status: 201,
      errors: ['not_found', 'plan_limit_reached'],
      data: ManagedProject,
      hasRevision: true,
    },
    async (transaction, { caller, params, body }) => {
      const { id } = await copyProject(transaction, vault, caller, params.project_id, body.name);
      const data = await readManagedProject(transaction, caller.account.id, id);
      return { data, location: `/projects/${id}`, recorded: { details: { copied_from: params.project_id } } };
    },
  );
}
