import type { AlertWords } from './catalog.ts';

export const fr: AlertWords = {
  spans: {
    week: (metric) => `${metric} cette semaine`,
    month: (metric) => `${metric} ce mois-ci`,
    days7: (metric) => `${metric} sur 7 jours`,
    days28: (metric) => `${metric} sur 28 jours`,
  },
  above: ({ metric, value, expected }) => `${metric} : ${value}, au-dessus de ${expected}`,
  below: ({ metric, value, expected }) => `${metric} : ${value}, en dessous de ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change} : ${value} après ${expected} la veille`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change} : ${value} après ${expected} le même jour des quatre semaines précédentes`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change} : ${value} après ${expected} les 7 jours précédents`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change} : ${value} après ${expected} les 28 jours précédents`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change} : ${value}, alors que ${expected} est habituel (de ${low} à ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} par rapport à l’objectif : ${value}, alors que ${expected} étaient attendus à ce jour`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} par rapport à l’objectif : à ce rythme ${value} sur ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric} : à ce rythme le budget de ${expected} est dépensé le ${date} ; ${daily} par jour suffiraient jusqu’à la fin`,
  spent: ({ metric, value, expected }) => `${metric} : ${value}, plus que le budget de ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric} : à ce rythme ${value} du budget de ${expected} sont dépensés ; ${daily} par jour l’utiliseraient en entier`,
  stopped: ({ metric }) => `${metric} : rien, alors qu’il y en avait presque chaque jour la semaine précédente`,
  paused: ({ metric, value, expected }) => `${metric} : rien, alors qu’il reste ${value} du budget de ${expected}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric} : ${value} sans ${conversions}`,
  countsNothing: (metric, other) => `${metric} ne compte rien, tandis que ${other} continue`,
  silence: 'Aucune donnée',
  silent: (metric) => `${metric} : aucune donnée`,
  since: (date) => `depuis le ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) fait ${share} de la variation.`,
  noValue: 'Lignes sans valeur',
  usualRange: 'Habituel',
  unusualDay: 'Inhabituel',
  opened: (what) => `Alerte : ${what}`,
  reminded: (what) => `Toujours en cours : ${what}`,
  closed: (what) => `Terminé : ${what}`,
  place: (project, connection) => `${project}, ${connection} :`,
  over: (date) => `C’est terminé au ${date}.`,
  more: (parts) => `et ${parts} de plus`,
  look: 'Consultez-le, confirmez-le ou reportez-le ici :',
};
