import type { Messages } from '../catalog.ts';

export const security: Messages['security'] = {
  title: 'Sicherheit',
  about: 'Was das Konto von den Menschen verlangt, die darin arbeiten. Für Tokens gilt nichts davon.',
  networks: 'Netze, aus denen man kommen darf',
  networksAdvice: 'Etwa 203.0.113.0/24. Ohne Angabe kommt man von überall.',
  chosenNetworks: 'Netze',
  noNetwork: (text) => `„${text}“ ist kein Netz`,
  rules: {
    network: 'Ein Netz sieht aus wie 203.0.113.0/24 oder 2001:db8::/32, ohne Bits jenseits seiner Länge.',
    own_address: 'Keines dieser Netze enthält die Adresse, von der Sie kommen. Sie würden sich aussperren.',
  },
  idle: 'Abmelden nach dieser Zeit ohne Nutzung',
  longest: 'Abmelden nach dieser Zeit in jedem Fall',
  standard: (time) => `Wie üblich: ${time}`,
  secondFactor: 'Alle brauchen einen zweiten Faktor',
  secondFactorAdvice: 'Wer noch keinen hat, wird zum Einrichten geführt: ein Passkey oder Einmalcodes.',
  kept: {
    title: 'Aufbewahrung von Berichten',
    label: 'Berichte aufbewahren',
    forever: 'Für immer',
    advice:
      'Ältere werden endgültig gelöscht, mit Dateien, Kommentaren und beendeten Links. Eine kürzere Zeit gilt nach sieben Tagen.',
    due: (at, r, j) => `Am ${at} würden gelöscht: Berichte ${r}, Aufträge ${j}.`,
    stays: (n) => `Alt genug, aber behalten wegen Links, Sperren oder laufender Arbeit: ${n}`,
    next: (t, d) => `${t} ab ${d}`,
    first: (d) => `Die ersten werden frühestens am ${d} gelöscht.`,
    back: 'Zurücknehmen',
    save: 'Speichern',
    hold: 'Rechtliche Sperre',
    holdAdvice: 'Solange sie gilt, wird nichts wegen seines Alters gelöscht.',
    reason: 'Grund',
    set: 'Sperre setzen',
    end: 'Beenden',
    rules: { minimum: 'Der Tarif bewahrt Berichte mindestens länger auf.' },
  },
  save: 'Sicherheit speichern',
};
