import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Start',
  start: {
    title: 'Pierwsze kroki',
    done: 'Gotowe',
    progress: (done, all) => `Gotowe: ${done} z ${all}`,
    project: {
      title: 'Utwórz projekt',
      text: 'Jeden dla każdego klienta lub witryny, o których robisz raporty.',
      action: 'Nowy projekt',
    },
    connection: {
      title: 'Połącz dane',
      text: 'Prześlij plik albo połącz to, z czego korzysta klient.',
      action: 'Połącz dane',
    },
    report: {
      title: 'Utwórz raport',
      text: 'Wybierz okres. Zajmie to kilka sekund.',
      action: 'Utwórz raport',
    },
    delivery: {
      title: 'Wyślij go',
      text: 'Pobierz go, wyślij link albo pozwól, by harmonogram wysyłał go co miesiąc.',
      action: 'Otwórz raport',
    },
  },
  needs: {
    title: 'Wymaga Twojej uwagi',
    reader: 'Znane problemy',
    calm: 'Dziś nic nie wymaga Twojej uwagi',
    calmText: 'Wszystkie połączenia działają i żaden raport nie czeka.',
    reconnect: (name) => `Połącz ponownie: ${name}`,
    missing: (name) => `Nie ma już tego, co odczytuje ${name}`,
    ending: (name, day) => `Logowanie połączenia ${name} wygasa ${day}`,
    waiting: (count) =>
      plural('pl', count, {
        one: 'czeka na to # raport',
        few: 'czekają na to # raporty',
        many: 'czeka na to # raportów',
        other: 'czeka na to # raportu',
      }),
    blocked: 'Nie udało się utworzyć raportu',
    times: (count) => plural('pl', count, { one: '# raz', few: '# razy', many: '# razy', other: '# raza' }),
    undelivered: (recipient) => `E-mail do ${recipient} nie dotarł`,
    unposted: (channel) => `Wiadomość na kanał czatu ${channel} nie dotarła`,
    approval: 'Raport czeka na zatwierdzenie',
    look: 'Obejrzyj',
    webhookGone: (name: string) => `Webhook ${name} został wyłączony: jego adres już nie istnieje`,
    webhookFailing: (name: string) => `Webhook ${name} został wyłączony po pięciu dniach niepowodzeń`,
    deletion: (d) => `Stare raporty będą usuwane od ${d}`,
    see: 'Zobacz harmonogramy',
    check: 'Sprawdź',
    reconnectAction: 'Połącz ponownie',
    signIn: 'Zaloguj ponownie',
    dismiss: 'Ukryj',
    all: (count) =>
      plural('pl', count, {
        one: 'Pokaż jeszcze #',
        few: 'Pokaż jeszcze #',
        many: 'Pokaż jeszcze #',
        other: 'Pokaż jeszcze #',
      }),
  },
  alerts: {
    title: 'Otwarte alarmy',
    all: 'Wszystkie alarmy',
    acknowledge: 'Zajmuję się tym',
    acknowledged: 'Ktoś się tym zajmuje',
    since: (day) => `Od ${day}`,
  },
  next: {
    title: 'Następne raporty',
    all: 'Wszystkie harmonogramy',
    empty: 'Nic nie jest zaplanowane. Harmonogram sam tworzy raport i go wysyła.',
    recipients: (count) =>
      plural('pl', count, {
        one: 'do # odbiorcy',
        few: 'do # odbiorców',
        many: 'do # odbiorców',
        other: 'do # odbiorcy',
      }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Najnowsze raporty',
    empty: 'Tu pojawią się raporty, które utworzysz.',
    reader: 'Gdy tylko powstanie raport, pojawi się tutaj.',
  },
};
