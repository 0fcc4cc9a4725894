import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日', '日曜日'];

export const ruleWords: RuleWords = {
  daily: '毎日',
  weekdays: '月曜日から金曜日',
  weekly: (weekday) => `毎週${nthOf(weekdays, weekday)}`,
  fortnightly: (weekday) => `隔週${nthOf(weekdays, weekday)}`,
  monthly: (day) => `毎月${day}`,
  quarterly: (months, day) => `四半期ごと（${months}）${day}`,
  yearly: (month, day) => `毎年${month}${day}`,
  yearlyOn: (date) => `毎年${date}`,
  day: (day) => `${day}日`,
  lastDay: '末日',
  nthWeekday: ({ nth, weekday }) => `${nthOf(['第1', '第2', '第3', '第4', '最終'], nth)}${nthOf(weekdays, weekday)}`,
  workingDay: (nth) => `第${nth}営業日`,
  lastWorkingDay: '最終営業日',
  at: (rule, time) => `${rule} ${time}`,
  from: (rule, date) => `${rule}、${date}から`,
  until: (rule, date) => `${rule}、${date}まで`,
  except: (rule, dates) => `${rule}、${dates}を除く`,
};
