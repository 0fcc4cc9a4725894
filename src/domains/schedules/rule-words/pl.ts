import { nthOf, type RuleWords } from './rule-words.ts';

/** As they follow the preposition, which is another one before “wtorek”. */
const weekdays = ['w poniedziałek', 'we wtorek', 'w środę', 'w czwartek', 'w piątek', 'w sobotę', 'w niedzielę'];
const names = ['poniedziałek', 'wtorek', 'środę', 'czwartek', 'piątek', 'sobotę', 'niedzielę'];
const masculine = ['pierwszy', 'drugi', 'trzeci', 'czwarty', 'ostatni'];
const feminine = ['pierwszą', 'drugą', 'trzecią', 'czwartą', 'ostatnią'];
const isFeminine = (weekday: number) => [3, 6, 7].includes(weekday);

export const ruleWords: RuleWords = {
  daily: 'Codziennie',
  weekdays: 'Od poniedziałku do piątku',
  weekly: (weekday) => `Co tydzień ${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `Co dwa tygodnie ${nthOf(weekdays, weekday)}`,
  monthly: (day) => `Co miesiąc ${day}`,
  quarterly: (months, day) => `Co kwartał (${months}) ${day}`,
  yearly: (month, day) => `Co rok (${month}) ${day}`,
  yearlyOn: (date) => `Co rok ${date}`,
  day: (day) => `${day}. dnia`,
  lastDay: 'ostatniego dnia',
  nthWeekday: ({ nth, weekday }) =>
    `w ${nthOf(isFeminine(weekday) ? feminine : masculine, nth)} ${nthOf(names, weekday)}`,
  workingDay: (nth) => `${nth}. dnia roboczego`,
  lastWorkingDay: 'ostatniego dnia roboczego',
  at: (rule, time) => `${rule} o ${time}`,
  from: (rule, date) => `${rule}, od ${date}`,
  until: (rule, date) => `${rule}, do ${date}`,
  except: (rule, dates) => `${rule}, oprócz ${dates}`,
};
