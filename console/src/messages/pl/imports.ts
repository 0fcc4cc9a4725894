import { plural } from '../plural.ts';

/** Kilka projektów naraz, z logowań albo z pliku. */
export const imports = {
  action: 'Wiele projektów',
  title: 'Utwórz wiele projektów',
  subtitle: 'Z tego, co widzą Twoje logowania, albo z pliku. Wszystko jest sprawdzane, zanim cokolwiek powstanie.',
  source: 'Skąd pochodzą',
  sources: {
    signIns: 'Logowania',
    signInsAdvice:
      'To, co w kilku systemach należy do jednego klienta, jest łączone, a Ty zaznaczasz, co ma zostać projektem.',
    file: 'Plik CSV',
    fileAdvice: 'Jeden wiersz na każdy projekt.',
  },
  signIns: {
    label: 'Logowania',
    missing: 'Wybierz logowanie.',
    empty: 'Nikt się jeszcze nie zalogował',
    emptyText: 'Połącz dane jednego projektu, logując się u dostawcy. Potem utworzysz stąd pozostałe.',
    look: 'Pokaż, co widzą',
    silent: (system: string) => `${system}: listy nie można teraz odczytać`,
    nothing: 'Te logowania nic nie widzą.',
  },
  common: 'Wszystkie otrzymują',
  template: 'Szablon',
  noTemplate: 'Brak: układ automatyczny',
  matches: {
    title: 'Proponowane projekty',
    text: 'Zaznaczone jest tylko to, co pewne. Zanim zaznaczysz inne, obejrzyj je: projekt z danymi innego klienta pokazałby błędne liczby.',
    name: 'Nazwa projektu',
    sources: 'Dane',
    sure: 'Na ile pewne',
    units: 'Waluta i strefa czasowa',
    make: (name: string) => `Utwórz ${name}`,
    all: 'Zaznacz wszystkie',
    certain: 'Zaznacz pewne',
    none: 'Odznacz wszystkie',
    rivals: (others: string) => `Pasuje też: ${others}`,
    missing: 'Zaznacz co najmniej jeden.',
  },
  certainty: { certain: 'Pewne', likely: 'Prawdopodobne', unsure: 'Niepewne' },
  reasons: {
    same_domain: 'Ta sama domena',
    same_name: 'Ta sama nazwa',
    same_words: 'Te same słowa w nazwach',
    name_of_domain: 'Nazwa jest nazwą domeny',
    similar_name: 'Podobne nazwy',
    only_system: 'Stoi osobno',
    alone: 'Nic innego nie pasuje',
    ambiguous: 'Pasuje kilka, więc nie dodano żadnego',
    covered: 'To część domeny, która jest tu w całości',
  },
  alike: (share: string) => `zgodne w ${share}`,
  file: {
    columns:
      'Nagłówek musi mieć „name”. Może mieć client, time_zone, language, currency, template, connections i miejsca szablonu.',
    choose: 'Wybierz plik',
    missing: 'Wybierz plik.',
    notText: 'To nie jest tekst w UTF-8. Zapisz go jako „CSV UTF-8”.',
    tooLarge: 'Ten plik ma ponad 4 MB. Podziel go.',
  },
  check: 'Sprawdź',
  result: {
    title: 'Co znaleziono',
    ready: (count: number) =>
      plural('pl', count, {
        one: 'Można utworzyć # projekt.',
        few: 'Można utworzyć # projekty.',
        many: 'Można utworzyć # projektów.',
        other: 'Można utworzyć # projektu.',
      }),
    nothing: 'Nie ma nic do utworzenia.',
    already: (count: number) =>
      plural('pl', count, {
        one: '# projekt już istnieje i zostaje bez zmian.',
        few: '# projekty już istnieją i zostają bez zmian.',
        many: '# projektów już istnieje i zostaje bez zmian.',
        other: '# projektu już istnieje i zostaje bez zmian.',
      }),
    faults: 'Najpierw do poprawienia',
    warnings: 'Warto obejrzeć',
    row: 'Wiersz',
    all: 'Wszystkie',
    column: 'Kolumna',
    what: 'Co',
    make: (count: number) =>
      plural('pl', count, {
        one: 'Utwórz # projekt',
        few: 'Utwórz # projekty',
        many: 'Utwórz # projektów',
        other: 'Utwórz # projektu',
      }),
  },
};
