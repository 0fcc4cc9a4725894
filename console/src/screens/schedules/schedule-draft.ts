import type { Input } from '../../api/client.ts';
import type { Schedule } from './words.ts';

/** A schedule as somebody writes it. */
export type ScheduleDraft = Pick<
  Schedule,
  'cadence' | 'at' | 'time_zone' | 'period' | 'compare' | 'export' | 'email' | 'deliver'
> & {
  readonly weekday: NonNullable<Schedule['weekday']>;
  readonly day: number;
  /** The beginning of another recipient. */
  readonly typed: string;
};

export const mostRecipients = 50;

export const isAddress = (text: string): boolean => /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/.test(text);

/** What agencies send most: the month before, early in the next one. */
export function newDraft(timeZone: string): ScheduleDraft {
  return {
    ...{ cadence: 'monthly', weekday: 'monday', day: 1, at: '07:00', time_zone: timeZone },
    ...{ period: 'previous-month', compare: 'previous', export: ['pdf'], email: [], deliver: 'attachment', typed: '' },
  };
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { cadence, at, time_zone, period, compare, export: files, email, deliver, weekday, day } = schedule;
  const given = { cadence, at, time_zone, period, compare, export: files, email, deliver };
  return { ...given, weekday: weekday ?? 'monday', day: day ?? 1, typed: '' };
}

/** The draft as the service takes it: with a day of the cadence alone. */
export function bodyOf({ typed: _typed, weekday, day, ...rest }: ScheduleDraft): Input<'createSchedule'>['body'] {
  return {
    ...rest,
    weekday: rest.cadence === 'weekly' ? weekday : null,
    day: rest.cadence === 'monthly' ? day : null,
  };
}
