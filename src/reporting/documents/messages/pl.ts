import { polishChannels } from './channels/pl.ts';
import { polishCharts } from './charts/pl.ts';
import { polishDays } from './days/pl.ts';
import type { DailyChange, Texts } from './en.ts';
import { polishGallery } from './gallery/pl.ts';
import { polishGoals } from './goals/pl.ts';
import { polishHighlights } from './highlights/pl.ts';
import { polishPortfolio } from './portfolio/pl.ts';
import { polishTables } from './tables/pl.ts';
import type { Writing } from './writing.ts';

/** The Polish texts. Names are quoted after a noun that is declined in their place. */
export function polish(writing: Writing<'one' | 'few' | 'many'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `„${name(text)}”`;
  const days = (count: number) => counted(count, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' });
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? ` i jeszcze ${number(count - named.length)}` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` Średnio dziennie: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'Spis treści',
      period: 'Okres',
      comparedWith: 'W porównaniu z',
      project: 'Projekt',
      created: 'Utworzono',
      timeZone: 'Strefa czasowa',
      preparedBy: 'Opracowanie',
      contact: 'Kontakt',
      page: (page, pages) => `Strona ${page} z ${pages}`,
      logo: (client) => `Logo: ${name(client)}`,

      highlights: 'Najważniejsze wnioski',
      keyFigures: 'Kluczowe wskaźniki',
      dataSources: 'Źródła danych',
      notes: 'Uwagi do danych',
      series: (metric, by) => `${name(metric)} według ${{ day: 'dni', week: 'tygodni', month: 'miesięcy' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} według wymiaru ${quoted(dimension)}`,

      metric: 'Wskaźnik',
      current: 'Bieżący okres',
      compare: 'Wcześniej',
      change: 'Zmiana',
      share: 'Udział',
      total: 'Razem',
      rest: (count) => (count === 0 ? 'Wszystkie pozostałe' : `Wszystkie pozostałe (${number(count)})`),
      noValue: '(nie podano)',
      noFigures: 'Brak danych za ten okres.',
      source: (connection) => `Źródło: ${name(connection)}`,
      points: (points) => `${points}\u00a0p.p.`,
      before: (value) => `wcześniej: ${value}`,
      good: 'Dobrze',
      bad: 'Wymaga uwagi',
      neutral: 'Do wiadomości',

      connection: 'Połączenie',
      system: 'System',
      rowsCurrent: 'Wiersze',
      rowsCompare: 'Wiersze wcześniej',
      fetchedAt: 'Pobrano',
      freshAt: 'Ostatnia zmiana',
      bytesBilled: 'Naliczone dane',
      unknown: 'nieznana',

      trend: (metric, low, high) => `Wskaźnik ${quoted(metric)} według dni, od ${low} do ${high}.`,
      chartEmpty: (metric) => `Wykres wskaźnika ${quoted(metric)}: brak danych.`,

      rowsCut: (count) =>
        counted(count, {
          one: 'Pominięto # wiersz.',
          few: 'Pominięto # wiersze.',
          many: 'Pominięto # wierszy.',
          other: 'Pominięto # wiersza.',
        }),
      textCut: 'Tekst jest dłuższy, niż mieści raport; pozostałą część pominięto.',

      skip: 'Przejdź do raportu',
      download: 'Pobierz',
      darkColors: 'Ciemne kolory',
      showFigures: 'Pokaż liczby',
      comment: 'Komentarz',
      figures: 'Liczby',
      date: 'Data',
    },
    warnings: {
      partialPeriod: (day) =>
        `W chwili pobierania danych dzień ${day} jeszcze się nie skończył; wartości z tego dnia są niepełne.`,
      lengthsDiffer: (current, compare) =>
        `Bieżący okres obejmuje ${days(current)}, a okres porównawczy ${days(compare)}; sum nie skorygowano.`,
      overlap: (current, compare) => `Okresy ${current} i ${compare} nakładają się na siebie.`,
      notThereYet: (connection, day) =>
        `Dane ze źródła ${quoted(connection)} za dzień ${day} nie były jeszcze dostępne.`,
      noData: (connection, meant) => {
        const periods = {
          current: 'za bieżący okres',
          compare: 'za okres porównawczy',
          both: 'ani za bieżący okres, ani za okres porównawczy',
        };
        return `Źródło ${quoted(connection)} nie zawiera danych ${periods[meant]}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'bieżącego okresu' : 'okresu porównawczego';
        return `Źródło ${quoted(connection)} nie zawiera danych za ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'za bieżący okres' : 'za okres porównawczy';
        const many = '# wartości, których nie udało się odczytać';
        const values = counted(count, {
          one: '# wartości, której nie udało się odczytać',
          few: many,
          many,
          other: many,
        });
        return `Wskaźnik ${quoted(metric)} ze źródła ${quoted(connection)} obliczono ${which} bez ${values}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'sumuje lub uśrednia kolumnę, która wygląda na wskaźniki ilorazowe',
          level: 'sumuje kolumnę, która wygląda na salda, stany lub ceny',
          people: 'sumuje kolumnę, która wygląda na liczby osób, mogących występować w wielu wierszach',
        }[kind];
        return `Wskaźnik ${quoted(metric)} ze źródła ${quoted(connection)} ${column}; liczby mogą być błędne. Poprawnie byłoby: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) => {
        const values = counted(most, { one: '# wartość', few: '# wartości', many: '# wartości', other: '# wartości' });
        return `W źródle ${quoted(connection)} wymiar ${quoted(dimension)} ma ponad ${values}; porównania obejmują tylko ${number(most)} największych.`;
      },
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'Nie można wyświetlić logo, dlatego zostało pominięte w tym raporcie.'
          : 'Nie można wyświetlić obrazu okładki, dlatego został pominięty w tym raporcie.',
      pictureLeftOut: (alternative) =>
        `Nie można wyświetlić obrazu; w jego miejscu znajduje się opis: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) =>
        `Źródło ${quoted(connection)} obliczyło wartości na podstawie próby danych; są to szacunki.`,
      thresholded: (connection) =>
        `Źródło ${quoted(connection)} pomija wartości dotyczące niewielu osób; suma części może być mniejsza niż całość.`,
      otherRow: (connection) => `Źródło ${quoted(connection)} połączyło rzadkie wartości w jednym wierszu.`,
      withheldRows: (connection) =>
        `Źródło ${quoted(connection)} nie ujawnia rzadkich wartości; suma części jest mniejsza niż całość.`,
      repeatedCursor: (connection) =>
        `Strony źródła ${quoted(connection)} skończyły się na odnośniku, który już wystąpił; może brakować wierszy.`,
      incompleteFrom: (connection, date) =>
        `Wartości ze źródła ${quoted(connection)} od dnia ${date} wciąż się zmieniają.`,
      sincePublished: (connection, date) =>
        `Wartości poszczególnych postów ze źródła ${quoted(connection)} liczone są od ich publikacji, stan na ${date}; niczego się nie porównuje, bo starsze posty miały więcej czasu.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Dni w źródle ${quoted(connection)} są liczone według strefy ${name(theirs)}, a nie ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `Źródło ${quoted(connection)} podaje kwoty w walucie ${name(theirs)}, a nie ${name(ours)} jak ten raport; są pokazane w walucie ${name(theirs)}, bez przeliczenia.`,
      sourceOmitted: (connection) =>
        `Źródło ${quoted(connection)} nie odpowiedziało i zostało pominięte w tym raporcie.`,
    },
    notes: {
      partialDay: (day) => `Wartości obejmują dzień ${day}, który w chwili pobierania danych jeszcze się nie skończył.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'bieżącego okresu' : 'okresu porównawczego';
        return `Brak danych za ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) =>
        `Sumy za ${days(current)} są porównywane z sumami za ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? {
                one: '# tydzień jest niepełny',
                few: '# tygodnie są niepełne',
                many: '# tygodni jest niepełnych',
                other: '# tygodnia jest niepełne',
              }
            : {
                one: '# miesiąc jest niepełny',
                few: '# miesiące są niepełne',
                many: '# miesięcy jest niepełnych',
                other: '# miesiąca jest niepełne',
              };
        return `${counted(count, forms)} (początek: ${named.join('; ')}${more(count, named)}).`;
      },
      atEnd: (named) => `Stan na koniec okresu, bez sumowania dni: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) => {
        const values = counted(most, { one: '# wartość', few: '# wartości', many: '# wartości', other: '# wartości' });
        return `Wymiar ${quoted(dimension)} ma ponad ${values}; porównania obejmują tylko ${number(most)} największych.`;
      },
    },
    mail: {
      open: 'Otwórz raport',
      unsubscribe: 'Zrezygnuj z otrzymywania',
      attached: 'Raport znajduje się w załączniku.',
      link: 'Raport jest dostępny pod adresem:',
      linkEnds: (date) => `Link jest ważny do ${date}.`,
      chatTest: 'To jest test: raporty będą trafiać na ten kanał.',
    },
    charts: polishCharts(writing),
    tables: polishTables(writing),
    gallery: polishGallery(writing),
    highlights: polishHighlights(writing),
    channels: polishChannels(writing),
    goals: polishGoals(writing),
    days: polishDays(writing),
    portfolio: polishPortfolio(writing),
  };
}
