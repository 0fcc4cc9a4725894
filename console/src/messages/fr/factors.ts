import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const factors: Messages['factors'] = {
  required: {
    account: (account) =>
      `${account} exige un second facteur de tout le monde. Configurez une clé d’accès ou des codes à usage unique pour continuer.`,
    administration:
      'L’administration exige un second facteur. Configurez une clé d’accès ou des codes à usage unique pour continuer.',
  },
  lastFactor: 'L’un de vos comptes exige un second facteur. Configurez-en un autre avant de supprimer le dernier.',
  passkeys: {
    title: 'Clés d’accès',
    text: 'Vous vous connectez avec votre empreinte, votre visage ou le code PIN de votre appareil, sans mot de passe.',
    none: 'Vous n’avez pas encore de clé d’accès.',
    add: 'Ajouter une clé d’accès',
    name: 'Nom de la clé d’accès',
    nameAdvice: 'Pour la reconnaître.',
    synced: 'Synchronisée',
    syncedText: 'Conservée dans votre gestionnaire de mots de passe, sur tous vos appareils.',
    created: 'Ajoutée',
    used: 'Dernière utilisation',
    never: 'Jamais',
    renameNamed: (name) => `Renommer : ${name}`,
    removeNamed: (name) => `Supprimer : ${name}`,
    removeTitle: 'Supprimer la clé d’accès',
    removeText: (name) =>
      `Plus personne ne se connectera ici avec « ${name} », et vos autres navigateurs seront déconnectés. Sur votre appareil, supprimez-la vous-même.`,
    removed: 'La clé d’accès est supprimée. Les autres navigateurs sont déconnectés.',
    added: 'La clé d’accès est ajoutée. Les autres navigateurs sont déconnectés.',
    ipAddress:
      'Les clés d’accès ont besoin d’un nom d’hôte, et ceci est une adresse IP. Sur cette machine, ouvrez le service à l’adresse localhost.',
    unsupported: 'Ce navigateur ne connaît pas les clés d’accès.',
    failed: 'Aucune clé d’accès n’a été créée. Réessayez.',
    known: 'Cet appareil a déjà une de vos clés d’accès.',
  },
  codes: {
    title: 'Codes à usage unique',
    text: 'Une application sur votre téléphone affiche un code que vous saisissez après votre mot de passe.',
    none: 'Vous n’avez configuré aucune application.',
    isOn: (day) => `Votre application est configurée depuis le ${day}.`,
    setUp: 'Configurer une application',
    replace: 'Configurer une autre application',
    remove: 'Supprimer l’application',
    removeText:
      'Aucun code ne sera plus demandé, et vos autres navigateurs seront déconnectés. Tant qu’un compte exige un second facteur, le dernier reste.',
    removed: 'L’application est supprimée. Les autres navigateurs sont déconnectés.',
    confirmed: 'L’application est configurée. Les autres navigateurs sont déconnectés.',
    scan: 'Scannez cette image avec une application de codes à usage unique, ou saisissez la clé.',
    picture: 'Code QR avec la clé',
    key: 'Clé',
    code: 'Code affiché par l’application',
    wrong: 'Ce n’est pas le code que l’application affiche maintenant.',
  },
  recovery: {
    title: 'Codes de récupération',
    text: 'Chacun vous connecte une fois si vos clés d’accès et votre application sont perdues. Gardez-les là où vous les trouverez sans votre téléphone.',
    left: (count) => plural('fr', count, { one: 'Il reste # code.', other: 'Il reste # codes.' }),
    none: 'Vous en recevez dix avec votre première clé d’accès ou application.',
    make: 'Créer de nouveaux codes',
    makeText: 'Les codes que vous avez ne fonctionneront plus.',
    yours: 'Vos codes de récupération',
    once: 'Ils ne sont affichés que cette fois. Enregistrez-les ou imprimez-les maintenant.',
    withheld: 'Les codes ont déjà été affichés. Créez-en de nouveaux.',
    kept: 'Je les ai enregistrés',
  },
};
