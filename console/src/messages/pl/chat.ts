import type { Messages } from '../catalog.ts';

export const chat: Messages['chat'] = {
  title: 'Kanały czatu',
  subtitle: 'Harmonogramy publikują swoje raporty na tych kanałach Slacka i Microsoft Teams.',
  add: 'Dodaj kanał',
  added: 'Kanał dodano. Wyślij test, aby zobaczyć, czy wiadomości docierają.',
  empty: {
    title: 'Nie ma jeszcze kanału',
    text: 'Harmonogram może publikować każdy raport na kanale: nagłówek, najważniejsze liczby i link.',
  },
  system: 'Czat',
  name: 'Nazwa',
  nameAdvice: 'Tak jak go nazywasz, na przykład #marketing.',
  address: 'Adres',
  addressAdvice: {
    slack:
      'W Slacku dodaj do kanału aplikację z przychodzącym webhookiem. Jej adres zaczyna się od https://hooks.slack.com/services/.',
    teams:
      'W Teams dodaj do kanału przepływ pracy, który publikuje po otrzymaniu żądania webhooka, i skopiuj jego adres.',
  },
  secret:
    'Kto ma ten adres, może publikować na kanale. Jest przechowywany w postaci zaszyfrowanej i nie będzie już pokazywany.',
  ready: 'Gotowy',
  gone: 'Tego kanału nie ma już na czacie',
  test: 'Wyślij test',
  tested: 'Czat przyjął test.',
  refused: 'Czat nie przyjął testu:',
  removeTitle: (name: string) => `Usunąć ${name}?`,
  removeText: 'Zostanie usunięty ze wszystkich harmonogramów. To, czego jeszcze nie opublikowano, przepadnie.',
  field: 'Kanały czatu',
  fieldAdvice: 'Nagłówek, najważniejsze liczby i link do raportu. Może go otworzyć każdy na kanale.',
};
