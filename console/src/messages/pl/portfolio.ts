import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const portfolio: Messages['portfolio'] = {
  title: 'Portfel',
  subtitle: 'Wszystkie projekty obok siebie. Najpierw to, co najbardziej odbiega od celu.',
  period: 'Okres',
  periods: { month: 'Ten miesiąc do teraz', last_month: 'Ostatni pełny miesiąc', days: 'Ostatnie 30 dni' },
  sorts: { off_course: 'Największe odchylenie', change: 'Zmiana', name: 'Nazwa', read_at: 'Czas odczytu' },
  totals: 'Sumy ze wszystkich projektów',
  waiting: (count) =>
    plural('pl', count, {
      one: 'Trwa odczyt # projektu.',
      few: 'Trwa odczyt # projektów.',
      many: 'Trwa odczyt # projektów.',
      other: 'Trwa odczyt # projektu.',
    }),
  read: (read, all) => `Liczby: ${read} z ${all} projektów.`,
  nightly: 'Odczyt co noc o piątej, w strefie czasowej każdego projektu.',
  notNightly: 'Bez odczytu nocnego.',
  asked: (when) => `Ostatnia prośba: ${when}.`,
  ratesFault: 'Kursy walut nie zostały odczytane',
  refresh: 'Odczytaj teraz',
  report: { make: 'Utwórz raport', send: 'Wysyłaj regularnie' },
  queued: (count) =>
    plural('pl', count, {
      one: '# projekt jest teraz odczytywany.',
      few: '# projekty są teraz odczytywane.',
      many: '# projektów jest teraz odczytywanych.',
      other: '# projektu jest teraz odczytywane.',
    }),
  skipped: (count) =>
    plural('pl', count, {
      one: '# projekt odczytano w ciągu ostatnich 15 minut. Spróbuj później.',
      few: '# projekty odczytano w ciągu ostatnich 15 minut. Spróbuj później.',
      many: '# projektów odczytano w ciągu ostatnich 15 minut. Spróbuj później.',
      other: '# projektu odczytano w ciągu ostatnich 15 minut. Spróbuj później.',
    }),
  reading: 'Trwa odczyt …',
  notRead: 'Jeszcze nie odczytano.',
  noFigures: 'Jego połączenia nie mają liczb do pokazania.',
  broken: (count, total) =>
    plural('pl', count, {
      one: `# z ${total} połączeń wymaga uwagi`,
      few: `# z ${total} połączeń wymagają uwagi`,
      many: `# z ${total} połączeń wymaga uwagi`,
      other: `# z ${total} połączeń wymaga uwagi`,
    }),
  lastReport: (day) => `Raport z ${day}`,
  releasedBy: (name) => `zatwierdził(a): ${name}`,
  reportStates: { awaiting_approval: 'czeka na zatwierdzenie', rejected: 'został odrzucony' },
  nextReport: (day) => `Następny: ${day}`,
  before: (value) => `wcześniej: ${value}`,
  points: (value) => `${value} pp`,
  goal: (value) => `Cel: ${value}`,
  pace: (value) => `tempo ${value}`,
  forecast: (value) => `Prognoza: ${value}`,
  left: (value) => `Zostało: ${value}`,
  overspent: (value) => `Przekroczono o ${value}`,
  monthBegins: 'Żaden dzień tego miesiąca jeszcze się nie skończył.',
  age: (when) => `Odczytano ${when}`,
  ofProjects: (count) =>
    plural('pl', count, { one: '# projekt', few: '# projekty', many: '# projektów', other: '# projektu' }),
  otherDays: (count) =>
    plural('pl', count, {
      one: '# ma inne dni',
      few: '# mają inne dni',
      many: '# ma inne dni',
      other: '# ma inne dni',
    }),
  converted: (currency, day) => `w ${currency}, kursy z ${day}`,
  noRate: (currencies) => `Brak sumy: nie ma kursu dla ${currencies}.`,
  notes: {
    missingDays: (count) =>
      plural('pl', count, {
        one: '# dzień bez liczb',
        few: '# dni bez liczb',
        many: '# dni bez liczb',
        other: '# dnia bez liczb',
      }),
    leftOut: (count) =>
      plural('pl', count, {
        one: 'Nie odczytano # wartości',
        few: 'Nie odczytano # wartości',
        many: 'Nie odczytano # wartości',
        other: 'Nie odczytano # wartości',
      }),
    changing: (day) => `Jeszcze się zmienia od ${day}`,
    sampled: 'Oszacowano na podstawie próbki',
    other: 'Źródło nie podaje części liczb',
  },
  settings: {
    action: 'Ustawienia',
    title: 'Co pokazuje portfel',
    nightly: 'Odczytuj wszystkie projekty co noc',
    figures: 'Liczby',
    figuresAdvice:
      'Klucze do sześciu metryk, na przykład revenue, lub google-ads:cost tylko z jednego systemu. Bez wyboru każdy projekt pokazuje pierwsze kluczowe liczby swojego układu. Szablon może określić to inaczej.',
    tooMany: 'Może ich być najwyżej sześć.',
    ofTemplateAdvice: (slots) =>
      `Najwyżej sześć, każda jako miejsce i klucz jednej z jego metryk, na przykład ads:cost. Miejsca: ${slots}. Bez wyboru obowiązują te z konta.`,
    wrongOfTemplate: 'Podaj miejsce szablonu i metrykę, na przykład ads:cost; najwyżej sześć.',
    currency: 'Waluta raportowania',
    currencyAdvice: 'Na nią przelicza się sumy w kilku walutach.',
    noCurrency: 'Brak: każda waluta osobno',
    rates: 'Połączenie z kursami',
    noRates: 'Brak',
    dimension: 'Jego wymiar z kodami walut',
    metric: 'Jego metryka z kursami',
    means: 'Co mówi kurs',
    meanings: {
      units: 'Ile jednostek kupuje się za jedną walutę raportowania',
      price: 'Ile kosztuje jednostka w walucie raportowania',
    },
    done: 'Ustawienia zapisano.',
  },
};
