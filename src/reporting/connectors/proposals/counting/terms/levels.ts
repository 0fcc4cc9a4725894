import type { Term } from './term.ts';

const stock = { is: 'level', unit: 'count', better: 'none', addsUp: true } as const;
const single = { is: 'level', unit: 'number', better: 'none' } as const;

/** What is so at a moment. */
export const levels: readonly Term[] = [
  {
    ...{ name: 'followers', ...stock, better: 'up' },
    words: {
      en: 'followers, subscribers, total followers, fans, members, active subscribers, active subscriptions, subscriptions, memberships, installed base, active customers, list size, contacts, headcount, employees, staff, fte, population, pop, army size, active accounts',
      de: 'follower, abonnenten, mitglieder, fans, mitarbeiter, mitarbeiterzahl, beschaftigte, abos, einwohner, kontakte',
      fr: 'abonnes, followers, membres, fans, effectif, effectifs, employes, abonnements, contacts',
      es: 'seguidores, suscriptores, miembros, fans, plantilla, empleados, suscripciones, contactos',
      pt: 'seguidores, inscritos, assinantes, membros, fas, funcionarios, assinaturas, contatos',
      pl: 'obserwujacy, subskrybenci, czlonkowie, fani, pracownicy',
      ru: 'подписчик*, фолловер*, участник*, сотрудник*, численность',
      uk: 'підписник*, читач*, учасник*, співробітник*, чисельність',
      ja: 'フォロワー, フォロワー数, 登録者数, チャンネル登録者数, 会員数, 従業員数, 友だち数',
      ar: 'المتابعون, المتابعين, متابعون, المشتركون, المشتركين, الأعضاء, الموظفون',
    },
  },
  {
    ...{ name: 'stock', ...stock },
    words: {
      en: 'stock, inventory, in stock, stock level, stock on hand, on hand, units in stock, inventory level, backlog, open tickets, open orders, queue, rooms available, capacity, open positions',
      de: 'bestand, *bestand, lager, lagermenge, vorrat, offene tickets, kapazitat, verfugbare zimmer, zahlerstand, zimmer, platze',
      fr: 'stock, stocks, en stock, inventaire, niveau de stock, capacite, encours',
      es: 'existencias, inventario, stock, en stock, capacidad, pendientes',
      pt: 'estoque, inventario, stock, em estoque, capacidade',
      pl: 'stan, stan magazynu, stan magazynowy, zapas, zapasy, zapasow',
      ru: 'остаток, остатки, запас*, на складе',
      uk: 'залишок, залишки, запас*, на складі',
      ja: '在庫, 在庫数, 残数, 残高数',
      ar: 'المخزون, مخزون, الرصيد المتاح',
    },
  },
  {
    ...{ name: 'balance', ...stock, unit: 'currency' },
    words: {
      en: 'balance, account balance, closing balance, running balance, outstanding balance, mrr, arr, monthly recurring revenue, annual recurring revenue, stock value, inventory value, portfolio value, net worth, debt, market value, assets under management, aum',
      de: 'saldo, kontostand, guthaben, kontosaldo, depotwert, lagerwert, schulden, vermogen',
      fr: 'solde, soldes, encours, valeur du stock, dette, actifs, tresorerie',
      es: 'saldo, valor del inventario, deuda, activos',
      pt: 'saldo, divida, ativos, valor do estoque',
      pl: 'saldo, zadluzenie, wartosc magazynu',
      ru: 'баланс, сальдо, остаток на счете, остаток средств, задолженност*',
      uk: 'баланс, сальдо, залишок на рахунку, заборгован*',
      ja: '残高, 口座残高, 資産',
      ar: 'الرصيد, رصيد, رصيد الحساب',
    },
  },
  {
    ...{ name: 'price', ...single, unit: 'currency', weights: ['units', 'orders'] },
    words: {
      en: 'price, unit price, list price, selling price, lineitem price, lineitem compare at price, adj close, share price, nav, msrp',
      de: 'preis, *preis, kurs, *kurs, stuckpreis, einzelpreis',
      fr: 'prix, prix unitaire, cours, tarif',
      es: 'precio, precio unitario, cotizacion, tarifa',
      pt: 'preco, preco unitario, cotacao, tarifa',
      pl: 'cena, cena jednostkowa, kurs',
      ru: 'цена, цены, курс',
      uk: 'ціна, ціни, курс',
      ja: '単価, 価格, 値段, 株価',
      ar: 'السعر, سعر, الأسعار',
    },
  },
  {
    ...{ name: 'quotes', ...single, unit: 'currency', isWhole: true },
    words: { en: 'open, high, low, close, bid, ask', de: 'eroffnung, hoch, tief', ja: '終値, 始値, 高値, 安値' },
  },
  {
    ...{ name: 'there', ...stock, isWhole: true },
    words: { en: 'available, installed, active, outstanding, tables, assets, equity, cash, seats', es: 'mesas' },
  },
  {
    ...{ name: 'position', ...single, better: 'down', weights: ['impressions', 'clicks'] },
    words: {
      en: 'position, average position, avg position, avg pos, rank, ranking, serp position',
      de: 'position, rang, platzierung, *position',
      fr: 'position, position moyenne, rang, classement',
      es: 'posicion, posicion media, ranking',
      pt: 'posicao, posicao media, classificacao',
      pl: 'pozycja, srednia pozycja, miejsce',
      ru: 'позици*, средняя позиция, ранг',
      uk: 'позиці*, середня позиція, ранг',
      ja: '掲載順位, 順位, 平均掲載順位, ランキング',
      ar: 'الموضع, متوسط الموضع, الترتيب, المركز',
    },
  },
  {
    ...{ name: 'rating', ...single, better: 'up', weights: ['reviews'] },
    words: {
      en: 'rating, score, average rating, stars, quality score, star rating, grade, index, nps, csat, satisfaction, possession',
      de: 'bewertung, note, punktzahl, qualitatsfaktor, sterne, kundenzufriedenheit, zufriedenheit, index',
      fr: 'note, note moyenne, evaluation, niveau de qualite, etoiles, satisfaction',
      es: 'calificacion, valoracion, puntuacion, nivel de calidad, estrellas, satisfaccion',
      pt: 'avaliacao, nota, pontuacao, indice de qualidade, estrelas, satisfacao',
      pl: 'ocena, wynik jakosci, gwiazdki',
      ru: 'рейтинг, оценка, балл, показатель качества',
      uk: 'рейтинг, оцінка, бал, показник якості',
      ja: '評価, スコア, 品質スコア, 満足度, 星',
      ar: 'التقييم, تقييم, النتيجة النهائية, نقاط الجودة',
    },
  },
  {
    ...{ name: 'state', ...single },
    words: {
      en: 'temperature, temp, temp max, temp min, humidity, pressure, wind speed, wind, speed, height, age, altitude, elevation, depth, systolic, diastolic, peak load kw, odometer, meter reading, co2, level, water level, voltage, magnitude, year built, battery, life expect, life expectancy',
      de: 'temperatur, luftfeuchtigkeit, druck, luftdruck, wind, geschwindigkeit, grosse, hohe, alter, pegel, wasserstand, zahlerstand, tiefe, kilometerstand',
      fr: 'temperature, humidite, pression, vitesse, taille, age, altitude, niveau',
      es: 'temperatura, humedad, presion, velocidad, altura, edad, altitud, nivel',
      pt: 'temperatura, umidade, pressao, velocidade, altura, idade, nivel',
      pl: 'temperatura, wilgotnosc, cisnienie, predkosc, wzrost, wiek, poziom',
      ru: 'температура, влажность, давление, скорость, рост, возраст, уровень',
      uk: 'температура, вологість, тиск, швидкість, зріст, вік, рівень',
      ja: '気温, 温度, 湿度, 気圧, 風速, 速度, 体重, 身長, 年齢, 水位',
      ar: 'درجة الحرارة, الرطوبة, الضغط, السرعة, الطول, العمر, المستوى',
    },
  },
];
