import { type TSchema, Type } from 'typebox';
import { resource } from '../http/envelope.ts';
import { listQuery } from '../http/pagination.ts';

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const sources = ['api', 'try_it', 'schedule', 'console'] as const;

const Day = Type.String({ format: 'date', examples: ['2026-10-31'] });

export const Period = resource(
  { from: Day, to: Day },
  "Calendar days in the project's time zone, both ends inclusive.",
);

/** The frozen periods of a report or of a generation. */
export const Periods = resource({ current: Period, compare: nullable(Period) });

export const Report = resource({
  id: Type.String({ examples: ['rep_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
  project_id: Type.String(),
  title: Type.String(),
  status: Type.Union([Type.Literal('ready'), Type.Literal('unavailable')], {
    description: '`unavailable` when the stored document is lost.',
  }),
  ready_for_export: Type.Boolean(),
  period: Periods,
  source: Type.Union(sources.map((source) => Type.Literal(source))),
  generation_job_id: Type.String(),
  warnings: Type.Array(
    resource({ code: Type.String(), message: Type.String(), connection_id: nullable(Type.String()) }),
  ),
  created_at: Type.String({ format: 'date-time' }),
});

export const ReportListQuery = listQuery(['created_at', 'period_from'], {
  source: Type.Optional(Type.Unsafe<(typeof sources)[number]>(Type.Enum([...sources]))),
  ready_for_export: Type.Optional(Type.Boolean()),
});
