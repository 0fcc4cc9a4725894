import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { listProjects } from './project-lists.ts';
import { storeProjectPictures } from './project-pictures.ts';
import { withStates } from './project-states.ts';
import {
  archiveProject,
  createProject,
  findProjectStatus,
  readManagedProject,
  readProject,
  restoreProject,
  toNewProject,
  updateProject,
} from './projects.ts';
import {
  EmptyBody,
  ManagedProject,
  ManagedProjectCreate,
  ManagedProjectListQuery,
  ManagedProjectSummary,
  ManagedProjectUpdate,
  Project,
  ProjectCreate,
  ProjectListQuery,
  ProjectSummary,
  ProjectUpdate,
} from './schema.ts';

const params = Type.Object({ project_id: Type.String({ description: "The project's id." }) });

/** With its pictures, which base64 makes a third longer. */
const bodyLimit = 4 * 1024 * 1024;

export function projectRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { objects }: { readonly objects: ObjectStore },
): void {
  const { management } = context;
  const project = { tag: 'Projects', data: management ? ManagedProject : Project, hasRevision: true } as const;
  const read = management ? readManagedProject : readProject;

  listOperation(
    app,
    context,
    {
      path: '/projects',
      operationId: 'listProjects',
      fromReplica: true,
      tag: 'Projects',
      summary: 'List projects',
      description: 'The projects of the account, active and archived, a page at a time.',
      scope: 'projects:read',
      query: management ? ManagedProjectListQuery : ProjectListQuery,
      data: management ? ManagedProjectSummary : ProjectSummary,
    },
    async ({ db, caller, query }) => {
      const listed = await listProjects(db, caller, query);
      return management ? { ...listed, items: await withStates(db, listed.items) } : listed;
    },
  );

  readOperation(
    app,
    context,
    {
      ...project,
      path: '/projects/:project_id',
      operationId: 'getProject',
      summary: 'Read a project',
      description: 'With its settings, connections and schedules; never with a secret.',
      scope: 'projects:read',
      params,
      errors: ['not_found'],
      cacheable: true,
    },
    ({ caller, params }) => read(context.db, caller.account.id, params.project_id),
  );

  writeOperation(
    app,
    context,
    {
      ...project,
      method: 'POST',
      path: '/projects',
      operationId: 'createProject',
      summary: 'Create a project',
      description:
        'Only `name` is needed; the rest has defaults: UTC, USD, en-US and the automatic layout. Connections are added by the operator, or through the management API. Beyond the number of projects that the plan allows it answers 409 `plan_limit_reached`.',
      scope: 'projects:write',
      access: { role: 'editor', wholeAccount: true },
      kind: 'project.create',
      body: management ? ManagedProjectCreate : ProjectCreate,
      bodyLimit,
      prepare: (body, caller) => storeProjectPictures(objects, caller.account.id, body),
      status: 201,
      errors: ['plan_limit_reached'],
    },
    async (transaction, { caller, body }) => {
      const created = await createProject(transaction, caller, body);
      const data = management
        ? await readManagedProject(transaction, caller.account.id, created.id)
        : toNewProject(created);
      return { data, location: `/projects/${created.id}` };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...project,
      method: 'PATCH',
      path: '/projects/:project_id',
      operationId: 'updateProject',
      summary: 'Change a project',
      description:
        'Send only the fields to change. `settings` is replaced whole; null clears `client_name` and `settings`. Existing reports keep the look they were made with. An archived project answers 409 `project_archived`.',
      scope: 'projects:write',
      kind: 'project.update',
      params,
      body: management ? ManagedProjectUpdate : ProjectUpdate,
      bodyLimit,
      prepare: async (body, { account }, { project_id: id }) => {
        // Nothing is stored for a project that cannot be changed; the write says what is wrong.
        const status = body.settings ? await findProjectStatus(context.db, account.id, id) : undefined;
        return storeProjectPictures(status === 'active' ? objects : undefined, account.id, body);
      },
      status: 200,
      errors: ['not_found', 'project_archived'],
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const updated = await updateProject(transaction, caller.account.id, params.project_id, body, checkRevision);
      const data = await read(transaction, caller.account.id, updated.id);
      return { data, recorded: { details: { fields: Object.keys(body) } } };
    },
  );

  const moves = [
    {
      verb: 'archive',
      summary: 'Archive a project',
      description:
        'Stops a project without losing anything: reports, shares and settings stay. Its schedules are turned off, and new generations end `blocked` with `project_archived`. Archiving an archived project changes nothing.',
      move: archiveProject,
    },
    {
      verb: 'restore',
      summary: 'Restore an archived project',
      description:
        'Makes an archived project active again. Its schedules stay off until they are turned on one by one. Restoring an active project changes nothing.',
      move: restoreProject,
    },
  ] as const;
  for (const { verb, summary, description, move } of moves) {
    writeOperation(
      app,
      context,
      {
        ...project,
        method: 'POST',
        path: `/projects/:project_id/${verb}`,
        operationId: `${verb}Project`,
        summary,
        description,
        scope: 'projects:write',
        kind: `project.${verb}`,
        params,
        body: EmptyBody,
        bodyOptional: true,
        status: 200,
        errors: ['not_found'],
      },
      async (transaction, { caller, params }) => {
        const moved = await move(transaction, caller.account.id, params.project_id, caller);
        return { data: await read(transaction, caller.account.id, moved.id) };
      },
    );
  }
}
