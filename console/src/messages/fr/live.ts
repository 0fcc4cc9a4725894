import type { Messages } from '../catalog.ts';

export const live: Messages['live'] = {
  title: 'Toujours à jour',
  none: 'Derrière un tel lien, vos clients voient la mise en page de ce projet sur une période de leur choix, avec des chiffres toujours à jour.',
  addTitle: 'Nouveau lien vers une page toujours à jour',
  changeTitle: 'Ce que les lecteurs peuvent choisir',
  periods: 'Périodes proposées',
  needsPeriod: 'Choisissez au moins une période.',
  ownDays: 'Les lecteurs peuvent choisir d’autres jours',
  compare: 'Comparaisons proposées',
  needsComparison: 'Choisissez-en au moins une.',
  keep: 'Âge maximal des chiffres',
  origins: 'Sites autorisés à l’intégrer',
  originsAdvice: 'Une adresse par ligne, par exemple https://www.example.com',
  keepReport: 'Conserver comme rapport',
  kept: 'Le rapport est en cours de création.',
  revokeText: 'Ceux qui l’ont ne voient plus rien de la page, immédiatement. C’est irréversible.',
};
