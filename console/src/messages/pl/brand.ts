import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Marka',
  about: 'Jak wyglądają raporty i od kogo pochodzą. Projekt może mieć własne wartości.',
  save: 'Zapisz markę',
  unsaved: 'Jeszcze niezapisane',
  discard: 'Odrzuć zmiany',
  remove: 'Usuń markę',
  removeText: 'Nazwa, logo, kolory i teksty znikną z przyszłych raportów. Gotowe zachowają swoje.',
  removed: 'Marka została usunięta.',
  unfinished: 'Oto, co zostało zaczęte.',
  conflict: 'Ktoś inny zmienił w międzyczasie markę.',
  takeTheirs: 'Pokaż tamtą wersję',
  keepMine: 'Mimo to zapisz moją',
  preview: 'Jak wygląda okładka',
  previewNote: 'Sam krój pisma widać w raportach.',
  sample: { title: 'Raport miesięczny', client: 'Twój klient', visits: 'Wizyty' },
  preparedBy: (name) => `Przygotowanie: ${name}`,
};
