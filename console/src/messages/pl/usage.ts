import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Plan i wykorzystanie',
  plan: (name) => `Twój plan to ${name}.`,
  allowance: 'Na co pozwala plan',
  projects: 'Projekty',
  members: 'Członkowie',
  generations: 'Raporty w tym miesiącu',
  ofLimit: (used, limit) => `${used} z ${limit}`,
  unlimited: (used) => `${used}, bez limitu`,
  full: {
    title: 'Wykorzystane',
    projects: 'Zarchiwizuj zakończony projekt albo poproś operatora o większy plan.',
    members: 'Usuń kogoś, kto odszedł, albo poproś operatora o większy plan.',
    generations: (day) =>
      `Przed ${day} nie powstanie żaden raport, także zaplanowany, chyba że operator da większy plan.`,
    requests: 'Programy są odrzucane, aż licznik ruszy od nowa. Twoja praca tutaj trwa dalej.',
  },
  toProjects: 'Przejdź do projektów',
  toMembers: 'Przejdź do członków',
  resets: (time) => `Od nowa: ${time}`,
  days: 'Ostatnie 30 dni',
  daysAdvice: 'Wybierz dzień wskaźnikiem lub strzałkami. Dni według UTC.',
  reports: 'Raporty',
  files: 'Pliki',
  completed: 'Gotowe raporty',
  date: 'Dzień',
  onDay: (day, reports, files) =>
    `${day}: ${plural('pl', reports, { one: '# raport', few: '# raporty', many: '# raportów', other: '# raportu' })}, ${plural('pl', files, { one: '# plik', few: '# pliki', many: '# plików', other: '# pliku' })}`,
  asTable: 'Jako tabela',
  nothing: 'W ostatnich 30 dniach nic nie powstało.',
  requests: 'Zapytania programów',
  requestsText: 'O co programy pytają publiczne API z Twoimi tokenami dostępu. Praca w konsoli się nie liczy.',
  minute: 'W tej minucie',
  day: 'Dzisiaj',
};
