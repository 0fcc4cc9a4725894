import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import type { Condition } from './conditions.ts';
import type { weekdays, weeksOfMonth } from './day-rules.ts';
import type { FreshBy } from './freshness.ts';
import type { GivenMail } from './mail-settings.ts';
import type { ScheduleRow } from './schedules.ts';

/** What somebody gives of a schedule; what is undefined has its default, or stays. */
export interface GivenSchedule extends GivenMail {
  /** When it fires by RFC 5545, in place of the fields of its days. */
  readonly rrule?: string | undefined;
  readonly cadence?: ScheduleRow['cadence'] | undefined;
  readonly weekday?: (typeof weekdays)[number] | null | undefined;
  readonly day?: number | null | undefined;
  readonly week?: (typeof weeksOfMonth)[number] | null | undefined;
  readonly working_day?: number | null | undefined;
  readonly month?: number | null | undefined;
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly at?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly period?: ScheduleRow['period'] | undefined;
  readonly compare?: ScheduleRow['compare'] | undefined;
  readonly export?: readonly ExportFormat[] | undefined;
  readonly email?: readonly string[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly deliver?: ScheduleRow['delivery'] | undefined;
  readonly approve?: boolean | undefined;
  readonly approvers?: readonly string[] | undefined;
  readonly only_if?: readonly Condition[] | undefined;
  readonly fresh_by?: FreshBy | null | undefined;
  readonly enabled?: boolean | undefined;
}
