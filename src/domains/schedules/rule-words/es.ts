import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

export const ruleWords: RuleWords = {
  daily: 'Cada día',
  weekdays: 'De lunes a viernes',
  weekly: (weekday) => `Cada ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Cada dos semanas el ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Cada mes ${day}`,
  quarterly: (months, day) => `Cada trimestre (${months}) ${day}`,
  yearly: (month, day) => `Cada año (${month}) ${day}`,
  yearlyOn: (date) => `Cada año el ${date}`,
  day: (day) => `el día ${day}`,
  lastDay: 'el último día',
  nthWeekday: ({ nth, weekday }) =>
    `el ${nthOf(['primer', 'segundo', 'tercer', 'cuarto', 'último'], nth)} ${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `el ${nth}.º día laborable`,
  lastWorkingDay: 'el último día laborable',
  at: (rule, time) => `${rule} a las ${time}`,
  from: (rule, date) => `${rule}, desde el ${date}`,
  until: (rule, date) => `${rule}, hasta el ${date}`,
  except: (rule, dates) => `${rule}, salvo el ${dates}`,
};
