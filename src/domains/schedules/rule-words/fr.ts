import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];

export const ruleWords: RuleWords = {
  daily: 'Chaque jour',
  weekdays: 'Du lundi au vendredi',
  weekly: (weekday) => `Chaque ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Toutes les deux semaines le ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Chaque mois ${day}`,
  quarterly: (months, day) => `Chaque trimestre (${months}) ${day}`,
  yearly: (month, day) => `Chaque année (${month}) ${day}`,
  yearlyOn: (date) => `Chaque année le ${date}`,
  day: (day) => `le ${day === 1 ? '1er' : day}`,
  lastDay: 'le dernier jour',
  nthWeekday: ({ nth, weekday }) =>
    `le ${nthOf(['premier', 'deuxième', 'troisième', 'quatrième', 'dernier'], nth)} ${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `le ${nth === 1 ? '1er' : `${nth}e`} jour ouvré`,
  lastWorkingDay: 'le dernier jour ouvré',
  at: (rule, time) => `${rule} à ${time}`,
  from: (rule, date) => `${rule}, à partir du ${date}`,
  until: (rule, date) => `${rule}, jusqu’au ${date}`,
  except: (rule, dates) => `${rule}, sauf le ${dates}`,
};
