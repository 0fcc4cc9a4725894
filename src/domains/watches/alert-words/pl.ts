import type { AlertWords } from './catalog.ts';

export const pl: AlertWords = {
  spans: {
    week: (metric) => `${metric} w tym tygodniu`,
    month: (metric) => `${metric} w tym miesiącu`,
    days7: (metric) => `${metric} w 7 dni`,
    days28: (metric) => `${metric} w 28 dni`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, powyżej ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, poniżej ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} po ${expected} dzień wcześniej`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} po ${expected} w ten sam dzień tygodnia z czterech tygodni`,
    days7: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} po ${expected} w 7 poprzednich dni`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} po ${expected} w 28 poprzednich dni`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, a zwykle jest ${expected} (od ${low} do ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} względem celu: ${value}, a do tej pory powinno być ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} względem celu: w tym tempie ${value} z ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: w tym tempie budżet ${expected} skończy się ${date}; ${daily} dziennie wystarczy do końca`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, więcej niż budżet ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: w tym tempie wydane zostanie ${value} z budżetu ${expected}; ${daily} dziennie wykorzysta go w całości`,
  stopped: ({ metric }) => `${metric}: nic, choć tydzień wcześniej było prawie codziennie`,
  paused: ({ metric, value, expected }) => `${metric}: nic, a z budżetu ${expected} zostało ${value}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value}, a ${conversions}: brak`,
  countsNothing: (metric, other) => `${metric} niczego nie liczy, a ${other} trwa dalej`,
  silence: 'Brak danych',
  silent: (metric) => `${metric}: brak danych`,
  since: (date) => `od ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) to ${share} zmiany.`,
  noValue: 'Wiersze bez wartości',
  usualRange: 'Zwykle',
  unusualDay: 'Nietypowo',
  opened: (what) => `Alarm: ${what}`,
  reminded: (what) => `Nadal: ${what}`,
  closed: (what) => `Koniec: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `To się skończyło, stan na ${date}.`,
  more: (parts) => `i jeszcze ${parts}`,
  look: 'Tutaj można to obejrzeć, potwierdzić lub odłożyć:',
};
