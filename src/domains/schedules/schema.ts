import { Type } from 'typebox';
import { cadences, deliveryWays, scheduleComparisons, schedulePeriods } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  GenerationJobId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { exportFormats } from '../../reporting/renderers/formats.ts';
import { mostRecipients, weekdays } from './schedule-rules.ts';

const Cadence = oneOf(cadences, { description: 'How often a report is made.' });
const Weekday = nullable(oneOf(weekdays), { description: 'Of a weekly schedule; null for others.', examples: [null] });
const DayOfMonth = nullable(Type.Integer({ minimum: 1, maximum: 31 }), {
  description: 'Of a monthly schedule, where 29 to 31 are the last day of shorter months; null for others.',
  examples: [1],
});
const At = Type.String({ minLength: 1, maxLength: 20, description: 'Local time, HH:MM.', examples: ['06:30'] });
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone of `at`.',
  examples: ['Europe/Berlin'],
});
const Period = oneOf(schedulePeriods, { description: 'What each report is about.' });
const Compare = oneOf(scheduleComparisons, { description: 'What it is compared with.' });
const Formats = Type.Array(oneOf(exportFormats), {
  maxItems: exportFormats.length,
  description: 'The files that are made of each report.',
  examples: [['pdf']],
});
const Recipients = Type.Array(Type.String({ minLength: 1, maxLength: 330 }), {
  maxItems: 1_000,
  description: `Who gets each report by e-mail, at most ${mostRecipients} addresses.`,
  examples: [['ann@example.com']],
});
const Delivery = oneOf(deliveryWays, {
  description: 'How they get it: the files attached, or a link to the web page, each their own.',
});
const Enabled = Type.Boolean({
  description: 'Whether it fires; missed occurrences are not made up for.',
  examples: [true],
});

const fields = {
  cadence: Cadence,
  weekday: Weekday,
  day: DayOfMonth,
  at: At,
  time_zone: TimeZone,
  period: Period,
  compare: Compare,
  export: Formats,
  email: Recipients,
  deliver: Delivery,
  enabled: Enabled,
};

export const ManagedSchedule = resource(
  {
    id: ScheduleId,
    project_id: ProjectId,
    project_name: Type.String({ maxLength: 200, examples: ['Northwind'] }),
    ...fields,
    next_runs: Type.Array(Timestamp, { maxItems: 3, description: 'The next three; none while it is off.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ManagedSchedule', description: 'A recurring report of a project, and who gets it.' },
);

const optional = {
  weekday: Type.Optional(Weekday),
  day: Type.Optional(DayOfMonth),
  compare: Type.Optional(Compare),
  export: Type.Optional(Formats),
  email: Type.Optional(Recipients),
  deliver: Type.Optional(Delivery),
};

export const ScheduleCreate = resource(
  { cadence: Cadence, at: At, time_zone: TimeZone, period: Period, ...optional },
  { title: 'ScheduleCreate' },
);

const Day = Type.String({ format: 'date', maxLength: 10, examples: ['2026-11-01'] });
const ReportedPeriod = { from: Day, to: Day };

export const PlannedRuns = resource(
  {
    runs: Type.Array(
      resource(
        {
          due_at: Timestamp,
          period: resource(ReportedPeriod, { title: 'ReportedPeriod', description: 'Both days inclusive.' }),
          compare: nullable(resource(ReportedPeriod, { title: 'ComparedPeriod' })),
        },
        { title: 'PlannedRun' },
      ),
      { maxItems: 3 },
    ),
  },
  { title: 'PlannedRuns', description: 'When a schedule would fire next, and what it would report about.' },
);

export const ScheduleUpdate = resource(
  {
    ...optional,
    cadence: Type.Optional(Cadence),
    at: Type.Optional(At),
    time_zone: Type.Optional(TimeZone),
    period: Type.Optional(Period),
    enabled: Type.Optional(Enabled),
  },
  { title: 'ScheduleUpdate' },
);

export const ScheduleListQuery = listQuery(['created_at', 'updated_at'], {
  recipient: Type.Optional(
    Type.String({ maxLength: 330, description: 'Only those that this e-mail address gets, in any case.' }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Only those that are on, or off.' })),
});

export const RecipientRemoval = resource(
  { recipient: Type.String({ minLength: 1, maxLength: 330, examples: ['ann@example.com'] }) },
  { title: 'RecipientRemoval' },
);

export const RemovedRecipient = resource(
  {
    recipient: Type.String({ maxLength: 330, examples: ['ann@example.com'] }),
    schedule_ids: Type.Array(ScheduleId, { maxItems: 100_000, description: 'The schedules it was taken out of.' }),
  },
  { title: 'RemovedRecipient' },
);

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

export const ScheduleRun = resource(
  {
    occurrence: Type.String({ maxLength: 10, description: 'The local day.', examples: ['2026-11-21'] }),
    is_test: Type.Boolean({ description: 'Whether it was only a test, for whoever asked.', examples: [false] }),
    due_at: Timestamp,
    state: Type.String({ maxLength: 20, description: 'How far it is.', examples: ['done'] }),
    generation_job_id: nullable(GenerationJobId),
    report_id: nullable(ReportId),
    emails: count('How many e-mails it has.'),
    emails_sent: count('How many of them are sent.'),
    failure: nullable(Type.String(), { examples: [null] }),
  },
  { title: 'ScheduleRun' },
);

export const ScheduleRuns = resource(
  { runs: Type.Array(ScheduleRun, { maxItems: 100 }) },
  { title: 'ScheduleRuns', description: 'The latest runs of a schedule, newest first.' },
);
