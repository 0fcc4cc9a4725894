import { plural } from '../plural.ts';

/** Mehrere Projekte auf einmal, aus Anmeldungen oder aus einer Datei. */
export const imports = {
  action: 'Mehrere Projekte',
  title: 'Mehrere Projekte anlegen',
  subtitle: 'Aus dem, was Ihre Anmeldungen sehen, oder aus einer Datei. Alles wird geprüft, bevor etwas angelegt wird.',
  source: 'Woher sie kommen',
  sources: {
    signIns: 'Anmeldungen',
    signInsAdvice:
      'Was in mehreren Systemen zu einem Kunden gehört, wird zusammengestellt, und Sie haken an, was ein Projekt wird.',
    file: 'Eine CSV-Datei',
    fileAdvice: 'Eine Zeile für jedes Projekt.',
  },
  signIns: {
    label: 'Anmeldungen',
    missing: 'Wählen Sie eine Anmeldung.',
    empty: 'Noch hat sich niemand angemeldet',
    emptyText:
      'Verbinden Sie die Daten eines Projekts, indem Sie sich beim Anbieter anmelden. Danach können Sie die übrigen von hier aus anlegen.',
    look: 'Zeigen, was sie sehen',
    silent: (system: string) => `${system} kann gerade nicht aufgelistet werden`,
    nothing: 'Diese Anmeldungen sehen nichts.',
  },
  common: 'Alle erhalten',
  template: 'Vorlage',
  noTemplate: 'Keine: die automatische Gestaltung',
  matches: {
    title: 'Vorgeschlagene Projekte',
    text: 'Nur was sicher ist, ist angehakt. Sehen Sie sich die anderen an, bevor Sie sie anhaken: Ein Projekt mit den Daten eines anderen Kunden würde falsche Zahlen zeigen.',
    name: 'Projektname',
    sources: 'Daten',
    sure: 'Wie sicher',
    units: 'Währung und Zeitzone',
    make: (name: string) => `${name} anlegen`,
    all: 'Alle anhaken',
    certain: 'Sichere anhaken',
    none: 'Keine anhaken',
    rivals: (others: string) => `Passt ebenfalls: ${others}`,
    missing: 'Haken Sie mindestens eines an.',
  },
  certainty: { certain: 'Sicher', likely: 'Wahrscheinlich', unsure: 'Unsicher' },
  reasons: {
    same_domain: 'Dieselbe Domain',
    same_name: 'Derselbe Name',
    same_words: 'Dieselben Wörter in den Namen',
    name_of_domain: 'Der Name ist der der Domain',
    similar_name: 'Ähnliche Namen',
    only_system: 'Es steht für sich',
    alone: 'Nichts anderes passt',
    ambiguous: 'Mehrere passen, darum wurde keines hinzugefügt',
    covered: 'Es ist Teil einer Domain, die als Ganzes da ist',
  },
  alike: (share: string) => `${share} gleich`,
  file: {
    columns:
      'Die Kopfzeile braucht „name“. Sie kann client, time_zone, language, currency, template, connections und die Plätze der Vorlage haben.',
    choose: 'Datei wählen',
    missing: 'Wählen Sie eine Datei.',
    notText: 'Das ist kein Text in UTF-8. Speichern Sie ihn als „CSV UTF-8“.',
    tooLarge: 'Diese Datei ist größer als 4 MB. Teilen Sie sie auf.',
  },
  check: 'Prüfen',
  result: {
    title: 'Was gefunden wurde',
    ready: (count: number) =>
      plural('de', count, { one: '# Projekt kann angelegt werden.', other: '# Projekte können angelegt werden.' }),
    nothing: 'Es gibt nichts anzulegen.',
    already: (count: number) =>
      plural('de', count, {
        one: '# Projekt ist schon da und bleibt, wie es ist.',
        other: '# Projekte sind schon da und bleiben, wie sie sind.',
      }),
    faults: 'Zuerst zu beheben',
    warnings: 'Einen Blick wert',
    row: 'Zeile',
    all: 'Alle',
    column: 'Spalte',
    what: 'Was',
    make: (count: number) => plural('de', count, { one: '# Projekt anlegen', other: '# Projekte anlegen' }),
  },
};
