import type { Messages } from '../catalog.ts';

export const live: Messages['live'] = {
  title: 'Immer aktuell',
  none: 'Hinter einem solchen Link sehen Kunden das Layout dieses Projekts über einen Zeitraum, den sie wählen, mit Zahlen, die aktuell bleiben.',
  addTitle: 'Neuer Link zu einer Seite, die immer aktuell ist',
  changeTitle: 'Was Leser wählen dürfen',
  periods: 'Zeiträume zur Auswahl',
  needsPeriod: 'Wählen Sie mindestens einen Zeitraum.',
  ownDays: 'Leser dürfen andere Tage wählen',
  compare: 'Womit sie vergleichen dürfen',
  needsComparison: 'Wählen Sie mindestens eines.',
  keep: 'Zahlen sind höchstens so alt',
  origins: 'Websites, die sie einbetten dürfen',
  originsAdvice: 'Eine Adresse je Zeile, zum Beispiel https://www.example.com',
  keepReport: 'Als Bericht behalten',
  kept: 'Der Bericht wird erstellt.',
  revokeText: 'Wer ihn hat, sieht sofort nichts mehr von der Seite. Das lässt sich nicht rückgängig machen.',
};
