import { Type } from 'typebox';
import { jobSources, reportStatuses } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  GenerationJobId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { Source } from '../job-summaries/schema.ts';

const day = (example: string) =>
  Type.String({ format: 'date', maxLength: 10, description: 'YYYY-MM-DD', examples: [example] });

const Period = resource(
  { from: day('2026-10-01'), to: day('2026-10-31') },
  { title: 'Period', description: "Calendar days in the project's time zone, both ends inclusive." },
);

/** The frozen periods of a report or of a generation. */
export const Periods = resource(
  { current: Period, compare: nullable(Period) },
  {
    title: 'Periods',
    description: 'The period reported on, and the one it is compared with, or null.',
    examples: [
      { current: { from: '2026-10-01', to: '2026-10-31' }, compare: { from: '2026-09-01', to: '2026-09-30' } },
    ],
  },
);

export const Report = resource(
  {
    id: ReportId,
    project_id: ProjectId,
    title: Type.String({ examples: ['Web shop in October'] }),
    status: oneOf(reportStatuses, { description: '`unavailable` when the stored document is lost.' }),
    ready_for_export: Type.Boolean({ description: 'Whether an export can be started now.', examples: [true] }),
    period: Periods,
    source: Source,
    generation_job_id: GenerationJobId,
    warnings: Type.Array(
      resource(
        {
          code: Type.String({ maxLength: 100, description: 'For programs.', examples: ['missing_days'] }),
          message: Type.String({ description: 'For people.', examples: ['US flights has no rows for 2 of 31 days.'] }),
          connection_id: nullable(ConnectionId),
        },
        { title: 'ReportWarning' },
      ),
      {
        maxItems: 100_000,
        description: 'What a reader should know about the figures; the report is complete nevertheless.',
      },
    ),
    created_at: Timestamp,
  },
  { title: 'Report', description: 'A report in short. Its figures were frozen when it was made.' },
);

export const ReportListQuery = listQuery(['created_at', 'period_from'], {
  source: Type.Optional(
    Type.Unsafe<(typeof jobSources)[number]>(
      Type.Enum([...jobSources], { description: 'Only reports with this source.' }),
    ),
  ),
  ready_for_export: Type.Optional(Type.Boolean({ description: 'Only reports that can, or cannot, be exported now.' })),
});
