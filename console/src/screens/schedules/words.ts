import type { Data } from '../../api/client.ts';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';

export type Schedule = Data<'getSchedule'>;
type Timing = Pick<Schedule, 'cadence' | 'weekday' | 'day' | 'at'>;

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
  const clock = (at: string) =>
    new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`2024-01-01T${at}:00Z`));
  const weekday = (name: (typeof weekdays)[number]) =>
    // The first of January 2024 was a Monday.
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(name))),
    );
  return {
    weekday,
    /** Such as `Every Monday at 07:00`. */
    when({ cadence, weekday: name, day, at }: Timing): string {
      if (cadence === 'daily') return schedules.daily(clock(at));
      if (cadence === 'weekly') return schedules.weekly(weekday(name ?? 'monday'), clock(at));
      return day === 31 ? schedules.monthlyLast(clock(at)) : schedules.monthly(day ?? 1, clock(at));
    },
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
