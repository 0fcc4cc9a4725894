import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Marke',
  about: 'Wie Ihre Berichte aussehen und von wem sie kommen. Ein Projekt kann eigene Angaben haben.',
  save: 'Marke speichern',
  unsaved: 'Noch nicht gespeichert',
  discard: 'Änderungen verwerfen',
  remove: 'Marke entfernen',
  removeText: 'Name, Logo, Farben und Texte fehlen in künftigen Berichten. Fertige behalten ihre.',
  removed: 'Die Marke ist entfernt.',
  unfinished: 'Das hatten Sie angefangen.',
  conflict: 'Jemand anderes hat die Marke inzwischen geändert.',
  takeTheirs: 'Die andere Fassung zeigen',
  keepMine: 'Trotzdem meine speichern',
  preview: 'So sieht ein Deckblatt aus',
  previewNote: 'Die Schrift selbst sehen Sie in Berichten.',
  sample: { title: 'Monatsbericht', client: 'Ihr Kunde', visits: 'Besuche' },
  preparedBy: (name) => `Erstellt von ${name}`,
};
