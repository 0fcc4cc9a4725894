import type { LaterMessages } from '../catalog.ts';

/** People and groups that come from the directory of a company. */
export const directory: LaterMessages['directory'] = {
  title: 'Verzeichnis (SCIM)',
  subtitle: 'Personen und Gruppen kommen aus dem Verzeichnis Ihrer Firma, etwa Microsoft Entra ID oder Okta.',
  guide: 'So richten Sie es ein',
  address: 'Adresse',
  called: 'Letzter Aufruf des Verzeichnisses:',
  neverCalled: 'Noch hat sich kein Verzeichnis gemeldet.',
  people: 'Personen',
  tokensEmpty: 'Legen Sie ein Token an und tragen Sie es zusammen mit der Adresse im Verzeichnis ein.',
  makeToken: 'Token anlegen',
  nameAdvice: 'Für welches Verzeichnis es ist, etwa „Entra“.',
  revokeText: 'Das Verzeichnis kann damit nichts mehr ändern. Personen und Gruppen bleiben, wie sie sind.',
  groups: 'Gruppen',
  groupsText:
    'Jede Gruppe kann ihren Personen eine Rolle geben. Von mehreren Gruppen zählt die höchste Rolle, und keine Gruppe macht jemanden zum Inhaber.',
  groupsEmpty: 'Das Verzeichnis hat noch keine Gruppen geschickt.',
  group: 'Gruppe',
  noRole: 'Keine Rolle',
  choose: 'Rolle wählen',
  chooseTitle: (name: string) => `Was darf „${name}“?`,
  noneAdvice: 'Ihre Personen haben, was ihre anderen Gruppen geben, oder die übliche Rolle.',
  signsOut: 'Wer eine andere Rolle bekommt, wird abgemeldet und meldet sich neu an.',
  groupDone: (name: string) => `Was „${name}“ darf, wurde geändert.`,
  usual: 'Die übliche Rolle',
  usualText: 'Sie gilt für Personen des Verzeichnisses, die in keiner Gruppe mit einer Rolle sind.',
  change: 'Ändern',
  sendsMail: 'Neue Personen bekommen eine E-Mail mit einem Link, um ein Passwort zu wählen',
  sendsMailAdvice: 'Nicht nötig, wo sich alle über Single Sign-on anmelden.',
  usualDone: 'Die übliche Rolle wurde geändert.',
  badge: 'Aus dem Verzeichnis',
  givenBy: (groups: string) =>
    `Das Verzeichnis gibt diese Rolle, durch ${groups}. Ändern Sie sie dort, oder ändern Sie, was die Gruppe gibt.`,
};
