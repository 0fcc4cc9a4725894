import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Polish texts of the portfolio. */
export function polishPortfolio({ number, counted, list, name }: Writing<'one' | 'few' | 'many'>): PortfolioTexts {
  return {
    title: 'Portfel',
    projects: 'Projekty',
    furthest: 'Najdalej od celu',
    toRepair: 'Połączenia do naprawy',
    count: number,
    ofAll: (some, all) => `${number(some)} z ${number(all)}`,
    left: 'Pozostały budżet',
    sums: 'Sumy wszystkich projektów',
    faults: 'Połączenia, którymi trzeba się zająć',
    reason: 'Co jest nie tak',
    reasons: {
      reauth_required: 'Nie przyjmuje już autoryzacji',
      resource_missing: 'To, co odczytywało, już nie istnieje',
      transient: 'Brak odpowiedzi',
      invalid_config: 'Konfiguracja już nie pasuje',
      unexpected: 'Błąd samej usługi',
    },
    read: (first, last) =>
      first === last
        ? `Liczby odczytano ${first}; żadnej nie pobrano na potrzeby tego raportu.`
        : `Liczby odczytano między ${first} a ${last}; żadnej nie pobrano na potrzeby tego raportu.`,
    order: 'Najpierw to, co najbardziej odbiega od planu.',
    notRead: (count, named) =>
      `${counted(count, { one: '# projekt nie ma', few: '# projekty nie mają', many: '# projektów nie ma', other: '# projektu nie ma' })} liczb: jeszcze nie odczytano ich albo znaczą już co innego, dla innego układu, celu, połączenia lub miesiąca. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `w ${currency}` : `w ${currency}, kursy z ${day}`),
    noRate: (label, currencies) => `${name(label)} nie ma sumy, bo brakuje kursu dla ${list(currencies)}.`,
    otherDays: (count) =>
      counted(count, {
        one: '# z innymi dniami',
        few: '# z innymi dniami',
        many: '# z innymi dniami',
        other: '# z innymi dniami',
      }),
    behind: (count, total) => `Projekty niezgodne z planem: ${number(count)} z ${number(total)} mających cele.`,
    figures: (count, total) => `Projekty z liczbami: ${number(count)} z ${number(total)}.`,
    off: (project, metric, share) =>
      `${name(project)}: ${name(metric)} odbiega o ${share} od celu na dni, które minęły.`,
    noted: {
      missingDays: (count) =>
        counted(count, {
          one: '# dzień bez liczb',
          few: '# dni bez liczb',
          many: '# dni bez liczb',
          other: '# dnia bez liczb',
        }),
      leftOut: (count) =>
        counted(count, {
          one: '# wartości nie udało się odczytać',
          few: '# wartości nie udało się odczytać',
          many: '# wartości nie udało się odczytać',
          other: '# wartości nie udało się odczytać',
        }),
      changing: (day) => `od ${day} jeszcze się zmienia`,
      sampled: 'oszacowano na podstawie próby',
      other: 'źródło zatrzymuje część liczb',
    },
  };
}
