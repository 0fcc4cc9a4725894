import { sayRule, sayWholeRule } from '../../../../src/domains/schedules/rule-words/rule-words.ts';
import type { Data } from '../../api/client.ts';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';

export type Schedule = Data<'getSchedule'>;
type Days = Pick<Schedule, 'cadence' | 'weekday' | 'day' | 'week' | 'working_day' | 'month' | 'at'>;
type Timing = Days & Pick<Schedule, 'from' | 'until' | 'skip'>;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The reader's own time zone. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How schedules are said in the reader's language. */
export function useScheduleWords() {
  const { schedules } = useMessages();
  const { locale } = useLanguage();
  const format = useFormat();
  const said = (options: Intl.DateTimeFormatOptions, instant: string) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(instant));
  const weekday = (name: (typeof weekdays)[number]) =>
    // The first of January 2024 was a Monday.
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(name))),
    );
  return {
    weekday,
    /** The month of this number, or all four that are quarters from it. */
    months: (first: number, isQuarterly: boolean) =>
      new Intl.ListFormat(locale).format(
        (isQuarterly ? [0, 3, 6, 9] : [0]).map((after) =>
          new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
            Date.UTC(2024, first + after - 1, 1),
          ),
        ),
      ),
    /** Such as `Every Monday at 07:00`. */
    when: (days: Days): string => sayRule(days, schedules.rule, locale),
    /** The same with its first and last day, and days left out. */
    whole: (timing: Timing): string => sayWholeRule(timing, schedules.rule, locale),
    /** Whose time it is: that of a city, or of none. */
    place: (zone: string) => (zone.includes('/') ? schedules.place(cityOf(zone)) : zone),
    /** An instant in the zone of a schedule. */
    due: (instant: string, zone: string) => format.time(instant, zone),
    /** Its day alone. */
    dueDay: (instant: string, zone: string) => said({ dateStyle: 'medium', timeZone: zone }, instant),
    /** The same in the reader's zone, with the day where it is another one; null where both clocks say the same. */
    dueHere(instant: string, zone: string): string | null {
      if (format.time(instant, ownZone) === format.time(instant, zone)) return null;
      const [day, ownDay] = [zone, ownZone].map((timeZone) => said({ dateStyle: 'medium', timeZone }, instant));
      return schedules.yourTime(day === ownDay ? said({ timeStyle: 'short' }, instant) : format.time(instant));
    },
  };
}

/** The city that a time zone is named after, such as `Berlin`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
