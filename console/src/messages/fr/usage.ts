import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Formule et utilisation',
  plan: (name) => `Votre formule est ${name}.`,
  allowance: 'Ce que permet votre formule',
  projects: 'Projets',
  members: 'Membres',
  generations: 'Rapports créés ce mois-ci',
  ofLimit: (used, limit) => `${used} sur ${limit}`,
  unlimited: (used) => `${used}, sans limite`,
  full: {
    title: 'Épuisé',
    projects: 'Archivez un projet terminé ou demandez une formule plus large à votre opérateur.',
    members: 'Retirez une personne partie ou demandez une formule plus large à votre opérateur.',
    generations: (day) =>
      `Aucun autre rapport n’est créé avant le ${day}, même planifié, sauf si votre opérateur vous donne une formule plus large.`,
    requests: 'Les programmes sont refusés jusqu’à la remise à zéro. Votre travail ici continue.',
  },
  toProjects: 'Aller aux projets',
  toMembers: 'Aller aux membres',
  resets: (time) => `Remise à zéro : ${time}`,
  days: 'Les 30 derniers jours',
  daysAdvice: 'Choisissez un jour avec le pointeur ou les flèches. Les jours sont ceux de l’UTC.',
  reports: 'Rapports',
  files: 'Fichiers',
  completed: 'Rapports aboutis',
  date: 'Jour',
  onDay: (day, reports, files) =>
    `${day} : ${plural('fr', reports, { one: '# rapport', many: '# rapports', other: '# rapports' })}, ${plural('fr', files, { one: '# fichier', many: '# fichiers', other: '# fichiers' })}`,
  asTable: 'Sous forme de tableau',
  nothing: 'Rien n’a été créé ces 30 derniers jours.',
  requests: 'Requêtes des programmes',
  requestsText:
    'Ce que les programmes demandent à l’API publique avec vos jetons d’accès. Le travail dans la console ne compte pas.',
  minute: 'Cette minute',
  day: 'Aujourd’hui',
};
