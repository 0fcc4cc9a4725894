import type { GoalFacts } from '../facts.ts';
import type { Writing } from '../writing.ts';

export type GoalTexts = ReturnType<typeof englishGoals>;

/** The English texts of goals. Past tense reads the same after singular and plural names. */
export function englishGoals({ list, name }: Writing<'one'>) {
  return {
    title: 'Goals',
    goal: 'Goal',
    reached: 'Reached',
    share: '% of goal',
    timeGone: 'Time gone',
    pace: 'Pace',
    forecast: 'Forecast',
    /** What a forecast probably comes to; its ends by themselves; and what the range means. */
    range: 'Likely range',
    low: 'Forecast from',
    high: 'Forecast to',
    rangeExplained: 'Likely range: four of five such periods end within it, by the weeks before.',
    status: 'Status',
    /** Of a goal whose time is over, and of one under way. */
    met: 'Met',
    missed: 'Missed',
    onCourse: 'On course',
    offCourse: 'Off course',
    /** Below a key figure; the share is null where there is none. */
    card: (target: string, share: string | null) => `Goal: ${target}${share === null ? '' : ` (${share})`}`,
    /** Added to the alternative text of a chart. */
    chart: (amounts: string) => `Goal: ${amounts}.`,
    none: 'No goal is set for the last day of this period.',
    explained: (day: string) =>
      `Up to ${day}. Pace: what the days that were over brought, compared with the goal for these days. Forecast: what the whole period brings at this pace.`,
    prorated: (named: readonly string[]) =>
      `Goals prorated by days, as the period covers only part of a month, quarter or year: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone, isLimit }: GoalFacts) => {
      const time = gone === null ? '' : ` with ${gone} of the time gone`;
      if (ratio === null) return `${name(metric)} came to ${reached}, against a goal of ${target} for ${period}.`;
      const verb = isLimit ? 'came to' : 'reached';
      return `${name(metric)} ${verb} ${ratio} of the goal for ${period}${time}: ${reached} against ${target}.`;
    },
  };
}
