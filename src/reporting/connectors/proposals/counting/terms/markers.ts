/** Words that tell a ratio, whatever else a name says, in all languages; compared as those of terms are. */
export const averaging =
  'avg, average, averages, mean, median, typical, ø, durchschn, durchschnitt, durchschnitts*, durchschnittlich*, durchschn, mittel, mittelwert, moy, moyen, moyenne, moyennes, media, medio, promedio, medias, med, mediana, sr, sredni*, sredn*, средн*, сред, середн*, сер, 平均, متوسط, p50, p90, p95, p99, max, min, maximum, minimum, maximal, minimal, best, worst, std, stddev, variance';

export const rating =
  'rate, rates, ratio, quote, *quote, *rate, rata, taux, tasa, taxa, wskaznik, wspolczynnik, wspolcz, показатель, коэффициент, коэф, коэфф, доля, коефіцієнт, коеф, частка, показник, 率, 割合, 比率, معدل, نسبة, per capita, percentage, percentages, share, proportion, percentile, intensity, density, yield, efficiency, anteil, *anteil';

export const percent =
  '%, percent, pct, perc, prozent, prozentual*, prozentsatz, pourcent, pourcentage, porcentaje, porcentagem, percentual, procent, procentowy, процент*, відсот*, パーセント, パーセンテージ, بالمئة, المئوية, النسبة المئوية, percentage';

/** What stands between the two parts of a ratio; the weak ones also mean other things. */
export const strongDividers = ['/', ' per ', ' pro ', ' je ', ' por ', ' لكل ', 'あたり'] as const;
export const weakDividers = [' par ', ' pour ', ' za ', ' na ', ' за ', ' на '] as const;

/** Of people and levels: those that came or went in a period add up. */
export const changing =
  'new, gained, lost, added, net new, joined, first time, churned, paid, neue, neuer, neu, neues, gewonnene, verlorene, nouveaux, nouvelles, nouveau, nuevos, nuevas, nuevo, novos, novas, novo, nowi, nowe, nowych, новые, новых, нові, нових, 新規, 新しい, جدد, الجدد, جديد, growth, change, delta, wachstum, zuwachs';

export const unique =
  'unique, uniques, distinct, eindeutige, eindeutig, einmalige, unterschiedliche, uniques, unicos, unicas, unico, unikalne, unikalni, unikatowe, уникальн*, унікальн*, ユニーク, 重複なし, فريد, فريدة, الفريدة, الفريدون';

/** Running totals, which are levels. */
export const running =
  'cumulative, cumulated, running total, year to date, ytd, mtd, to date, kumuliert, kumulierte, aufgelaufen, cumule, cumules, cumulado, acumulado, acumulada, narastajaco, skumulowan*, накоплен*, нарастающ*, накопичен*, 累計, 累積, تراكمي, التراكمي';

/** What counts, where nothing else is known of a name. */
export const counting =
  'count, counts, number of, total, no of, anzahl, *anzahl, zahl, *zahl, nombre, nombre de, nb, numero de, cantidad de, liczba, количество, кол во, число, кількість, 数, 回数, 件数, عدد';

/** What counts nothing, at the end of a name or alone. */
export const codes =
  'id, ids, uid, uuid, guid, nr, no, number, nummer, numero, code, key, zip, plz, postal, postcode, postleitzahl, phone, tel, telephone, telefon, sku, ean, gtin, isbn, upc, asin, year, jahr, annee, ano, año, rok, год, рік, 年, month, monat, mois, mes, mês, miesiac, месяц, місяць, 月, quarter, quartal, trimestre, week, woche, semaine, semana, tydzien, неделя, тиждень, 週, kw, weekday, wochentag, day of week, hour, stunde, heure, hora, godzina, час, година, 時間帯, minute, second, index, row, zeile, pos, lat, lon, lng, latitude, longitude, breitengrad, langengrad, широта, долгота, довгота, 緯度, 経度, version, iban, account, konto, kontonummer, *nummer, *nr, code postal, codigo postal, código postal, kod pocztowy, индекс, почтовый индекс, поштовий індекс, 郵便番号, 番号, الرمز البريدي, رمز, رقم, السنة, السنه, الشهر, الساعة, vat id, ip, port, fips, geo id, last4, telefono, telefone, телефон, 電話番号, هاتف, x, y, row id, zip code, postal code, order no';

/** What counts nothing where a name begins with it. */
export const leadingCodes =
  'id, n°, no, nr, numero de, numéro de, num, code, código, codigo, kod, номер, код, رقم, رمز, numer';

/** Of amounts in headers. */
export const money =
  'eur, usd, gbp, chf, jpy, brl, pln, rub, uah, aed, sar, egp, euro, euros, dollar, dollars, €, $, £, ¥, zl, ₽, ₴, 円, ريال, درهم';
