import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['понеділок', 'вівторок', 'середу', 'четвер', 'п’ятницю', 'суботу', 'неділю'];
const masculine = ['перший', 'другий', 'третій', 'четвертий', 'останній'];
const feminine = ['першу', 'другу', 'третю', 'четверту', 'останню'];
const isFeminine = (weekday: number) => [3, 5, 6, 7].includes(weekday);

export const ruleWords: RuleWords = {
  daily: 'Щодня',
  weekdays: 'З понеділка по п’ятницю',
  weekly: (weekday) => `Щотижня в ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Раз на два тижні в ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Щомісяця ${day}`,
  quarterly: (months, day) => `Щокварталу (${months}) ${day}`,
  yearly: (month, day) => `Щороку (${month}) ${day}`,
  yearlyOn: (date) => `Щороку ${date}`,
  day: (day) => `${day}-го`,
  lastDay: 'останнього дня',
  nthWeekday: ({ nth, weekday }) =>
    `в ${nthOf(isFeminine(weekday) ? feminine : masculine, nth)} ${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `${nth}-го робочого дня`,
  lastWorkingDay: 'останнього робочого дня',
  at: (rule, time) => `${rule} о ${time}`,
  from: (rule, date) => `${rule}, з ${date}`,
  until: (rule, date) => `${rule}, до ${date}`,
  except: (rule, dates) => `${rule}, крім ${dates}`,
};
