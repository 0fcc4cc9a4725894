import type { AlertWords } from './catalog.ts';

export const ar: AlertWords = {
  spans: {
    week: (metric) => `${metric} هذا الأسبوع`,
    month: (metric) => `${metric} هذا الشهر`,
    days7: (metric) => `${metric} في 7 أيام`,
    days28: (metric) => `${metric} في 28 يومًا`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}، أعلى من ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}، أدنى من ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} بعد ${expected} في اليوم السابق`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} بعد ${expected} في اليوم نفسه من أربعة أسابيع`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} بعد ${expected} في الأيام السبعة السابقة`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} بعد ${expected} في الأيام الـ28 السابقة`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}، والمعتاد ${expected} (من ${low} إلى ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} مقارنة بالهدف: ${value}، وكان المتوقع حتى الآن ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} مقارنة بالهدف: بهذه الوتيرة ${value} من ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: بهذه الوتيرة تنفد الميزانية البالغة ${expected} في ${date}؛ ويكفي ${daily} يوميًا حتى النهاية`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}، أكثر من الميزانية البالغة ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: بهذه الوتيرة يُنفق ${value} من الميزانية البالغة ${expected}؛ و${daily} يوميًا تستنفدها كلها`,
  stopped: ({ metric }) => `${metric}: لا شيء، بعد أن كان في معظم أيام الأسبوع السابق`,
  paused: ({ metric, value, expected }) => `${metric}: لا شيء، ويبقى ${value} من الميزانية البالغة ${expected}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value} دون ${conversions}`,
  countsNothing: (metric, other) => `${metric} لا يحسب شيئًا، بينما يستمر ${other}`,
  silence: 'لا أرقام',
  silent: (metric) => `${metric}: لا أرقام`,
  since: (date) => `منذ ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) يشكل ${share} من التغير.`,
  noValue: 'صفوف بلا قيمة',
  usualRange: 'المعتاد',
  unusualDay: 'غير معتاد',
  opened: (what) => `تنبيه: ${what}`,
  reminded: (what) => `ما زال قائمًا: ${what}`,
  closed: (what) => `انتهى: ${what}`,
  place: (project, connection) => `${project}، ${connection}:`,
  over: (date) => `انتهى هذا حتى ${date}.`,
  more: (parts) => `و${parts} غيرها`,
  look: 'يمكنك الاطلاع عليه أو تأكيده أو تأجيله هنا:',
};
