import { Type } from 'typebox';
import {
  cadences,
  deliveryWays,
  lateOutcomes,
  scheduleComparisons,
  schedulePeriods,
  scheduleRunStates,
  waitEnds,
} from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  GenerationJobId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  ScheduleRunId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { exportFormats } from '../../reporting/renderers/formats.ts';
import { Outcome } from '../job-summaries/schema.ts';
import { labelFilters } from '../labels/schema.ts';
import { mostConditions, unsentCodes } from './conditions.ts';
import { mostSkippedDays, weekdays, weeksOfMonth } from './day-rules.ts';
import { mailReasons } from './mail.ts';
import { mailShape, optionalMail } from './mail-schema.ts';
import { mostChannels, mostRecipients } from './schedule-rules.ts';

const Cadence = oneOf(cadences, { description: 'How often a report is made.' });
const Weekday = nullable(oneOf(weekdays), {
  description: 'Of a weekly or fortnightly schedule, or with `week` of one by the month; null for others.',
  examples: [null],
});
const DayOfMonth = nullable(Type.Integer({ minimum: 1, maximum: 31 }), {
  description:
    'Of a monthly, quarterly or yearly schedule, where 29 to 31 are the last day of shorter months; null for others.',
  examples: [1],
});
const WeekOfMonth = nullable(oneOf(weeksOfMonth), {
  description: 'Which `weekday` of the month, in place of a `day`.',
  examples: [null],
});
const WorkingDay = nullable(Type.Integer({ minimum: -1, maximum: 20 }), {
  description: 'Which day from Monday to Friday of the month, 1 to 20, or -1 for the last, in place of a `day`.',
  examples: [null],
});
const Month = nullable(Type.Integer({ minimum: 1, maximum: 12 }), {
  description: 'Of a yearly schedule; of a quarterly one 1 to 3, the month of each quarter, the first by default.',
  examples: [null],
});
const Day = Type.String({ format: 'date', maxLength: 10, examples: ['2026-11-01'] });
const From = nullable(Day, {
  description:
    'The first day on which it may fire, in its time zone. A fortnightly one counts its weeks from it: by default it is the day on which it fires first.',
  examples: [null],
});
const Until = nullable(Day, { description: 'The last day on which it may fire.', examples: [null] });
const Skip = Type.Array(Day, {
  maxItems: mostSkippedDays,
  description: 'Days on which it does not fire, such as holidays.',
  examples: [['2026-12-25']],
});
const Rrule = {
  description:
    'The same as the value of an RRULE of RFC 5545. Its time and first day are those of a DTSTART, and skipped days an EXDATE.',
  examples: ['FREQ=MONTHLY;BYMONTHDAY=1'],
};
const GivenRrule = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description:
    'In place of `cadence` and its day: the value of an RRULE of RFC 5545, or its lines with DTSTART (`from`, `at` and `time_zone`) and EXDATE (`skip`). UNTIL is `until`. What no schedule can keep is refused and named.',
  examples: ['FREQ=MONTHLY;BYDAY=1MO'],
});
const At = Type.String({ minLength: 1, maxLength: 20, description: 'Local time, HH:MM.', examples: ['06:30'] });
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone of `at`.',
  examples: ['Europe/Berlin'],
});
const Period = oneOf(schedulePeriods, {
  description:
    'What each report is about. A period to date is that of the day before, up to that day: on its first day it is the whole one before.',
});
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
const Channels = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
  maxItems: 1_000,
  description: `The ids of the chat channels that each report is posted to, at most ${mostChannels}.`,
  examples: [[]],
});
const Delivery = oneOf(deliveryWays, {
  description: 'How they get it: the files attached, or a link to the web page, each their own.',
});
const Approve = Type.Boolean({
  description: 'Whether each report waits, once it is made, until somebody releases it.',
  examples: [false],
});
const Approvers = Type.Array(Type.String({ minLength: 1, maxLength: 330 }), {
  maxItems: 50,
  description: 'The e-mail addresses of the members who may release them; none for all of role editor or more.',
  examples: [[]],
});
const Metric = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The key of a metric.',
  examples: ['revenue'],
});
const Percent = Type.Number({ minimum: 0.1, maximum: 1_000, description: 'In percent, up or down.', examples: [10] });
const OnlyIf = Type.Array(
  Type.Union([
    resource({ type: Type.Literal('rows') }, { title: 'IfRows' }),
    resource({ type: Type.Literal('goal_off_course') }, { title: 'IfGoalOffCourse' }),
    resource({ type: Type.Literal('change'), metric: Metric, percent: Percent }, { title: 'IfChanged' }),
  ]),
  {
    maxItems: mostConditions,
    description:
      'What a report meets that goes out, all of it: the period has rows, a goal is off course, a figure of the report changed by so much against the compared period.',
    examples: [[{ type: 'rows' }]],
  },
);
const FreshBy = nullable(
  resource(
    {
      hour: Type.String({
        minLength: 1,
        maxLength: 20,
        description: 'Local time of the same day, HH:MM, later than `at`.',
        examples: ['11:00'],
      }),
      otherwise: oneOf(lateOutcomes, {
        description: 'At that hour the report goes out and says what is missing, or it is not made.',
      }),
    },
    { title: 'FreshBy' },
  ),
  {
    description:
      'Until when a report waits for those connections that have no figures of its last day yet; null for one that is made at once.',
    examples: [null],
  },
);
const Enabled = Type.Boolean({
  description: 'Whether it fires; missed occurrences are not made up for.',
  examples: [true],
});

const fields = {
  cadence: Cadence,
  weekday: Weekday,
  day: DayOfMonth,
  week: WeekOfMonth,
  working_day: WorkingDay,
  month: Month,
  from: From,
  until: Until,
  skip: Skip,
  at: At,
  time_zone: TimeZone,
  period: Period,
  compare: Compare,
  export: Formats,
  email: Recipients,
  channels: Channels,
  deliver: Delivery,
  approve: Approve,
  approvers: Approvers,
  only_if: OnlyIf,
  fresh_by: FreshBy,
  enabled: Enabled,
  ...mailShape,
};

export const ManagedSchedule = resource(
  {
    id: ScheduleId,
    project_id: ProjectId,
    project_name: Type.String({ maxLength: 200, examples: ['Northwind'] }),
    ...fields,
    rrule: Type.String({ maxLength: 300, ...Rrule }),
    next_runs: Type.Array(Timestamp, {
      maxItems: 3,
      description: 'The next three, or those that are left; none while it is off.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ManagedSchedule', description: 'A recurring report of a project, and who gets it.' },
);

const optional = {
  rrule: Type.Optional(GivenRrule),
  weekday: Type.Optional(Weekday),
  day: Type.Optional(DayOfMonth),
  week: Type.Optional(WeekOfMonth),
  working_day: Type.Optional(WorkingDay),
  month: Type.Optional(Month),
  from: Type.Optional(From),
  until: Type.Optional(Until),
  skip: Type.Optional(Skip),
  compare: Type.Optional(Compare),
  export: Type.Optional(Formats),
  email: Type.Optional(Recipients),
  channels: Type.Optional(Channels),
  deliver: Type.Optional(Delivery),
  ...optionalMail,
  approve: Type.Optional(Approve),
  approvers: Type.Optional(Approvers),
  only_if: Type.Optional(OnlyIf),
  fresh_by: Type.Optional(FreshBy),
};

export const ScheduleCreate = resource(
  {
    ...optional,
    cadence: Type.Optional({ ...Cadence, description: 'How often a report is made; required without `rrule`.' }),
    at: Type.Optional({ ...At, description: 'Local time, HH:MM; required unless a DTSTART says it.' }),
    time_zone: Type.Optional({
      ...TimeZone,
      description: 'IANA time zone of `at`; required unless a DTSTART says it.',
    }),
    period: Period,
  },
  { title: 'ScheduleCreate' },
);

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

const scheduleFilters = {
  recipient: Type.Optional(
    Type.String({ maxLength: 330, description: 'Only those that this e-mail address gets, in any case.' }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Only those that are on, or off.' })),
};
export const ScheduleListQuery = listQuery(['created_at', 'updated_at'], scheduleFilters);
export const AllSchedulesQuery = listQuery(['created_at', 'updated_at'], { ...scheduleFilters, ...labelFilters });

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

const Decided = resource(
  {
    by: Type.String({ maxLength: 200, description: 'As the log of changes names them.', examples: ['operator:ann'] }),
    at: Timestamp,
    reason: nullable(Type.String({ maxLength: 1_000 }), { examples: [null] }),
  },
  { title: 'Decision' },
);

const NotSent = resource(
  {
    code: oneOf(unsentCodes, { description: 'Which condition it did not meet, or that it could not be told.' }),
    metric: Type.Optional(Metric),
    percent: Type.Optional(Percent),
    changed: Type.Optional(Type.Number({ description: 'By how much it changed, in percent.', examples: [3.2] })),
  },
  { title: 'NotSent' },
);

const Freshness = resource(
  {
    day: { ...Day, description: 'The last day of its period, whose figures it waits for.' },
    since: Timestamp,
    until: Timestamp,
    otherwise: oneOf(lateOutcomes, { description: 'What becomes of it then without them.' }),
    ended: nullable(oneOf(waitEnds), {
      description:
        '`fresh`: all had their figures; `without`: it went on without some; `skipped`: it was not made; null while it waits.',
    }),
    next_ask_at: nullable(Timestamp, { description: 'When the connections are asked next; null once it has ended.' }),
    missing: Type.Array(
      resource(
        { connection_id: ConnectionId, connection_name: Type.String({ maxLength: 200, examples: ['Google Ads'] }) },
        { title: 'LateConnection' },
      ),
      { maxItems: 1_000, description: 'The connections without figures of that day, or not asked yet.' },
    ),
  },
  { title: 'Freshness' },
);

export const RunRejection = resource(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Why it must not go out, for whoever mends it.',
      examples: ['The figures of October are missing.'],
    }),
  },
  { title: 'RunRejection' },
);

export const ScheduleRun = resource(
  {
    id: ScheduleRunId,
    occurrence: Type.String({ maxLength: 10, description: 'The local day.', examples: ['2026-11-21'] }),
    is_test: Type.Boolean({ description: 'Whether it was only a test, for whoever asked.', examples: [false] }),
    due_at: Timestamp,
    state: oneOf(scheduleRunStates, {
      description:
        'How far it is; `waiting` for figures of connections; `awaiting_approval` until somebody releases or rejects its report.',
    }),
    generation_job_id: nullable(GenerationJobId),
    report_id: nullable(ReportId),
    emails: count('How many e-mails and messages it has.'),
    emails_sent: count('How many of them are sent.'),
    freshness: nullable(Freshness, {
      description: 'How it waits, or has waited, for the figures of its connections; null for one that did not.',
    }),
    decision: nullable(Decided, { description: 'Who released or rejected it; null where nobody did.' }),
    not_sent: nullable(NotSent, { description: 'Why its report went to nobody; null where it met all conditions.' }),
    failure: nullable(Type.String(), { examples: [null] }),
    stopped: nullable(
      resource({ reason: Outcome.properties.reason, details: Outcome.properties.details }, { title: 'Stopped' }),
      { description: 'Why the job that the run waited for ended, for programs; null where none did, or it is gone.' },
    ),
    unsent: Type.Array(
      resource(
        {
          recipient: Type.String({
            maxLength: 330,
            description: 'An e-mail address, or the name of a chat channel.',
            examples: ['ann@example.com'],
          }),
          reason: nullable(oneOf(mailReasons, { description: 'Why, for programs; null where that is not known.' }), {
            examples: ['address_refused'],
          }),
          message: nullable(Type.String(), {
            description: 'The same in English, with what the mail server or chat answered.',
            examples: ['550 No such user'],
          }),
        },
        { title: 'UnsentMail' },
      ),
      {
        maxItems: 1_000,
        description: 'The e-mails and messages that were given up, as `failure` tells them in sentences.',
      },
    ),
  },
  { title: 'ScheduleRun' },
);

export const ScheduleRuns = resource(
  { runs: Type.Array(ScheduleRun, { maxItems: 100 }) },
  { title: 'ScheduleRuns', description: 'The latest runs of a schedule, newest first.' },
);

export const ReportApproval = resource(
  {
    run: nullable(ScheduleRun, { description: 'The run that waits with this report; null where none does.' }),
    may_decide: Type.Boolean({ description: 'Whether the caller may release or reject it.', examples: [true] }),
  },
  { title: 'ReportApproval', description: 'Whether a report waits for somebody to release it.' },
);
