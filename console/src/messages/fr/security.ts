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
  save: 'Enregistrer la sécurité',
};
