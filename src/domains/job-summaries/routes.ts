import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { getProject } from '../projects/projects.ts';
import { getJobAt, listJobs, toJobSummary } from './job-summaries.ts';
import { JobListQuery, jobSummaryAt } from './schema.ts';

export function jobRoutes(app: FastifyInstance, context: ApiContext): void {
  listOperation(
    app,
    context,
    {
      path: '/projects/:project_id/jobs',
      operationId: 'listJobs',
      fromReplica: true,
      tag: 'Jobs',
      summary: 'List the jobs of a project',
      description: 'Generation and export jobs together, a page at a time, to see what happened.',
      scope: 'reports:read',
      params: Type.Object({ project_id: Type.String() }),
      query: JobListQuery,
      data: jobSummaryAt(context.base),
      errors: ['not_found'],
    },
    async ({ db, caller, params, query }) => {
      const project = await getProject(db, caller.account.id, params.project_id);
      return listJobs({ ...context, db }, project.id, query);
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/jobs/:job_id',
      operationId: 'getJob',
      tag: 'Jobs',
      summary: 'Read the summary of a job',
      description:
        'A job id is the id of a generation job or of an export job; `type` says which. To poll, read that resource: only it has progress, result and reasons.',
      scope: 'reports:read',
      params: Type.Object({ job_id: Type.String() }),
      data: jobSummaryAt(context.base),
      errors: ['not_found'],
      cacheable: true,
    },
    async ({ caller, params }) => {
      return toJobSummary(await getJobAt(context, caller.account.id, params.job_id), context.base);
    },
  );
}
