import { plural } from '../plural.ts';

/** Tags und Ordner von Projekten: wonach Listen gefiltert werden, und was in ihnen angekreuzt ist. */
export const labels = {
  filter: 'Tag oder Ordner',
  chosen: 'Angezeigt werden nur',
  kinds: { tag: 'Tag', folder: 'Ordner' },
  tags: 'Tags',
  card: 'Tags und Ordner',
  about: 'Nach ihnen werden Listen gefiltert, und Mitglieder können auf Tags beschränkt werden.',
  tagsAdvice: 'Drücken Sie nach jedem die Eingabetaste.',
  folderAdvice: 'Zum Beispiel eine Gruppe von Kunden.',
  wrong: 'Ein Tag hat höchstens 50 Zeichen.',
  manage: 'Tags und Ordner',
  rename: 'Umbenennen',
  newName: 'Neuer Name',
  renamed: (name: string) => `Der Name ist jetzt ${name}.`,
  remove: 'Entfernen',
  removeTitle: (name: string) => `${name} entfernen?`,
  removeText: (count: number) =>
    plural('de', count, {
      one: 'Es wird # Projekt entzogen, das bestehen bleibt. Mitglieder, die darauf beschränkt sind, sehen dadurch nichts mehr.',
      other:
        'Es wird # Projekten entzogen, die bestehen bleiben. Mitglieder, die darauf beschränkt sind, sehen dadurch nichts mehr.',
    }),
  removed: (name: string) => `${name} ist entfernt.`,
  none: 'Noch kein Projekt hat einen Tag oder liegt in einem Ordner.',
  tick: (name: string) => `${name} ankreuzen`,
  tickAll: 'Alle gefundenen ankreuzen',
  ticks: 'Angekreuzt',
  ticked: (count: number) => plural('de', count, { one: '# Projekt angekreuzt', other: '# Projekte angekreuzt' }),
  untick: 'Auswahl aufheben',
  bar: 'Mit den angekreuzten Projekten',
  apply: 'Anwenden',
  limit: {
    tags: 'Alle mit einem dieser Tags',
    advice: 'Stets nach dem Augenblick: Ein Projekt, das den Tag später bekommt, ist ebenfalls zu sehen.',
    have: (names: string) => `Tags: ${names}`,
    choose: 'Wählen Sie mindestens ein Projekt oder einen Tag.',
  },
};
