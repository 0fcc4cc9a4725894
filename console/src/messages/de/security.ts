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
  save: 'Sicherheit speichern',
};
