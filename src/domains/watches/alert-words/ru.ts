import type { AlertWords } from './catalog.ts';

export const ru: AlertWords = {
  spans: {
    week: (metric) => `${metric} за эту неделю`,
    month: (metric) => `${metric} за этот месяц`,
    days7: (metric) => `${metric} за 7 дней`,
    days28: (metric) => `${metric} за 28 дней`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, выше ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, ниже ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} после ${expected} днём раньше`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} после ${expected} в тот же день недели за четыре недели`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} после ${expected} за предыдущие 7 дней`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} после ${expected} за предыдущие 28 дней`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, обычно ${expected} (от ${low} до ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} относительно цели: ${value}, к этому дню ожидалось ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} относительно цели: при таком темпе ${value} из ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: при таком темпе бюджет ${expected} закончится ${date}; ${daily} в день хватит до конца`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, больше бюджета ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: при таком темпе будет потрачено ${value} из бюджета ${expected}; ${daily} в день израсходуют его полностью`,
  stopped: ({ metric }) => `${metric}: ничего, хотя неделей раньше было почти каждый день`,
  paused: ({ metric, value, expected }) => `${metric}: ничего, а из бюджета ${expected} осталось ${value}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value}, а ${conversions}: ничего`,
  countsNothing: (metric, other) => `${metric} ничего не считает, а ${other} продолжается`,
  silence: 'Нет данных',
  silent: (metric) => `${metric}: нет данных`,
  since: (date) => `с ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}): ${share} изменения.`,
  noValue: 'Строки без значения',
  usualRange: 'Обычно',
  unusualDay: 'Необычно',
  opened: (what) => `Тревога: ${what}`,
  reminded: (what) => `По-прежнему: ${what}`,
  closed: (what) => `Закончилось: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `Это закончилось по состоянию на ${date}.`,
  more: (parts) => `и ещё ${parts}`,
  look: 'Посмотреть, подтвердить или отложить можно здесь:',
};
