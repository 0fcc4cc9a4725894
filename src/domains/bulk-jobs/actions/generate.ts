import { type Static, Type } from 'typebox';
import { scheduleComparisons, schedulePeriods } from '../../../platform/database/words.ts';
import { fieldFault } from '../../../platform/faults.ts';
import { resource } from '../../../platform/http/envelope.ts';
import { oneOf } from '../../../platform/http/fields.ts';
import { startGenerationJob } from '../../generation-jobs/generation-jobs.ts';
import { checkPeriods } from '../../generation-jobs/periods.ts';
import { GenerationRequest } from '../../generation-jobs/schema.ts';
import { getProject } from '../../projects/projects.ts';
import { schedulePeriods as periodsOn } from '../../schedules/schedule-periods.ts';
import { type BulkAction, placed, projectOf } from '../bulk-action.ts';

const Parameters = resource(
  {
    type: Type.Literal('generate'),
    period: Type.Optional(
      oneOf(schedulePeriods, {
        description:
          'What each report is about, by the calendar of its project on the day on which the bulk job was asked for.',
        examples: ['previous-month'],
      }),
    ),
    compare: Type.Optional(
      oneOf(scheduleComparisons, {
        description: 'What `period` is compared with: `previous` if absent.',
        examples: ['previous'],
      }),
    ),
    days: Type.Optional(GenerationRequest.properties.period),
  },
  {
    title: 'BulkGenerate',
    description: 'Generates a report of each project: of a `period`, or of the same `days` everywhere.',
    examples: [{ type: 'generate', period: 'previous-month' }],
  },
);
type Generate = Omit<Static<typeof Parameters>, 'type'>;

/** Generates a report of each project. */
export const generateAction: BulkAction<Generate> = {
  action: 'generate',
  access: { role: 'editor' },
  parameters: Parameters,
  startsJobs: true,
  check({ period, compare, days }) {
    if ((period === undefined) === (days === undefined)) {
      throw fieldFault('action.period', 'oneOf', 'Give a period, or the days, one of the two.');
    }
    if (days && compare !== undefined) {
      throw fieldFault('action.compare', 'oneOf', 'The days say themselves what they are compared with.');
    }
    if (!days) return;
    const { current, compare: compared = null } = days;
    const placeOf = (field: string) => field.replace(/^period/, 'action.days');
    placed(() => checkPeriods({ current, compare: compared }), placeOf);
  },
  async runItem(transaction, { accountId, caller, parameters, askedAt }, item) {
    const id = projectOf(item);
    const { days, period = 'previous-month', compare = 'previous' } = parameters;
    const { time_zone } = await getProject(transaction, accountId, id);
    const today = Temporal.Instant.from(askedAt).toZonedDateTimeISO(time_zone).toPlainDate().toString();
    const asked = days ?? periodsOn(period, compare, today);
    const job = await startGenerationJob(transaction, caller, id, { period: asked });
    return { jobId: job.id, recorded: [{ action: 'generation.start', subject: job.id }] };
  },
};
