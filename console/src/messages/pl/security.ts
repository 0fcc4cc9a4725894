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
  save: 'Zapisz bezpieczeństwo',
};
