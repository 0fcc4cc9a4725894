import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado', 'domingo'];
const masculine = ['primeiro', 'segundo', 'terceiro', 'quarto', 'último'];
const feminine = ['primeira', 'segunda', 'terceira', 'quarta', 'última'];

export const ruleWords: RuleWords = {
  daily: 'Todos os dias',
  weekdays: 'De segunda a sexta-feira',
  weekly: (weekday) => `Toda semana (${nthOf(weekdays, weekday)})`,
  fortnightly: (weekday) => `A cada duas semanas (${nthOf(weekdays, weekday)})`,
  monthly: (day) => `Todo mês ${day}`,
  quarterly: (months, day) => `Todo trimestre (${months}) ${day}`,
  yearly: (month, day) => `Todo ano (${month}) ${day}`,
  yearlyOn: (date) => `Todo ano em ${date}`,
  day: (day) => `no dia ${day}`,
  lastDay: 'no último dia',
  nthWeekday: ({ nth, weekday }) =>
    weekday > 5
      ? `no ${nthOf(masculine, nth)} ${nthOf(weekdays, weekday)}`
      : `na ${nthOf(feminine, nth)} ${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `no ${nth}º dia útil`,
  lastWorkingDay: 'no último dia útil',
  at: (rule, time) => `${rule} às ${time}`,
  from: (rule, date) => `${rule}, a partir de ${date}`,
  until: (rule, date) => `${rule}, até ${date}`,
  except: (rule, dates) => `${rule}, exceto em ${dates}`,
};
