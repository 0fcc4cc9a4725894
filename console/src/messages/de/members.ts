import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const members: Messages['members'] = {
  title: 'Mitglieder',
  subtitle: 'Wer in diesem Konto was darf.',
  person: 'Person',
  role: 'Rolle',
  access: 'Projekte',
  since: 'Mitglied seit',
  you: 'Sie',
  disabled: 'Vom Betreiber gesperrt',
  allProjects: 'Alle Projekte',
  someProjects: (count: number) => plural('de', count, { one: '# Projekt', other: '# Projekte' }),
  roles: { viewer: 'Leser', editor: 'Bearbeiter', admin: 'Administrator', owner: 'Inhaber' },
  duties: {
    viewer: 'Liest und lädt Berichte herunter.',
    editor: 'Legt Projekte, Layouts, Verbindungen und Zeitpläne an und teilt Berichte.',
    admin: 'Verwaltet dazu Leser, Bearbeiter, Zugriffstoken und die Marke.',
    owner: 'Darf alles und entscheidet über Administratoren und andere Inhaber.',
  },
  limit: 'Nur einige Projekte',
  limitAdvice: 'Für Kunden: Vom Konto ist sonst nichts zu sehen.',
  findProjects: 'Projekte suchen',
  noProjects: 'Kein Projekt heißt so.',
  chooseProjects: 'Wählen Sie mindestens ein Projekt.',
  chosen: (count: number) => plural('de', count, { one: '# Projekt gewählt', other: '# Projekte gewählt' }),
  planFull: (limit: number) =>
    plural('de', limit, {
      one: 'Ihr Tarif erlaubt # Mitglied, Eingeladene mitgezählt. Entfernen Sie jemanden oder wählen Sie einen größeren Tarif.',
      other:
        'Ihr Tarif erlaubt # Mitglieder, Eingeladene mitgezählt. Entfernen Sie jemanden oder wählen Sie einen größeren Tarif.',
    }),
  toPlan: 'Tarif und Nutzung',
  invite: {
    action: 'Jemanden einladen',
    title: 'Jemanden einladen',
    emailAdvice: 'Ohne Adresse nennt ihre eigene, wer den Link öffnet.',
    submit: 'Einladung anlegen',
    doneTitle: 'Die Einladung ist fertig',
    link: 'Einladungslink',
    mailed: (email: string) => `Der Link ist unterwegs an ${email}. Sie können ihn auch selbst weitergeben.`,
    passOn: 'Geben Sie diesen Link weiter. Er lässt eine Person ein einziges Mal herein.',
    once: (until: string) => `Er wird nur jetzt gezeigt und gilt bis ${until}.`,
    withheld: 'Der Link wurde schon gezeigt. Ziehen Sie die Einladung zurück und legen Sie eine neue an.',
  },
  open: {
    title: 'Offene Einladungen',
    anybody: 'Wer den Link hat',
    expires: 'Gilt bis',
    revoke: 'Zurückziehen',
    revokeTitle: (who: string) => `Einladung zurückziehen: ${who}?`,
    revokeText: 'Ihr Link gilt sofort nicht mehr.',
    revoked: 'Die Einladung wurde zurückgezogen.',
  },
  change: {
    action: 'Rolle ändern',
    title: (who: string) => `Was darf ${who}?`,
    signsOut: 'Die Person wird überall abgemeldet und meldet sich mit der neuen Rolle wieder an.',
    submit: 'Rolle ändern',
    done: (who: string) => `Was ${who} darf, wurde geändert.`,
  },
  endSessions: {
    action: 'Überall abmelden',
    title: (who: string) => `${who} überall abmelden?`,
    text: 'Die Person kann sich wieder anmelden. Tun Sie das, wenn ein Gerät verloren ging.',
    done: (count: number) =>
      plural('de', count, { one: 'Von # Browser abgemeldet.', other: 'Von # Browsern abgemeldet.' }),
  },
  removal: {
    action: 'Aus dem Konto entfernen',
    title: (who: string) => `${who} aus dem Konto entfernen?`,
    text: 'Die Person wird sofort abgemeldet und sieht nichts mehr von diesem Konto. Was sie gemacht hat, bleibt.',
    done: (who: string) => `${who} ist kein Mitglied mehr.`,
  },
};
