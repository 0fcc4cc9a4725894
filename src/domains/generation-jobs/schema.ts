import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { GenerationJobId, nullable, ReportId } from '../../platform/http/fields.ts';
import { jobFields, queuedExample, runFields, runningExample } from '../job-summaries/schema.ts';
import { Periods } from '../reports/schema.ts';
import { isCalendarDay } from './periods.ts';

const day = (example: string) =>
  Type.Refine(
    Type.String({ format: 'date', description: "YYYY-MM-DD in the project's time zone.", examples: [example] }),
    isCalendarDay,
    () => 'must be a real calendar day in the form YYYY-MM-DD',
  );
const Period = resource(
  { from: day('2026-10-01'), to: day('2026-10-31') },
  {
    title: 'RequestedPeriod',
    description: 'Both ends inclusive; at most 366 days; `from` not after `to`; `to` not after today.',
  },
);

export const GenerationRequest = resource(
  {
    period: resource({
      current: Period,
      compare: Type.Optional(nullable(Period)),
    }),
  },
  {
    title: 'GenerationRequest',
    description: 'The period to report on and, if wanted, one to compare it with.',
    examples: [
      {
        period: {
          current: { from: '2026-10-01', to: '2026-10-31' },
          compare: { from: '2026-09-01', to: '2026-09-30' },
        },
      },
    ],
  },
);
export type GenerationRequest = Static<typeof GenerationRequest>;

export const GenerationJob = resource(
  {
    id: GenerationJobId,
    ...jobFields,
    ...runFields,
    period: Periods,
    result: nullable(resource({ report_id: ReportId }), {
      description: 'The report that was made; null until the job is `completed`.',
    }),
  },
  {
    title: 'GenerationJob',
    description: 'The making of one report. A completed job has made exactly one, a failed one none.',
  },
);

const outcome = {
  reason: 'reauth_required',
  message: 'The source no longer accepts the stored credentials.',
  action: 'Give the connection valid credentials and start again.',
  details: { connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d', system: 'file' },
};
export const generationExamples = {
  queued: { ...queuedExample, result: null },
  running: { ...runningExample, result: null },
  blocked: {
    status: 'blocked',
    progress: { stage: 'blocked', completed: 4, total: 12 },
    blocked: outcome,
    result: null,
  },
};
