import { weekdays, weeksOfMonth } from '../domains/schedules/day-rules.ts';
import type { GivenSchedule } from '../domains/schedules/given-schedule.ts';
import { OperatorError } from '../platform/errors.ts';

type Day = Pick<GivenSchedule, 'weekday' | 'day' | 'week' | 'working_day'>;

const advice =
  'monday to sunday; 1 to 31; first-monday to last-sunday; working-day-1 to working-day-20, or last-working-day';

/** What `--day` takes. */
export const dayHelp = `weekly, fortnightly: monday to sunday; by the month, quarter or year: ${advice.replace('monday to sunday; ', '')}`;

/** A day in one word: `monday`, `31`, `first-monday`, `working-day-3`, `last-working-day`. Throws an OperatorError. */
export function readDay(text: string): Day {
  const word = text.toLowerCase();
  if (isOneOf(weekdays, word)) return { weekday: word };
  if (/^\d{1,2}$/.test(word)) return { day: Number(word) };
  if (word === 'last-working-day') return { working_day: -1 };
  const [, number] = /^working-day-(\d{1,2})$/.exec(word) ?? [];
  if (number !== undefined) return { working_day: Number(number) };
  const [week = '', weekday = ''] = word.split('-');
  if (isOneOf(weeksOfMonth, week) && isOneOf(weekdays, weekday)) return { week, weekday };
  throw new OperatorError(`--day takes ${advice}, not "${text}".`);
}

/** A stored day as `--day` takes it. */
export function writeDay({ weekday, day, week, working_day }: Required<Day>): string | number | null {
  if (week) return `${week}-${weekday}`;
  if (working_day) return working_day === -1 ? 'last-working-day' : `working-day-${working_day}`;
  return weekday ?? day ?? null;
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word);
}
