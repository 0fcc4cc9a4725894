import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const projects: Messages['projects'] = {
  title: 'Projets',
  subtitle: 'Un projet par client ou par site dont vous rendez compte.',
  tabs: {
    reports: 'Rapports',
    layout: 'Mise en page',
    connections: 'Connexions',
    schedules: 'Planifications',
    settings: 'Paramètres',
  },
  make: 'Nouveau projet',
  search: 'Rechercher un projet ou un client',
  show: 'Afficher',
  shown: { active: 'Actifs', archived: 'Archivés', all: 'Tous' },
  sort: 'Trier par',
  sorts: { name: 'Nom', updated_at: 'Dernière modification', created_at: 'Plus récents' },
  count: (count) => plural('fr', count, { one: '# projet', other: '# projets' }),
  columns: {
    name: 'Projet',
    connections: 'Connexions',
    lastReport: 'Dernier rapport',
    nextRun: 'Prochain rapport planifié',
    actions: 'Actions',
  },
  archived: 'Archivé',
  noConnections: 'Aucune',
  connectionsWell: (count) => plural('fr', count, { one: '# connectée', other: '# connectées' }),
  connectionsDue: (count) => plural('fr', count, { one: '# à vérifier', other: '# à vérifier' }),
  never: 'Aucun',
  noNextRun: 'Non planifié',
  empty: {
    title: 'Créez votre premier projet',
    readerTitle: 'Aucun projet pour le moment',
    text: 'Un projet rassemble ce dont vous rendez compte pour un client : ses données, la mise en page du rapport et le moment de son envoi.',
    reader:
      'Il n’y a pas encore de projet que vous puissiez voir. La personne qui vous a invité peut vous donner accès à l’un d’eux.',
  },
  seeArchived: 'Voir les projets archivés',
  nothingFound: {
    title: 'Aucun projet ne correspond',
    text: 'Essayez d’autres mots, ou affichez aussi les projets archivés.',
    clear: 'Afficher tous les projets',
  },
  noneArchived: 'Aucun projet n’est archivé.',
  planFull: (limit) =>
    plural('fr', limit, {
      one: 'Votre formule autorise # projet, et il est utilisé. Les projets archivés comptent aussi.',
      other: 'Votre formule autorise # projets, et tous sont utilisés. Les projets archivés comptent aussi.',
    }),
  planLeft: (left) =>
    plural('fr', left, {
      one: 'Votre formule permet encore # projet.',
      other: 'Votre formule permet encore # projets.',
    }),
  seePlan: 'Voir la formule et l’utilisation',
  fields: {
    name: 'Nom du projet',
    namePlaceholder: 'Par exemple : Boutique en ligne',
    client: 'Client',
    clientAdvice: 'À qui les rapports sont destinés. Il figure sur leur couverture.',
    locale: 'Langue des rapports',
    localeAdvice: 'Détermine les textes et l’écriture des nombres et des dates.',
    timeZone: 'Fuseau horaire',
    timeZoneAdvice: 'Là où commence et finit une journée des rapports.',
    currency: 'Devise',
    currencyAdvice: 'Les montants y sont affichés. Ils ne sont pas convertis.',
  },
  create: 'Créer le projet',
  created: (name) => `${name} est prêt. Connectez maintenant ses données.`,
  copy: {
    action: 'Copier',
    title: (name) => `Copier ${name}`,
    text: 'La copie reprend les paramètres, la mise en page, la marque et les connexions. Les rapports, planifications et liens d’invité restent avec l’original.',
    name: 'Nom de la copie',
    suggested: (name) => `${name} (copie)`,
    submit: 'Copier le projet',
    done: (name) => `${name} a été créé.`,
  },
  archive: {
    action: 'Archiver',
    title: (name) => `Archiver ${name} ?`,
    text: 'Plus aucun rapport n’est créé et ses planifications sont désactivées. Rien n’est supprimé : les rapports et les liens d’invité continuent de fonctionner, et vous pouvez le restaurer à tout moment.',
    submit: 'Archiver le projet',
    done: (name) => `${name} est archivé.`,
  },
  restore: {
    action: 'Restaurer',
    submit: 'Restaurer le projet',
    done: (name) =>
      `${name} est de nouveau actif. Ses planifications restent désactivées jusqu’à ce que vous les réactiviez.`,
  },
  makeReport: 'Créer un rapport',
  settings: {
    general: 'Général',
    save: 'Enregistrer les modifications',
    discard: 'Annuler les modifications',
    saved: 'Paramètres enregistrés.',
    conflict: {
      title: 'Quelqu’un d’autre a modifié les mêmes paramètres entre-temps',
      field: (label, theirs, yours) => `${label} : son choix est « ${theirs} », le vôtre « ${yours} ».`,
      empty: 'vide',
      keep: 'Enregistrer les miennes',
      take: 'Reprendre les siennes',
    },
    failure: {
      card: 'Données manquantes',
      title: 'Quand une source de données ne répond pas',
      block: 'Attendre : ne pas créer de rapport tant qu’elle ne répond pas',
      blockAdvice: 'Personne ne reçoit de rapport incomplet.',
      omit: 'L’omettre : créer le rapport sans elle',
      omitAdvice: 'Le rapport indique quelle source manque.',
    },
    access: {
      title: 'Qui peut le voir',
      everyone: (count) =>
        plural('fr', count, {
          one: '# personne peut voir tous les projets du compte.',
          other: '# personnes peuvent voir tous les projets du compte.',
        }),
      limited: 'Seulement ce projet et d’autres choisis :',
      nobodyLimited:
        'Personne n’est limité à ce projet. Si vous le souhaitez, invitez votre client à ne consulter que celui-ci.',
      manage: 'Gérer les membres',
    },
    archiveTitle: 'Archiver',
  },
};
