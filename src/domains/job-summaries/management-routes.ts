import type { FastifyInstance } from 'fastify';
import { listOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { listAllJobs } from './all-jobs.ts';
import { AllJobsQuery, ListedJob } from './schema.ts';

/** What only management has: the jobs of all projects. */
export function allJobsRoutes(app: FastifyInstance, context: ApiContext): void {
  listOperation(
    app,
    context,
    {
      path: '/jobs',
      operationId: 'listAllJobs',
      fromReplica: true,
      tag: 'Jobs',
      summary: 'List the jobs of all projects',
      description:
        'Of the projects that the caller sees, the newest first, with how far each is: one request follows all jobs that somebody looks at. Ids of nothing, and of what the caller does not see, are left out.',
      access: { role: 'viewer' },
      query: AllJobsQuery,
      data: ListedJob,
    },
    async ({ db, caller, query: { tag, folder, ...query } }) =>
      listAllJobs(db, await narrowed(db, caller, { tag, folder }), query),
  );
}
