import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const ruleWords: RuleWords = {
  daily: 'Every day',
  weekdays: 'Monday to Friday',
  weekly: (weekday) => `Every ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Every two weeks on ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Every month ${day}`,
  quarterly: (months, day) => `Every quarter (${months}) ${day}`,
  yearly: (month, day) => `Every year (${month}) ${day}`,
  yearlyOn: (date) => `Every year on ${date}`,
  day: (day) => `on the ${ordinal(day)}`,
  lastDay: 'on the last day',
  nthWeekday: ({ nth, weekday }) =>
    `on the ${nthOf(['first', 'second', 'third', 'fourth', 'last'], nth)} ${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `on the ${ordinal(nth)} working day`,
  lastWorkingDay: 'on the last working day',
  at: (rule, time) => `${rule} at ${time}`,
  from: (rule, date) => `${rule}, from ${date}`,
  until: (rule, date) => `${rule}, until ${date}`,
  except: (rule, dates) => `${rule}, not on ${dates}`,
};

function ordinal(day: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  return `${day}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)]}`;
}
