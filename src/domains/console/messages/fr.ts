import type { Texts } from './en.ts';

export const french: Texts = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  name: 'Votre nom',
  signIn: {
    title: 'Se connecter',
    next: 'Continuer',
    withPassword: 'Se connecter avec le mot de passe',
    forgotten: 'Mot de passe oublié ?',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect.',
    tooMany: 'Il y a eu trop d’essais. Attendez une minute, puis réessayez.',
  },
  signOn: {
    leading: 'Vers votre authentification unique',
    goOn: 'Continuer',
    button: 'Continuer avec l’authentification unique',
    required:
      'Les personnes de ce domaine se connectent par l’authentification unique. Les propriétaires du compte utilisent leur mot de passe.',
    closeWindow: 'Vous pouvez fermer cette fenêtre.',
    done: { tested: 'Le test est terminé', linked: 'Votre connexion est liée', confirmed: 'Vous vous êtes reconnecté' },
    title: 'L’authentification unique n’a pas fonctionné',
    unreachable: 'Le service de connexion de votre organisation ne répond pas. Réessayez dans un instant.',
    settings:
      'Le service de connexion de votre organisation et ce service ne s’accordent pas. Prévenez un propriétaire du compte.',
    denied: 'La connexion n’a pas été autorisée ; rien n’a donc changé.',
    unverified_email:
      'Le service de connexion de votre organisation ne confirme pas votre adresse e-mail. Prévenez un propriétaire du compte.',
    foreign_email: 'L’adresse e-mail de cette connexion n’a pas sa place ici.',
    noAccess: 'Vous n’avez pas encore accès à ce compte. Demandez une invitation à ses administrateurs.',
    unlinked:
      'Quelqu’un se connecte déjà ici avec cette adresse. Connectez-vous comme avant, puis liez l’authentification unique dans votre profil, ou demandez une invitation.',
    disabled: 'Vous ne pouvez plus vous connecter ici. Demandez à l’exploitant.',
    operator: 'Les exploitants se connectent avec leur mot de passe.',
    taken: 'Cette connexion est liée à quelqu’un d’autre.',
    again: 'La connexion a été commencée ailleurs, a duré trop longtemps ou a déjà servi. Recommencez.',
    off: 'L’authentification unique est désactivée ou a changé entre-temps. Recommencez.',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    here: 'Vous êtes déconnecté ici. Vous êtes peut-être encore connecté au service de connexion de votre organisation, qui rouvre ce service : sur un ordinateur que d’autres utilisent, déconnectez-vous aussi là-bas.',
    everywhere: 'Vous êtes déconnecté, ici et du service de connexion de votre organisation.',
  },
  code: {
    title: 'Confirmez que c’est bien vous',
    code: 'Code de votre application ou code de récupération',
    recoveryCode: 'Code de récupération',
    ask: 'Votre mot de passe est correct. Saisissez le code affiché par votre application ou l’un de vos codes de récupération.',
    askRecovery: 'Votre mot de passe est correct. Saisissez l’un de vos codes de récupération.',
    wrong: 'Ce code n’est pas correct ou a déjà été utilisé.',
    over: 'Cela a pris trop de temps, ou il y a eu trop d’essais. Connectez-vous de nouveau.',
    lost: 'Si vous avez tout perdu, adressez-vous à l’opérateur de ce service.',
    back: 'Retour à la connexion',
  },
  passkey: {
    signIn: 'Se connecter avec une clé d’accès',
    none: 'Aucune clé d’accès n’a été utilisée. Réessayez ou connectez-vous autrement.',
    wrong:
      'La clé d’accès n’a pas été acceptée. Elle a peut-être été supprimée ici, ou la page est restée ouverte trop longtemps.',
  },
  reset: {
    title: 'Mot de passe oublié ?',
    ask: 'Saisissez l’adresse avec laquelle vous vous connectez. Vous recevrez un lien pour choisir un nouveau mot de passe.',
    send: 'Envoyer le lien',
    sentTitle: 'Consultez votre messagerie',
    sent: 'Si quelqu’un se connecte ici avec cette adresse, un lien est en route. Il est valable une heure.',
    noMail: 'Ce service n’envoie pas d’e-mails. Son exploitant peut vous donner un lien.',
    chooseTitle: 'Choisir un mot de passe',
    next: 'Nouveau mot de passe',
    set: 'Enregistrer le mot de passe',
    setTitle: 'Votre mot de passe est enregistré',
    ended: 'Toutes vos sessions sont terminées. Connectez-vous avec le nouveau mot de passe.',
  },
  rules: {
    advice: '12 caractères ou plus, au choix. Quelques mots sans rapport entre eux conviennent bien.',
    too_short: 'Un mot de passe compte au moins 12 caractères.',
    too_long: 'Un mot de passe compte au plus 200 caractères.',
    common: 'Ce mot de passe est l’un des premiers que d’autres essaient. Choisissez-en un autre.',
    like_email: 'Le mot de passe ne doit pas être votre adresse e-mail.',
    name: 'Saisissez votre nom, 200 caractères au plus.',
    email: 'Une adresse e-mail ressemble à ann@example.com.',
  },
  invitation: {
    title: (account) => `Rejoindre ${account}`,
    role: (role) => `Vous êtes invité avec le rôle « ${role} ».`,
    known: 'Si vous vous connectez déjà ici, saisissez votre mot de passe. Sinon, choisissez-en un nouveau.',
    accept: 'Accepter l’invitation',
    wrong:
      'Ce n’est pas le mot de passe de cette adresse. Si vous l’avez oublié, définissez-en un nouveau, puis rouvrez ce lien.',
    full: 'L’offre de ce compte n’autorise pas d’autres membres. Prévenez la personne qui vous a invité.',
  },
  roles: { viewer: 'Lecteur', editor: 'Éditeur', admin: 'Administrateur', owner: 'Propriétaire' },
  building: {
    title: 'La console se prépare',
    text: 'Cela prend quelques secondes. La page s’ouvrira d’elle-même.',
  },
  unbuilt: {
    title: 'La console n’est pas construite',
    text: 'Il manque à cette copie du service les pages de sa console ; l’API fonctionne malgré tout. Dans son dossier, lancez « npm ci && npm run build:console », puis rechargez cette page.',
  },
  setup: {
    title: 'Configurer Report Service',
    intro: 'Vous êtes la première personne ici. Vous devenez ainsi l’opérateur et recevez un compte pour travailler.',
    account: 'Nom de votre agence',
    accountName: 'Mon agence',
    begin: 'Commencer',
  },
  faults: {
    title: 'La page ne peut pas être affichée',
    soon: 'Réessayez dans un instant.',
    later: 'Réessayez plus tard.',
    tooMany: 'Il y a eu trop de requêtes. Attendez une minute, puis réessayez.',
    request: 'Revenez en arrière et réessayez.',
    linkTitle: 'Ce lien ne mène nulle part',
    link: 'Il est peut-être mal recopié, déjà utilisé ou expiré. Demandez-en un nouveau.',
    foreignTitle: 'Ceci ne vient pas d’ici',
    foreign:
      'Une autre page a envoyé ce formulaire, rien n’a donc été fait. Ouvrez la page de ce service et remplissez-le là.',
    plainTitle: 'Cette connexion n’est pas chiffrée',
    plain:
      'Personne ne se connecte en http simple depuis une autre machine. Ouvrez l’adresse du service qui commence par https.',
  },
  mails: {
    invitation: (account) => `Invitation à ${account}`,
    invitationText: (account) =>
      `Vous êtes invité à travailler dans ${account}. Ce lien y mène ; il est valable une fois, dans les 48 heures :`,
    reset: 'Votre nouveau mot de passe',
    resetText: 'Ce lien vous permet de choisir un nouveau mot de passe. Il est valable une fois, dans l’heure :',
    first: 'Votre connexion',
    firstText: 'Ce lien vous permet de choisir votre mot de passe. Il est valable une fois, dans les 48 heures :',
    unexpected: 'Si vous ne vous y attendiez pas, il n’y a rien à faire.',
  },
};
