import type { LaterMessages } from '../catalog.ts';

/** People and groups that come from the directory of a company. */
export const directory: LaterMessages['directory'] = {
  title: 'Annuaire (SCIM)',
  subtitle:
    'Les personnes et les groupes viennent de l’annuaire de votre entreprise, par exemple Microsoft Entra ID ou Okta.',
  guide: 'Comment le configurer',
  address: 'Adresse',
  called: 'Dernier appel de l’annuaire :',
  neverCalled: 'Aucun annuaire n’a encore appelé.',
  people: 'Personnes',
  tokensEmpty: 'Créez un jeton et indiquez-le à l’annuaire avec l’adresse.',
  makeToken: 'Créer un jeton',
  nameAdvice: 'L’annuaire auquel il est destiné, par exemple « Entra ».',
  revokeText: 'L’annuaire ne peut plus rien modifier avec lui. Les personnes et les groupes restent tels quels.',
  groups: 'Groupes',
  groupsText:
    'Chaque groupe peut donner un rôle à ses personnes. Entre plusieurs groupes, le rôle le plus élevé compte, et aucun groupe ne rend propriétaire.',
  groupsEmpty: 'L’annuaire n’a encore envoyé aucun groupe.',
  group: 'Groupe',
  noRole: 'Aucun rôle',
  choose: 'Choisir le rôle',
  chooseTitle: (name: string) => `Que peut faire « ${name} » ?`,
  noneAdvice: 'Ses personnes ont ce que donnent leurs autres groupes, ou le rôle habituel.',
  signsOut: 'Quiconque reçoit un autre rôle est déconnecté et se reconnecte.',
  groupDone: (name: string) => `Ce que peut faire « ${name} » a été modifié.`,
  usual: 'Le rôle habituel',
  usualText: 'Il vaut pour les personnes de l’annuaire qui ne sont dans aucun groupe donnant un rôle.',
  change: 'Modifier',
  sendsMail: 'Les nouvelles personnes reçoivent un e-mail avec un lien pour choisir un mot de passe',
  sendsMailAdvice: 'Inutile là où tout le monde utilise l’authentification unique.',
  usualDone: 'Le rôle habituel a été modifié.',
  badge: 'De l’annuaire',
  givenBy: (groups: string) =>
    `L’annuaire donne ce rôle, par ${groups}. Modifiez-le là-bas, ou modifiez ce que donne le groupe.`,
};
