import { type Static, Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { cadences, deliveryWays, scheduleComparisons, schedulePeriods } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf } from '../../platform/http/fields.ts';
import { isLocale } from '../../platform/locales.ts';
import { exportFormats } from '../../reporting/renderers/formats.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const SchedulePattern = resource(
  {
    cadence: oneOf(cadences, { description: 'How often a report is made.' }),
    weekday: Type.Optional(nullable(oneOf(weekdays), { examples: [null] })),
    day: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 31 }), {
        description: 'Of the month; 29 to 31 are the last day of shorter ones.',
        examples: [2],
      }),
    ),
    week: Type.Optional(nullable(oneOf(['first', 'second', 'third', 'fourth', 'last']), { examples: [null] })),
    working_day: Type.Optional(nullable(Type.Integer({ minimum: -1, maximum: 20 }), { examples: [null] })),
    month: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }), { examples: [null] })),
    at: Type.String({
      ...{ minLength: 1, maxLength: 20, examples: ['06:30'] },
      description: 'Local time of the project, HH:MM.',
    }),
    export: Type.Optional(
      Type.Array(oneOf(exportFormats), {
        maxItems: exportFormats.length,
        description: 'The files that are made of each report.',
        examples: [['pdf']],
      }),
    ),
    deliver: Type.Optional(oneOf(deliveryWays, { description: 'How those get it who are named in the project.' })),
    approve: Type.Optional(
      Type.Boolean({ description: 'Whether each report waits until somebody releases it.', examples: [true] }),
    ),
  },
  {
    title: 'SchedulePattern',
    description: 'The schedule of projects that follow; its days are those of schedules. It names nobody.',
  },
);

export const ReportDefaults = resource(
  {
    locale: Type.Optional(
      nullable(
        Type.Refine(
          Type.String({ maxLength: 64, examples: ['de-DE'] }),
          isLocale,
          () => 'must be a BCP 47 language tag such as de-DE',
        ),
        { description: 'The language of the reports of projects that have not said one of their own.' },
      ),
    ),
    period: Type.Optional(
      nullable(oneOf(schedulePeriods), { description: 'What a report is about.', examples: ['previous-month'] }),
    ),
    compare: Type.Optional(
      nullable(oneOf(scheduleComparisons), { description: 'What it is compared with.', examples: ['previous'] }),
    ),
    schedule: Type.Optional(nullable(SchedulePattern)),
  },
  {
    title: 'TemplateReports',
    description: 'How the reports of projects that follow are made, where they do not say it themselves.',
  },
);
export type ReportDefaults = Static<typeof ReportDefaults>;

/** What of a project's schedule can be its own, by the fields that say it. */
export const patternParts = {
  days: ['cadence', 'weekday', 'day', 'week', 'working_day', 'month'],
  at: ['at'],
  period: ['period'],
  compare: ['compare'],
  export: ['export'],
  deliver: ['deliver'],
  approve: ['approve'],
} as const;
export type PatternPart = keyof typeof patternParts;

/** A whole pattern: what it leaves out has its default. */
export function wholePattern({ schedule, period, compare }: ReportDefaults) {
  if (!schedule || !period) return undefined;
  const { weekday = null, day = null, week = null, working_day = null, month = null } = schedule;
  return {
    ...{ cadence: schedule.cadence, weekday, day, week, working_day, month, at: schedule.at },
    ...{ period, compare: compare ?? 'previous', export: schedule.export ?? [] },
    ...{ deliver: schedule.deliver ?? 'link', approve: schedule.approve ?? false },
  } as const;
}
export type WholePattern = NonNullable<ReturnType<typeof wholePattern>>;

/** What templates need of schedules, which are made beside them. */
export interface TemplateSchedules {
  /** Throws a fault of the field below `reports` that no schedule could keep. */
  check(reports: ReportDefaults): void;
  /** A project follows a template, or was made from it (`isFree`); `isBack`: it gives up what is its own. */
  followed(
    transaction: Queryable,
    project: { readonly id: string; readonly account_id: string; readonly time_zone: string },
    reports: ReportDefaults,
    how: { readonly isFree: boolean; readonly isBack: boolean },
  ): Promise<void>;
  /** What projects follow of a template is another one. */
  published(transaction: Queryable, templateId: string, before: ReportDefaults, after: ReportDefaults): Promise<void>;
}
