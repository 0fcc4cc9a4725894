import type { Messages } from '../catalog.ts';

export const security: Messages['security'] = {
  title: 'Bezpieczeństwo',
  about: 'Czego konto wymaga od osób, które w nim pracują. Tokenów to nie dotyczy.',
  networks: 'Sieci, z których można wchodzić',
  networksAdvice: 'Na przykład 203.0.113.0/24. Jeśli nie ma żadnej, można wchodzić zewsząd.',
  chosenNetworks: 'Sieci',
  noNetwork: (text) => `„${text}” nie jest siecią`,
  rules: {
    network: 'Sieć zapisuje się jako 203.0.113.0/24 lub 2001:db8::/32, bez bitów poza jej długością.',
    own_address: 'Żadna z tych sieci nie zawiera adresu, z którego się łączysz. Odcięłoby to Ci dostęp.',
  },
  idle: 'Wyloguj po tym czasie bez użycia',
  longest: 'Wyloguj po tym czasie w każdym wypadku',
  standard: (time) => `Jak zwykle: ${time}`,
  secondFactor: 'Każdy potrzebuje drugiego składnika',
  secondFactorAdvice:
    'Kto go jeszcze nie ma, zostanie poprowadzony do konfiguracji: klucz dostępu lub kody jednorazowe.',
  kept: {
    title: 'Przechowywanie raportów',
    label: 'Przechowuj raporty',
    forever: 'Na zawsze',
    advice:
      'Starsze są usuwane bezpowrotnie, z plikami, komentarzami i zakończonymi linkami. Krótszy czas obowiązuje po siedmiu dniach.',
    due: (at, r, j) => `Dnia ${at} zostałyby usunięte: raporty ${r}, zadania ${j}.`,
    stays: (n) => `Dość stare, lecz zachowane (linki, blokady, praca w toku): ${n}`,
    next: (t, d) => `${t} od ${d}`,
    first: (d) => `Pierwsze są usuwane najwcześniej ${d}.`,
    back: 'Cofnij zmianę',
    save: 'Zapisz',
    hold: 'Blokada prawna',
    holdAdvice: 'Dopóki trwa, nic nie jest usuwane z powodu wieku.',
    reason: 'Powód',
    set: 'Ustaw blokadę prawną',
    end: 'Zakończ',
    rules: { minimum: 'Plan przechowuje raporty co najmniej dłużej.' },
  },
  save: 'Zapisz bezpieczeństwo',
};
