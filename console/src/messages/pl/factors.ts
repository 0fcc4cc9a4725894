import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const factors: Messages['factors'] = {
  required: {
    account: (account) =>
      `${account} wymaga od wszystkich drugiego składnika logowania. Skonfiguruj klucz dostępu albo kody jednorazowe, aby kontynuować.`,
    administration:
      'Administracja wymaga drugiego składnika logowania. Skonfiguruj klucz dostępu albo kody jednorazowe, aby kontynuować.',
  },
  lastFactor: 'Jedno z Twoich kont wymaga drugiego składnika. Skonfiguruj inny, zanim usuniesz ostatni.',
  signInAgain: {
    expired: 'Zaloguj się, aby kontynuować',
    expiredText: 'Twoja sesja wygasła. To, co zostało wpisane, nadal tu jest.',
    confirm: 'Potwierdź, że to Ty',
    confirmText: 'Potrzebne jest hasło, ponieważ logowanie nastąpiło ponad dziesięć minut temu.',
    noPassword: 'Nie masz jeszcze hasła. Ustaw je w swoim profilu, a potem spróbuj ponownie.',
    toProfile: 'Przejdź do profilu',
    wrong: 'Hasło jest nieprawidłowe.',
    tooMany: 'Zbyt wiele prób. Odczekaj minutę.',
    submit: 'Kontynuuj',
    code: 'Kod z aplikacji lub kod odzyskiwania',
    passkey: 'Użyj klucza dostępu',
    wrongCode: 'Hasło lub kod jest nieprawidłowe.',
    passkeyFailed: 'Nie użyto klucza dostępu. Spróbuj ponownie.',
    forgot: 'Nie pamiętasz hasła?',
  },
  passkeys: {
    title: 'Klucze dostępu',
    text: 'Logujesz się odciskiem palca, twarzą albo kodem PIN urządzenia, bez hasła.',
    none: 'Nie masz jeszcze klucza dostępu.',
    add: 'Dodaj klucz dostępu',
    name: 'Nazwa klucza dostępu',
    nameAdvice: 'Aby łatwo go rozpoznać.',
    synced: 'Synchronizowany',
    syncedText: 'Przechowywany w menedżerze haseł, na wszystkich Twoich urządzeniach.',
    created: 'Dodano',
    used: 'Ostatnie użycie',
    never: 'Nigdy',
    renameNamed: (name) => `Zmień nazwę: ${name}`,
    removeNamed: (name) => `Usuń: ${name}`,
    removeTitle: 'Usuń klucz dostępu',
    removeText: (name) =>
      `Nikt nie zaloguje się tu już kluczem „${name}”, a inne przeglądarki zostaną wylogowane. Na swoim urządzeniu usuwasz go samodzielnie.`,
    removed: 'Klucz dostępu usunięto. Inne przeglądarki wylogowano.',
    added: 'Klucz dostępu dodano. Inne przeglądarki wylogowano.',
    ipAddress:
      'Klucze dostępu wymagają nazwy hosta, a to jest adres IP. Na tym komputerze otwórz usługę pod adresem localhost.',
    unsupported: 'Ta przeglądarka nie obsługuje kluczy dostępu.',
    failed: 'Nie utworzono klucza dostępu. Spróbuj ponownie.',
    known: 'Na tym urządzeniu jest już Twój klucz dostępu.',
  },
  codes: {
    title: 'Kody jednorazowe',
    text: 'Aplikacja w telefonie pokazuje kod, który wpisujesz po haśle.',
    none: 'Nie skonfigurowano żadnej aplikacji.',
    isOn: (day) => `Aplikacja jest skonfigurowana od ${day}.`,
    setUp: 'Skonfiguruj aplikację',
    replace: 'Skonfiguruj inną aplikację',
    remove: 'Usuń aplikację',
    removeText:
      'Kod nie będzie już potrzebny, a inne przeglądarki zostaną wylogowane. Dopóki konto wymaga drugiego składnika, ostatni pozostaje.',
    removed: 'Aplikację usunięto. Inne przeglądarki wylogowano.',
    confirmed: 'Aplikację skonfigurowano. Inne przeglądarki wylogowano.',
    scan: 'Zeskanuj ten obraz aplikacją do kodów jednorazowych albo wpisz klucz.',
    picture: 'Kod QR z kluczem',
    key: 'Klucz',
    code: 'Kod z aplikacji',
    wrong: 'To nie jest kod, który aplikacja pokazuje teraz.',
  },
  recovery: {
    title: 'Kody odzyskiwania',
    text: 'Każdy pozwala zalogować się raz, gdy stracisz klucze dostępu i aplikację. Przechowuj je tam, gdzie znajdziesz je bez telefonu.',
    left: (count) =>
      plural('pl', count, {
        one: 'Został # kod.',
        few: 'Zostały # kody.',
        many: 'Zostało # kodów.',
        other: 'Zostało # kodu.',
      }),
    none: 'Dostaniesz ich dziesięć z pierwszym kluczem dostępu lub aplikacją.',
    make: 'Utwórz nowe kody',
    makeText: 'Kody, które masz, przestaną działać.',
    yours: 'Twoje kody odzyskiwania',
    once: 'Są pokazywane tylko teraz. Zapisz je lub wydrukuj.',
    withheld: 'Kody były już pokazane. Utwórz nowe.',
    kept: 'Mam je zapisane',
  },
};
