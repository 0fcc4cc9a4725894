import { nthOf, type RuleWords } from './rule-words.ts';

/** As they follow the preposition, which is another one before “вторник”. */
const weekdays = ['в понедельник', 'во вторник', 'в среду', 'в четверг', 'в пятницу', 'в субботу', 'в воскресенье'];
const names = ['понедельник', 'вторник', 'среду', 'четверг', 'пятницу', 'субботу', 'воскресенье'];
const masculine = ['первый', 'второй', 'третий', 'четвёртый', 'последний'];
const feminine = ['первую', 'вторую', 'третью', 'четвёртую', 'последнюю'];
const neuter = ['первое', 'второе', 'третье', 'четвёртое', 'последнее'];
const ordinals = [masculine, masculine, feminine, masculine, feminine, feminine, neuter];

export const ruleWords: RuleWords = {
  daily: 'Каждый день',
  weekdays: 'С понедельника по пятницу',
  weekly: (weekday) => `Каждую неделю ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Раз в две недели ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Каждый месяц ${day}`,
  quarterly: (months, day) => `Каждый квартал (${months}) ${day}`,
  yearly: (month, day) => `Каждый год (${month}) ${day}`,
  yearlyOn: (date) => `Каждый год ${date}`,
  day: (day) => `${day}-го числа`,
  lastDay: 'в последний день',
  nthWeekday({ nth, weekday }) {
    const ordinal = nthOf(ordinals[weekday - 1] ?? masculine, nth);
    return `${nth === 2 ? 'во' : 'в'} ${ordinal} ${nthOf(names, weekday)}`;
  },
  workingDay: (nth) => `в ${nth}-й рабочий день`,
  lastWorkingDay: 'в последний рабочий день',
  at: (rule, time) => `${rule} в ${time}`,
  from: (rule, date) => `${rule}, с ${date}`,
  until: (rule, date) => `${rule}, по ${date}`,
  except: (rule, dates) => `${rule}, кроме ${dates}`,
};
