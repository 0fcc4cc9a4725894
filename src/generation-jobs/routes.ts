import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type ApiContext, readOperation, writeOperation } from '../http/operations.ts';
import { getJob, isTerminal } from '../jobs/jobs.ts';
import { startGenerationJob, toGenerationJob } from './generation-jobs.ts';
import { checkPeriods } from './periods.ts';
import { GenerationJob, GenerationRequest } from './schema.ts';

export function generationJobRoutes(app: FastifyInstance, context: ApiContext, wakeWorkers: () => void): void {
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/api/v1/projects/:project_id/generation-jobs',
      operationId: 'startGenerationJob',
      tag: 'Generation jobs',
      summary: 'Start the generation of a report',
      description: 'Poll the job at `Location` until it is `completed`, `blocked` or `failed`.',
      scope: 'reports:write',
      kind: 'generation.start',
      params: Type.Object({ project_id: Type.String() }),
      body: GenerationRequest,
      check: ({ period }) => checkPeriods({ current: period.current, compare: period.compare ?? null }),
      data: GenerationJob,
      status: 202,
      errors: ['not_found'],
    },
    async (transaction, { caller, params, body }) => {
      const job = await startGenerationJob(transaction, caller, params.project_id ?? '', body);
      return { data: toGenerationJob(job), location: `/api/v1/generation-jobs/${job.id}` };
    },
    wakeWorkers,
  );

  readOperation(
    app,
    context,
    {
      path: '/api/v1/generation-jobs/:generation_job_id',
      operationId: 'getGenerationJob',
      tag: 'Generation jobs',
      summary: 'Poll a generation job',
      scope: 'reports:read',
      params: Type.Object({ generation_job_id: Type.String() }),
      data: GenerationJob,
      errors: ['not_found'],
      cacheable: true,
    },
    async ({ caller, params }, reply) => {
      const job = await getJob(context.db, caller.account.id, params.generation_job_id ?? '', 'generation');
      if (!isTerminal(job)) reply.header('retry-after', '1');
      return toGenerationJob(job);
    },
  );
}
