import { fieldFault } from '../../../platform/faults.ts';
import type { GivenSchedule } from '../given-schedule.ts';
import type { ScheduleRow } from '../schedules.ts';
import { readRrule } from './read-rrule.ts';

const saidByRule = ['cadence', 'weekday', 'day', 'week', 'working_day', 'month'] as const;
const maybeSaid = ['from', 'until', 'skip', 'at', 'time_zone'] as const;

/**
 * What is given of a schedule, with what its `rrule` says in the fields that say it. Throws a fault of `rrule`, and of what is
 * given beside it a second time.
 */
export function withRule(given: GivenSchedule, before?: ScheduleRow): GivenSchedule {
  const { rrule, ...rest } = given;
  if (rrule === undefined) return rest;
  const twice = saidByRule.find((name) => (rest[name] ?? null) !== null);
  if (twice) throw fieldFault(twice, 'rrule', `The rule says when it fires; leave out ${twice}, or rrule.`);
  const at = given.at ?? before?.at ?? '';
  const read = readRrule(rrule, { at, timeZone: given.time_zone ?? before?.time_zone ?? '' });
  for (const name of maybeSaid) {
    if ((read[name] ?? null) === null || rest[name] === undefined) continue;
    if (name === 'skip' && read.skip?.length === 0) continue;
    throw fieldFault(name, 'rrule', `The rule says it already; leave out ${name}, or that part of rrule.`);
  }
  const none = { weekday: null, day: null, week: null, working_day: null, month: null };
  return { ...none, ...read, ...rest, ...dayOf(read) };
}

/** All of the day, so that none of the former one stays. */
function dayOf({ cadence, weekday = null, day = null, week = null, working_day = null, month = null }: GivenSchedule) {
  return { cadence, weekday, day, week, working_day, month };
}
