import { nthOf, type RuleWords } from './rule-words.ts';

const weekdays = ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'];

export const ruleWords: RuleWords = {
  daily: 'كل يوم',
  weekdays: 'من الاثنين إلى الجمعة',
  weekly: (weekday) => `كل أسبوع، ${nthOf(weekdays, weekday)}،`,
  fortnightly: (weekday) => `كل أسبوعين، ${nthOf(weekdays, weekday)}،`,
  monthly: (day) => `كل شهر ${day}`,
  quarterly: (months, day) => `كل ربع سنة (${months}) ${day}`,
  yearly: (month, day) => `كل سنة (${month}) ${day}`,
  yearlyOn: (date) => `كل سنة في ${date}`,
  day: (day) => `في اليوم ${day}`,
  lastDay: 'في اليوم الأخير',
  nthWeekday: ({ nth, weekday }) =>
    `في يوم ${nthOf(weekdays, weekday)} ${nthOf(['الأول', 'الثاني', 'الثالث', 'الرابع', 'الأخير'], nth)}`,
  workingDay: (nth) => `في يوم العمل رقم ${nth}`,
  lastWorkingDay: 'في يوم العمل الأخير',
  at: (rule, time) => `${rule} الساعة ${time}`,
  from: (rule, date) => `${rule}، من ${date}`,
  until: (rule, date) => `${rule}، حتى ${date}`,
  except: (rule, dates) => `${rule}، ما عدا ${dates}`,
};
