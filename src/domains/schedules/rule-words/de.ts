import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];

export const ruleWords: RuleWords = {
  daily: 'Jeden Tag',
  weekdays: 'Montag bis Freitag',
  weekly: (weekday) => `Jeden ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Alle zwei Wochen am ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Jeden Monat ${day}`,
  quarterly: (months, day) => `Jedes Quartal (${months}) ${day}`,
  yearly: (month, day) => `Jedes Jahr (${month}) ${day}`,
  yearlyOn: (date) => `Jedes Jahr am ${date}`,
  day: (day) => `am ${day}.`,
  lastDay: 'am letzten Tag',
  nthWeekday: ({ nth, weekday }) =>
    `am ${nthOf(['ersten', 'zweiten', 'dritten', 'vierten', 'letzten'], nth)} ${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `am ${nth}. Arbeitstag`,
  lastWorkingDay: 'am letzten Arbeitstag',
  at: (rule, time) => `${rule} um ${time} Uhr`,
  from: (rule, date) => `${rule}, ab ${date}`,
  until: (rule, date) => `${rule}, bis ${date}`,
  except: (rule, dates) => `${rule}, nicht am ${dates}`,
};
