import type { Messages } from '../catalog.ts';

export const live: Messages['live'] = {
  title: 'Zawsze aktualne',
  none: 'Pod takim linkiem klienci widzą układ tego projektu za wybrany przez siebie okres, z danymi, które pozostają aktualne.',
  addTitle: 'Nowy link do strony, która jest zawsze aktualna',
  changeTitle: 'Co mogą wybierać czytelnicy',
  periods: 'Okresy do wyboru',
  needsPeriod: 'Wybierz co najmniej jeden okres.',
  ownDays: 'Czytelnicy mogą wybrać inne dni',
  compare: 'Z czym mogą porównywać',
  needsComparison: 'Wybierz co najmniej jedno.',
  keep: 'Największy wiek danych',
  origins: 'Witryny, które mogą ją osadzić',
  originsAdvice: 'Jeden adres w wierszu, na przykład https://www.example.com',
  keepReport: 'Zachowaj jako raport',
  kept: 'Raport jest tworzony.',
  revokeText: 'Kto go ma, od razu nie widzi już nic ze strony. Nie można tego cofnąć.',
};
