import { type Static, Type } from 'typebox';
import { resource } from '../http/envelope.ts';
import { jobFields, nullable, runFields } from '../jobs/schema.ts';
import { Periods } from '../reports/schema.ts';
import { isCalendarDay } from './periods.ts';

const CalendarDay = Type.Refine(
  Type.String({ format: 'date', description: "YYYY-MM-DD in the project's time zone.", examples: ['2026-10-31'] }),
  isCalendarDay,
  () => 'must be a real calendar day in the form YYYY-MM-DD',
);
const Period = resource(
  { from: CalendarDay, to: CalendarDay },
  'Both ends inclusive; at most 366 days; not after today.',
);

export const GenerationRequest = resource({
  period: resource({
    current: Period,
    compare: Type.Optional(nullable(Period)),
  }),
});
export type GenerationRequest = Static<typeof GenerationRequest>;

export const GenerationJob = resource({
  ...jobFields,
  ...runFields,
  period: Periods,
  result: nullable(resource({ report_id: Type.String() })),
});
