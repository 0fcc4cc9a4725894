import type { Term } from './term.ts';

const people = { is: 'people', unit: 'count', better: 'up' } as const;

/** Persons who are counted once in a period: neither days nor groups add up. */
export const persons: readonly Term[] = [
  {
    ...{ name: 'reach', ...people },
    words: {
      en: 'reach, audience, paid reach, accounts reached, people reached, unique reach, estimated ad recall lift',
      de: 'reichweite, *reichweite, erreichte personen',
      fr: 'couverture, portee, personnes touchees',
      es: 'alcance, cobertura',
      pt: 'alcance',
      pl: 'zasieg',
      ru: 'охват*',
      uk: 'охоплен*',
      ja: 'リーチ, リーチ数, 到達人数',
      ar: 'الوصول, مدى الوصول',
    },
  },
  {
    ...{ name: 'users', ...people },
    words: {
      en: 'users, active users, total users, returning users, unique users, visitors, unique visitors, online store visitors, uniques, customers, buyers, purchasers, shoppers, guests, dau, mau, wau, viewers, unique viewers, readers, players, listeners, people, persons, clients, unique opens, unique clicks, unique link clicks, returning customers, patients',
      de: 'nutzer, aktive nutzer, *nutzer, benutzer, besucher, *besucher, kunden, *kunden, gaste, kaufer, personen, leser, zuschauer, patienten',
      fr: 'utilisateurs, utilisateurs actifs, visiteurs, visiteurs uniques, clients, acheteurs, personnes, lecteurs',
      es: 'usuarios, usuarios activos, visitantes, clientes, compradores, personas, espectadores',
      pt: 'usuarios, usuarios ativos, utilizadores, visitantes, clientes, compradores, pessoas',
      pl: 'uzytkownicy, uzytkownikow, odwiedzajacy, klienci, kupujacy, osoby, goscie',
      ru: 'пользовател*, посетител*, клиенты, клиентов, покупател*, люди, человек, зрител*, гости',
      uk: 'користувач*, відвідувач*, клієнти, клієнтів, покупці, люди, глядач*, гості',
      ja: 'ユーザー, ユーザー数, 訪問者, 訪問者数, 顧客数, 購入者数, 人数, ユニークユーザー, 来店客数',
      ar: 'المستخدمون, مستخدمين, المستخدمين, الزوار, زوار, العملاء, الأشخاص',
    },
  },
];
