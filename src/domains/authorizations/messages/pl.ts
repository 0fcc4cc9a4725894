import type { Texts } from './en.ts';

export const polish: Texts = {
  connect: (vendor: string) => `Połącz ${vendor}`,
  asked: (vendor: string) =>
    `To prośba o zalogowanie się w ${vendor}, aby raporty mogły odczytywać Twoje dane. Niczego nie można w ten sposób zmienić.`,
  account: 'Dla',
  project: 'Projekt',
  connection: 'Połączenie',
  system: 'Odczytuje',
  warning: 'Przejdź dalej tylko wtedy, gdy wiesz, o kogo chodzi, i spodziewasz się tej prośby.',
  consequence: (host: string) =>
    `Kto ją przysłał, zobaczy dane konta, którym się zalogujesz. Możesz to cofnąć w każdej chwili na ${host}.`,
  goOn: (vendor: string) => `Przejdź do ${vendor}`,
  onTo: (vendor: string) => `Do ${vendor}`,
  granted: (vendor: string) => `${vendor}: połączono`,
  grantedText: (project: string, connection: string) =>
    `Raporty projektu ${project} mogą teraz odczytywać to, co oznacza ${connection}. Możesz zamknąć tę stronę.`,
  nothing: 'Niczego nie połączono',
  denied: 'Nie wyrażono zgody. Jeśli jednak chcesz:',
  incomplete: 'Nie zezwolono na wszystko, czego potrzebują raporty. Każde pole musi pozostać zaznaczone.',
  refused: (vendor: string) =>
    `${vendor} odrzucił prośbę. Operator sprawdza tam swojego klienta i adres przekierowania.`,
  noClient: (vendor: string) => `Ta usługa nie jest już zarejestrowana w ${vendor}. Jej operator może to zmienić.`,
  connectionRemoved: 'Połączenie zostało tymczasem usunięte.',
  failed: (vendor: string) => `${vendor} nie dokończył logowania.`,
  again: 'Poproś o nowy link osobę, która go przysłała.',
  unknown: 'Ten link donikąd nie prowadzi',
  unknownText: 'Może być błędnie wpisany albo już nieważny.',
  expired: 'Ten link wygasł',
  expiredText: 'Można na niego odpowiedzieć przez pół godziny.',
  used: 'Na ten link już odpowiedziano',
  usedText: 'Jeśli właśnie widać było, że wszystko jest połączone, nic więcej nie trzeba robić. W przeciwnym razie:',
  otherBrowser: 'To zaczęto w innej przeglądarce',
  otherBrowserText:
    'Niczego nie połączono. Otwórz otrzymany link w tej przeglądarce, z włączonymi plikami cookie, i przejdź dalej stamtąd.',
  cannotGoOn: 'Strona nie może przejść dalej',
  noCookieText: 'Przeglądarka nie zachowała pliku cookie. Zezwól na nie dla tej strony i otwórz link ponownie.',
  fault: 'Nie można pokazać strony',
  busyText: 'Spróbuj ponownie za chwilę.',
  tooManyText: 'Było zbyt wiele żądań. Odczekaj minutę i spróbuj ponownie.',
  openText: 'Otwórz link dokładnie taki, jaki został przysłany.',
  laterText: 'Spróbuj później.',
};
