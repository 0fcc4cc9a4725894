import type { Messages } from '../catalog.ts';

export const security: Messages['security'] = {
  title: 'Sécurité',
  about: 'Ce que le compte exige des personnes qui y travaillent. Les jetons ne sont pas concernés.',
  networks: 'Réseaux d’où l’on peut se connecter',
  networksAdvice: 'Par exemple 203.0.113.0/24. Sans réseau indiqué, on se connecte de partout.',
  chosenNetworks: 'Réseaux',
  noNetwork: (text) => `« ${text} » n’est pas un réseau`,
  rules: {
    network: 'Un réseau s’écrit comme 203.0.113.0/24 ou 2001:db8::/32, sans bits au-delà de sa longueur.',
    own_address: 'Aucun de ces réseaux ne contient l’adresse d’où vous venez. Vous vous en interdiriez l’accès.',
  },
  idle: 'Déconnecter après cette durée sans activité',
  longest: 'Déconnecter après cette durée dans tous les cas',
  standard: (time) => `Comme d’habitude : ${time}`,
  secondFactor: 'Un second facteur est exigé de tous',
  secondFactorAdvice:
    'Ceux qui n’en ont pas encore sont guidés pour en configurer un : une clé d’accès ou des codes à usage unique.',
  kept: {
    title: 'Conservation des rapports',
    label: 'Conserver les rapports',
    forever: 'Pour toujours',
    advice:
      'Les plus anciens sont supprimés définitivement, avec fichiers, commentaires et liens terminés. Une durée plus courte prend effet après sept jours.',
    due: (at, r, j) => `Le ${at} seraient supprimés : rapports ${r}, tâches ${j}.`,
    stays: (n) => `Assez anciens mais conservés (liens, conservation légale, travail en cours) : ${n}`,
    next: (t, d) => `${t} à partir du ${d}`,
    first: (d) => `Les premiers sont supprimés au plus tôt le ${d}.`,
    back: 'Annuler ce changement',
    save: 'Enregistrer',
    hold: 'Conservation légale',
    holdAdvice: 'Tant qu’elle dure, rien n’est supprimé à cause de son âge.',
    reason: 'Motif',
    set: 'Poser une conservation légale',
    end: 'Lever',
    rules: { minimum: 'L’offre conserve les rapports au moins plus longtemps.' },
  },
  save: 'Enregistrer la sécurité',
};
