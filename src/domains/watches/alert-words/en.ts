import type { AlertWords } from './catalog.ts';

export const en: AlertWords = {
  spans: {
    week: (metric) => `${metric} this week`,
    month: (metric) => `${metric} this month`,
    days7: (metric) => `${metric} in 7 days`,
    days28: (metric) => `${metric} in 28 days`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, above ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, below ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} after ${expected} the day before`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} after ${expected} on the same weekday of four weeks`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} after ${expected} in the 7 days before`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} after ${expected} in the 28 days before`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, where ${expected} is usual (${low} to ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} against its goal: ${value}, where ${expected} was due by now`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} against its goal: at this pace ${value} of ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: the budget of ${expected} is spent on ${date} at this pace; ${daily} a day would last to the end`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, more than the budget of ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: at this pace ${value} of the budget of ${expected} is spent; ${daily} a day would use all of it`,
  stopped: ({ metric }) => `${metric}: nothing, after most days of the week before had some`,
  paused: ({ metric, value, expected }) => `${metric}: nothing, with ${value} of the budget of ${expected} left`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value} without any ${conversions}`,
  countsNothing: (metric, other) => `${metric} counts nothing, while ${other} goes on`,
  silence: 'No figures',
  silent: (metric) => `${metric}: no figures`,
  since: (date) => `since ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) makes ${share} of the change.`,
  noValue: 'Rows without one',
  usualRange: 'Usual',
  unusualDay: 'Unusual',
  opened: (what) => `Alert: ${what}`,
  reminded: (what) => `Still so: ${what}`,
  closed: (what) => `Over: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `This is over as of ${date}.`,
  more: (parts) => `and ${parts} more`,
  look: 'Look at it, acknowledge it or put it off here:',
};
