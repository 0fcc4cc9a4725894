import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { getJob, isTerminal } from '../job-summaries/job-summaries.ts';
import { startGenerationJob, toGenerationJob } from './generation-jobs.ts';
import { checkPeriods } from './periods.ts';
import { GenerationJob, GenerationRequest, generationExamples } from './schema.ts';

export function generationJobRoutes(app: FastifyInstance, context: ApiContext, wakeWorkers: () => void): void {
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/projects/:project_id/generation-jobs',
      operationId: 'startGenerationJob',
      tag: 'Generation jobs',
      summary: 'Start the generation of a report',
      description:
        'Answers 202 at once, with the job; its address stands in `Location`. Poll it there until it is `completed`, `blocked` or `failed`. An archived project, a project without connected systems or one beyond its plan is not refused here: its job ends `blocked` and says what to do.',
      scope: 'reports:write',
      kind: 'generation.start',
      params: Type.Object({ project_id: Type.String() }),
      body: GenerationRequest,
      check: ({ period }) => checkPeriods({ current: period.current, compare: period.compare ?? null }),
      normalize: (body) => (body.period.compare ? body : { period: { current: body.period.current } }),
      data: GenerationJob,
      examples: { queued: generationExamples.queued },
      status: 202,
      errors: ['not_found'],
    },
    async (transaction, { caller, params, body }) => {
      const job = await startGenerationJob(transaction, caller, params.project_id, body);
      return { data: toGenerationJob(job), location: `/generation-jobs/${job.id}` };
    },
    wakeWorkers,
  );

  readOperation(
    app,
    context,
    {
      path: '/generation-jobs/:generation_job_id',
      operationId: 'getGenerationJob',
      tag: 'Generation jobs',
      summary: 'Poll a generation job',
      description:
        'Poll with growing waits, never more often than once a second, until the status is `completed`, `blocked` or `failed`. `result.report_id` then names the report; `blocked` or `failure` says what went wrong and what to do.',
      scope: 'reports:read',
      params: Type.Object({ generation_job_id: Type.String() }),
      data: GenerationJob,
      examples: { completed: {}, running: generationExamples.running, blocked: generationExamples.blocked },
      errors: ['not_found'],
      cacheable: true,
      polled: true,
    },
    async ({ caller, params }, reply) => {
      const job = await getJob(context.db, caller.account.id, params.generation_job_id, 'generation');
      if (!isTerminal(job)) reply.header('retry-after', '1');
      return toGenerationJob(job);
    },
  );
}
