import { plural } from '../plural.ts';

/** Tagi i foldery projektów: według czego zawęża się listy i co jest na nich zaznaczone. */
export const labels = {
  filter: 'Tag lub folder',
  chosen: 'Widoczne są tylko',
  kinds: { tag: 'Tag', folder: 'Folder' },
  tags: 'Tagi',
  card: 'Tagi i folder',
  about: 'Zawęża się nimi listy, a członków można ograniczyć do tagów.',
  tagsAdvice: 'Po każdym naciśnij Enter.',
  folderAdvice: 'Na przykład grupa klientów.',
  wrong: 'Tag ma najwyżej 50 znaków.',
  manage: 'Tagi i foldery',
  rename: 'Zmień nazwę',
  newName: 'Nowa nazwa',
  renamed: (name: string) => `Nazwa to teraz ${name}.`,
  remove: 'Usuń',
  removeTitle: (name: string) => `Usunąć ${name}?`,
  removeText: (count: number) =>
    plural('pl', count, {
      one: 'Zniknie z # projektu, który pozostanie. Członkowie do niego ograniczeni nic już przez niego nie zobaczą.',
      few: 'Zniknie z # projektów, które pozostaną. Członkowie do niego ograniczeni nic już przez niego nie zobaczą.',
      many: 'Zniknie z # projektów, które pozostaną. Członkowie do niego ograniczeni nic już przez niego nie zobaczą.',
      other: 'Zniknie z # projektu, które pozostaną. Członkowie do niego ograniczeni nic już przez niego nie zobaczą.',
    }),
  removed: (name: string) => `Usunięto ${name}.`,
  none: 'Żaden projekt nie ma jeszcze tagu ani folderu.',
  tick: (name: string) => `Zaznacz ${name}`,
  tickAll: 'Zaznacz wszystkie znalezione',
  ticks: 'Zaznaczone',
  ticked: (count: number) =>
    plural('pl', count, {
      one: 'Zaznaczono # projekt',
      few: 'Zaznaczono # projekty',
      many: 'Zaznaczono # projektów',
      other: 'Zaznaczono # projektu',
    }),
  untick: 'Odznacz wszystkie',
  bar: 'Z zaznaczonymi projektami',
  apply: 'Zastosuj',
  limit: {
    tags: 'Wszystkie z którymś z tych tagów',
    advice: 'Według chwili: projekt, który dostanie tag później, też jest widoczny.',
    have: (names: string) => `Tagi: ${names}`,
    choose: 'Wybierz co najmniej jeden projekt lub tag.',
  },
};
