import type { AlertWords } from './catalog.ts';

export const de: AlertWords = {
  spans: {
    week: (metric) => `${metric} in dieser Woche`,
    month: (metric) => `${metric} in diesem Monat`,
    days7: (metric) => `${metric} in 7 Tagen`,
    days28: (metric) => `${metric} in 28 Tagen`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, über ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, unter ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} nach ${expected} am Tag davor`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} nach ${expected} am gleichen Wochentag von vier Wochen`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} nach ${expected} in den 7 Tagen davor`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} nach ${expected} in den 28 Tagen davor`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, üblich sind ${expected} (${low} bis ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} gegenüber dem Ziel: ${value}, bis jetzt fällig waren ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} gegenüber dem Ziel: bei diesem Verlauf ${value} von ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: Das Budget von ${expected} ist bei diesem Verlauf am ${date} ausgegeben; ${daily} am Tag würden bis zum Ende reichen`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, mehr als das Budget von ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: Bei diesem Verlauf werden ${value} des Budgets von ${expected} ausgegeben; ${daily} am Tag würden es aufbrauchen`,
  stopped: ({ metric }) => `${metric}: nichts, nachdem es an den meisten Tagen der Woche davor etwas gab`,
  paused: ({ metric, value, expected }) => `${metric}: nichts, und vom Budget von ${expected} sind ${value} übrig`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value} ohne ${conversions}`,
  countsNothing: (metric, other) => `${metric} zählt nichts, während ${other} weitergeht`,
  silence: 'Keine Zahlen',
  silent: (metric) => `${metric}: keine Zahlen`,
  since: (date) => `seit ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) macht ${share} der Änderung aus.`,
  noValue: 'Zeilen ohne Wert',
  usualRange: 'Üblich',
  unusualDay: 'Ungewöhnlich',
  opened: (what) => `Alarm: ${what}`,
  reminded: (what) => `Noch immer: ${what}`,
  closed: (what) => `Vorbei: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `Das ist mit dem ${date} vorbei.`,
  more: (parts) => `und ${parts} weitere`,
  look: 'Hier können Sie es ansehen, bestätigen oder zurückstellen:',
};
