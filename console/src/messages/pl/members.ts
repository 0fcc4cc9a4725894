import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const members: Messages['members'] = {
  title: 'Członkowie',
  subtitle: 'Kto co może na tym koncie.',
  person: 'Osoba',
  role: 'Rola',
  access: 'Projekty',
  since: 'Członek od',
  you: 'Ty',
  disabled: 'Zablokowana przez operatora',
  allProjects: 'Wszystkie projekty',
  someProjects: (count: number) =>
    plural('pl', count, { one: '# projekt', few: '# projekty', many: '# projektów', other: '# projektu' }),
  roles: { viewer: 'Czytelnik', editor: 'Redaktor', admin: 'Administrator', owner: 'Właściciel' },
  duties: {
    viewer: 'Czyta i pobiera raporty.',
    editor: 'Tworzy projekty, układy, połączenia i harmonogramy oraz udostępnia raporty.',
    admin: 'Zarządza też czytelnikami, redaktorami, tokenami dostępu i marką.',
    owner: 'Może wszystko i decyduje o administratorach i innych właścicielach.',
  },
  limit: 'Tylko niektóre projekty',
  limitAdvice: 'Dla klienta: nic innego z konta nie jest widoczne.',
  findProjects: 'Szukaj projektów',
  noProjects: 'Żaden projekt tak się nie nazywa.',
  chooseProjects: 'Wybierz co najmniej jeden projekt.',
  chosen: (count: number) =>
    plural('pl', count, {
      one: 'Wybrano # projekt',
      few: 'Wybrano # projekty',
      many: 'Wybrano # projektów',
      other: 'Wybrano # projektu',
    }),
  planFull: (limit: number) =>
    plural('pl', limit, {
      one: 'Twój plan pozwala na # członka, licząc zaproszenia. Usuń kogoś lub wybierz większy plan.',
      other: 'Twój plan pozwala na # członków, licząc zaproszenia. Usuń kogoś lub wybierz większy plan.',
    }),
  toPlan: 'Plan i wykorzystanie',
  invite: {
    action: 'Zaproś kogoś',
    title: 'Zaproś kogoś',
    emailAdvice: 'Bez adresu poda własny ten, kto otworzy link.',
    submit: 'Utwórz zaproszenie',
    doneTitle: 'Zaproszenie jest gotowe',
    link: 'Link zaproszenia',
    mailed: (email: string) => `Link jest w drodze na adres ${email}. Możesz też przekazać go samodzielnie.`,
    passOn: 'Przekaż ten link. Wpuszcza jedną osobę, jeden raz.',
    once: (until: string) => `Widać go tylko teraz, a działa do ${until}.`,
    withheld: 'Link był już pokazany. Wycofaj zaproszenie i utwórz nowe.',
  },
  open: {
    title: 'Otwarte zaproszenia',
    anybody: 'Każdy, kto ma link',
    expires: 'Ważne do',
    revoke: 'Wycofaj',
    revokeTitle: (who: string) => `Wycofać zaproszenie: ${who}?`,
    revokeText: 'Link natychmiast przestaje działać.',
    revoked: 'Zaproszenie zostało wycofane.',
  },
  change: {
    action: 'Zmień rolę',
    title: (who: string) => `Co może ${who}?`,
    signsOut: 'Ta osoba zostanie wszędzie wylogowana i zaloguje się ponownie z nową rolą.',
    submit: 'Zmień rolę',
    done: (who: string) => `Zmieniono uprawnienia: ${who}.`,
  },
  endSessions: {
    action: 'Wyloguj wszędzie',
    title: (who: string) => `Wylogować wszędzie: ${who}?`,
    text: 'Ta osoba może zalogować się ponownie. Zrób to po utracie urządzenia.',
    done: (count: number) =>
      plural('pl', count, { one: 'Wylogowano z # przeglądarki.', other: 'Wylogowano z # przeglądarek.' }),
  },
  removal: {
    action: 'Usuń z konta',
    title: (who: string) => `Usunąć z konta: ${who}?`,
    text: 'Ta osoba zostanie natychmiast wylogowana i nie zobaczy już nic z tego konta. To, co zrobiła, zostaje.',
    done: (who: string) => `${who} nie należy już do konta.`,
  },
};
