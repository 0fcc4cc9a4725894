import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { livePeriods, scheduleComparisons } from '../../platform/database/words.ts';
import { fieldFault, refusedField } from '../../platform/faults.ts';
import { resource } from '../../platform/http/envelope.ts';
import { oneOf } from '../../platform/http/fields.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { dayIn } from '../../reporting/documents/calendar.ts';
import { startGenerationJob, toGenerationJob } from '../generation-jobs/generation-jobs.ts';
import { checkPeriods } from '../generation-jobs/periods.ts';
import { GenerationJob, GenerationRequest, generationExamples } from '../generation-jobs/schema.ts';
import { getProject } from '../projects/projects.ts';
import { readLiveSettings } from '../shares/live-settings.ts';
import { getOwnShare } from '../shares/managed-shares.ts';
import { periodsOf } from './choices.ts';

const Kept = resource(
  {
    period: Type.Optional(oneOf(livePeriods, { description: 'By its name; the first of the link if absent.' })),
    days: Type.Optional(GenerationRequest.properties.period.properties.current),
    compare: Type.Optional(oneOf(scheduleComparisons, { description: 'The first of the link if absent.' })),
  },
  {
    title: 'KeptPage',
    description: 'What the page shows: a period by its name, or by its days.',
    examples: [{ period: 'previous-month', compare: 'previous' }],
  },
);

/** Keeps what a page that is always current shows, for management. */
export function livePageRoutes(app: FastifyInstance, context: ApiContext, wakeWorkers: () => void): void {
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/shares/:share_id/generation-jobs',
      operationId: 'keepLivePage',
      tag: 'Guest links',
      summary: 'Keep a page as a report',
      description:
        'Starts the generation of a report of the days that a page that is always current shows now. Its figures are asked for again, so that the report has those of the time at which it is made.',
      access: { role: 'editor' },
      kind: 'share.keep',
      params: Type.Object({ share_id: Type.String({ description: "The link's id." }) }),
      body: Kept,
      bodyOptional: true,
      data: GenerationJob,
      examples: { queued: generationExamples.queued },
      status: 202,
      errors: ['not_found'],
      check: checkKept,
    },
    async (transaction, { caller, params, body }) => {
      const share = await getOwnShare(transaction, caller, params.share_id);
      const live = readLiveSettings(share);
      if (!live) throw fieldFault('', 'kind', 'This link leads to a report, which is kept already.');
      const { time_zone } = await getProject(transaction, caller.account.id, share.project_id);
      const { period = live.periods[0], days, compare = live.compare[0] ?? 'none' } = body;
      const chosen = days ?? period ?? 'last-28-days';
      const periods = periodsOf({ period: chosen, compare }, dayIn(time_zone, new Date().toISOString()));
      const job = await startGenerationJob(transaction, caller, share.project_id, { period: periods });
      const details = { generation_job_id: job.id, period: periods };
      return {
        data: toGenerationJob(job),
        location: `/generation-jobs/${job.id}`,
        recorded: { subject: share.id, details },
      };
    },
    wakeWorkers,
  );
}

function checkKept({ period, days }: Static<typeof Kept>): void {
  if (days === undefined) return;
  if (period !== undefined) throw refusedField('days', 'alone', 'takes the place of period; leave out one of both');
  checkPeriods({ current: days, compare: null });
}
