import type { AlertWords } from './catalog.ts';

export const uk: AlertWords = {
  spans: {
    week: (metric) => `${metric} за цей тиждень`,
    month: (metric) => `${metric} за цей місяць`,
    days7: (metric) => `${metric} за 7 днів`,
    days28: (metric) => `${metric} за 28 днів`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, вище за ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, нижче за ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} після ${expected} днем раніше`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} після ${expected} того самого дня тижня за чотири тижні`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} після ${expected} за попередні 7 днів`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} після ${expected} за попередні 28 днів`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, зазвичай ${expected} (від ${low} до ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} щодо цілі: ${value}, на цей день очікувалося ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} щодо цілі: за такого темпу ${value} з ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: за такого темпу бюджет ${expected} закінчиться ${date}; ${daily} на день вистачить до кінця`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, більше за бюджет ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: за такого темпу буде витрачено ${value} з бюджету ${expected}; ${daily} на день використають його повністю`,
  stopped: ({ metric }) => `${metric}: нічого, хоча тижнем раніше було майже щодня`,
  paused: ({ metric, value, expected }) => `${metric}: нічого, а з бюджету ${expected} лишилося ${value}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value}, а ${conversions}: нічого`,
  countsNothing: (metric, other) => `${metric} нічого не рахує, а ${other} триває`,
  silence: 'Немає даних',
  silent: (metric) => `${metric}: немає даних`,
  since: (date) => `з ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}): ${share} зміни.`,
  noValue: 'Рядки без значення',
  usualRange: 'Зазвичай',
  unusualDay: 'Незвично',
  opened: (what) => `Тривога: ${what}`,
  reminded: (what) => `Досі: ${what}`,
  closed: (what) => `Минулося: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `Це минулося станом на ${date}.`,
  more: (parts) => `і ще ${parts}`,
  look: 'Переглянути, підтвердити або відкласти можна тут:',
};
