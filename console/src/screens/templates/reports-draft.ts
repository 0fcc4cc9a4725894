import type { Data, Input } from '../../api/client.ts';
import { bodyOf, newDraft, type ScheduleDraft } from '../schedules/schedule-draft.ts';

type Reports = NonNullable<Data<'getTemplate'>['reports']>;

/** How reports are made, as somebody writes it; empty for what each project says itself. */
export interface ReportsDraft {
  readonly locale: string;
  readonly period: NonNullable<Reports['period']> | '';
  readonly compare: NonNullable<Reports['compare']> | '';
  readonly hasSchedule: boolean;
  /** Its period and comparison are those above, and it names nobody. */
  readonly schedule: ScheduleDraft;
}

export function beginReports(reports: Reports | null): ReportsDraft {
  const { locale, period, compare, schedule } = reports ?? {};
  const draft = newDraft('UTC');
  const { weekday, day, week, working_day, month, ...same } = schedule ?? {};
  return {
    ...{ locale: locale ?? '', period: period ?? '', compare: compare ?? '', hasSchedule: Boolean(schedule) },
    schedule: {
      ...draft,
      ...same,
      dayKind: week ? 'weekday' : working_day ? 'working' : 'date',
      ...{ weekday: weekday ?? draft.weekday, day: day ?? draft.day, week: week ?? draft.week },
      ...{ workingDay: working_day ?? draft.workingDay, month: month ?? draft.month },
    },
  };
}

/** What the service takes; null where nothing is said. */
export function reportsBody(draft: ReportsDraft): NonNullable<Input<'updateTemplate'>['body']['reports']> | null {
  const { locale, period, compare, hasSchedule } = draft;
  if (!locale && !period && !compare && !hasSchedule) return null;
  return {
    ...{ locale: locale || null, period: period || null, compare: compare || null },
    schedule: hasSchedule ? patternOf(draft.schedule) : null,
  };
}

function patternOf(draft: ScheduleDraft) {
  const { weekday = null, day = null, week = null, working_day = null, month = null } = bodyOf(draft);
  const { cadence, at, export: files, deliver, approve } = draft;
  return { cadence, weekday, day, week, working_day, month, at, export: [...files], deliver, approve };
}
