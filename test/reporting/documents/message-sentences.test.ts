import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages, messagesFor } from '../../../src/reporting/documents/messages/messages.ts';

const chart = { kind: 'line', metrics: ['M'], dimension: null, period: 'P', comparePeriod: null } as const;
const counts = [1, 2, 5, 11, 21, 101];
const rows: Readonly<Record<string, readonly string[]>> = {
  en: counts.map((count) => (count === 1 ? '1 more row is not shown.' : `${count} more rows are not shown.`)),
  de: counts.map((count) => `${count} weitere ${count === 1 ? 'Zeile wird' : 'Zeilen werden'} nicht angezeigt.`),
  fr: counts.map((count) =>
    count === 1 ? '1 autre ligne n’est pas affichée.' : `${count} autres lignes ne sont pas affichées.`,
  ),
  es: counts.map((count) => `No se ${count === 1 ? 'muestra 1 fila' : `muestran ${count} filas`} más.`),
  pt: counts.map((count) => (count === 1 ? 'Mais 1 linha não é mostrada.' : `Mais ${count} linhas não são mostradas.`)),
  uk: ['1 рядок', '2 рядки', '5 рядків', '11 рядків', '21 рядок', '101 рядок'].map((each) => `Ще ${each} не показано.`),
  ru: [
    '1 строка не показана',
    '2 строки не показаны',
    '5 строк не показано',
    '11 строк не показано',
    '21 строка не показана',
    '101 строка не показана',
  ].map((each) => `Ещё ${each}.`),
  pl: ['1 wiersz', '2 wiersze', '5 wierszy', '11 wierszy', '21 wierszy', '101 wierszy'].map(
    (each) => `Pominięto ${each}.`,
  ),
  ja: counts.map((count) => `ほか${count}行は表示していません。`),
  ar: [
    'لم يُعرض صف واحد آخر.',
    'لم يُعرض صفان آخران.',
    'لم تُعرض 5 صفوف أخرى.',
    'لم يُعرض 11 صفًا آخر.',
    'لم يُعرض 21 صفًا آخر.',
    'لم يُعرض 101 صف آخر.',
  ],
};

for (const language of languages) {
  test(`counts take their plural forms in ${language}`, () => {
    assert.deepEqual(counts.map(messagesFor(language).labels.rowsCut), rows[language]);
  });
}

test('weeks with missing days are named by their first days, without suggesting that days are missing from then on', () => {
  const told = (language: string, unit: 'week' | 'month', count: number) => {
    return messagesFor(language).notes.partialUnits({ unit, count, named: ['d1', 'd2'] });
  };
  assert.equal(told('en', 'week', 2), '2 weeks are not covered in full (starting on d1; d2).');
  assert.equal(told('de', 'week', 3), '3 Wochen sind nicht vollständig erfasst (Beginn: d1; d2 und 1 weitere).');
  assert.equal(told('fr', 'month', 2), '2 mois ne sont pas entièrement couverts (début\u202f: d1\u202f; d2).');
  assert.equal(told('es', 'week', 2), '2 semanas no están completas (inicio: d1; d2).');
  assert.equal(told('pt', 'week', 2), '2 semanas não estão completas (início: d1; d2).');
  assert.equal(told('uk', 'week', 2), '2 тижні охоплено не повністю (початок: d1; d2).');
  assert.equal(told('ru', 'week', 2), '2 недели охвачены не полностью (начало: d1; d2).');
  assert.equal(told('pl', 'week', 2), '2 tygodnie są niepełne (początek: d1; d2).');
  assert.equal(told('ja', 'month', 3), '全日のデータがそろっていない月が3か月あります（開始日：d1、d2、ほか1か月）。');
  assert.equal(told('ar', 'month', 4), 'لا تغطي البيانات كامل 4 أشهر (تاريخ البداية: d1؛ d2، وشهران آخران).');
});

test('values left out are counted, with connection, metric and period', () => {
  const told = (language: string, count: number, period: 'current' | 'compare' = 'current') =>
    messagesFor(language).warnings.valuesLeftOut({ connection: 'Shop', metric: 'Net', period, count });
  const sentences: Readonly<Record<string, readonly [one: string, others: string]>> = {
    en: [
      'Shop has 1 value that cannot be read and is left out of Net in the current period.',
      'Shop has 5 values that cannot be read and are left out of Net in the current period.',
    ],
    de: [
      '„Shop“ enthält im aktuellen Zeitraum 1 Wert, der nicht lesbar ist und in „Net“ fehlt.',
      '„Shop“ enthält im aktuellen Zeitraum 5 Werte, die nicht lesbar sind und in „Net“ fehlen.',
    ],
    fr: [
      '«\u202fShop\u202f» contient, pour la période actuelle, 1 valeur illisible, exclue de l’indicateur «\u202fNet\u202f».',
      '«\u202fShop\u202f» contient, pour la période actuelle, 5 valeurs illisibles, exclues de l’indicateur «\u202fNet\u202f».',
    ],
    es: [
      '«Shop» contiene, en el período actual, 1 valor que no se puede leer y queda fuera del indicador «Net».',
      '«Shop» contiene, en el período actual, 5 valores que no se pueden leer y quedan fuera del indicador «Net».',
    ],
    pt: [
      '“Shop” contém, no período atual, 1 valor que não pode ser lido e fica fora do indicador “Net”.',
      '“Shop” contém, no período atual, 5 valores que não podem ser lidos e ficam fora do indicador “Net”.',
    ],
    pl: [
      'Wskaźnik „Net” ze źródła „Shop” obliczono za bieżący okres bez 1 wartości, której nie udało się odczytać.',
      'Wskaźnik „Net” ze źródła „Shop” obliczono za bieżący okres bez 5 wartości, których nie udało się odczytać.',
    ],
    ru: [
      'Показатель «Net» из источника «Shop» за текущий период рассчитан без 1 значения, которое не удалось прочитать.',
      'Показатель «Net» из источника «Shop» за текущий период рассчитан без 5 значений, которые не удалось прочитать.',
    ],
    uk: [
      'Показник «Net» із джерела «Shop» за поточний період розраховано без 1 значення, яке не вдалося прочитати.',
      'Показник «Net» із джерела «Shop» за поточний період розраховано без 5 значень, які не вдалося прочитати.',
    ],
    ja: [
      '「Shop」の対象期間には読み取れない値が1件あり、「Net」の集計から除外されています。',
      '「Shop」の対象期間には読み取れない値が5件あり、「Net」の集計から除外されています。',
    ],
    ar: [
      'لا يشمل المؤشر «Net» من «Shop» في الفترة الحالية قيمة واحدة تعذّرت قراءتها.',
      'لا يشمل المؤشر «Net» من «Shop» في الفترة الحالية 5 قيم تعذّرت قراءتها.',
    ],
  };
  for (const language of languages) {
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
    assert.deepEqual([plain(told(language, 1)), plain(told(language, 5))], sentences[language], language);
    assert.notEqual(told(language, 5, 'compare'), told(language, 5), language);
    assert.match(told(language, 1_000_000), /1.?000.?000/, language);
  }
});

test('the days that are not named are counted, in the gender and number of the day', () => {
  const told = (language: string, left: number) => {
    return messagesFor(language).notes.missingDays({ period: 'current', count: 1 + left, named: ['d'] });
  };
  assert.match(told('de', 1), /: d und 1 weiterer\.$/);
  assert.match(told('de', 21), /: d und 21 weitere\.$/);
  assert.match(told('ar', 1), /: d، ويوم آخر\.$/);
  assert.match(told('ar', 2), /: d، ويومان آخران\.$/);
  assert.match(told('ar', 5), /: d، و5 أيام أخرى\.$/);
  assert.match(told('ar', 21), /: d، و21 يومًا آخر\.$/);
  assert.match(told('en', 1), /: d and 1 more\.$/);
});

test('the best day is a day and the highest figure is a figure', () => {
  const day = { figure: '21', date: '1.5.', record: false };
  const told = (language: string, judged: boolean) => {
    return messagesFor(language).highlights.extremes({ name: 'M', judged, first: day, second: null });
  };
  assert.equal(told('en', true), 'The best day for M was 1.5., with 21.');
  assert.equal(told('en', false), 'The highest figure of M was 21 on 1.5.');
  for (const language of ['uk', 'ru', 'pl', 'ar']) {
    assert.match(told(language, true), /[—–:] 1\.5\. \(21\)\.$/, language);
    assert.match(told(language, false), /[—–:] 21 \(1\.5\.\)\.$/, language);
  }
});

test('one further metric that stood out is named in the singular', () => {
  const outlier = {
    name: 'M',
    direction: 'up',
    figure: '9',
    date: 'D',
    usual: '3',
    weekday: null,
    span: null,
    count: 1,
  };
  const told = (language: string, also: readonly string[]) => {
    return messagesFor(language).highlights.outlier({ ...outlier, direction: 'up', also });
  };
  assert.match(told('ru', ['N']), /; так же изменился показатель «N»\.$/);
  assert.match(told('ru', ['N', 'O']), /; так же изменились показатели «N» и «O»\.$/);
  assert.match(told('uk', ['N']), /; так само змінився показник «N»\.$/);
  assert.match(told('uk', ['N', 'O']), /; так само змінилися показники «N» і «O»\.$/);
  assert.match(told('pl', ['N']), /; podobnie zmienił się wskaźnik „N”\.$/);
  assert.match(told('pl', ['N', 'O']), /; podobnie zmieniły się wskaźniki „N” i „O”\.$/);
});

test('percentage points agree with their number, and abbreviations of them stay on one line', () => {
  const { highlights, labels } = messagesFor('ar');
  assert.deepEqual(
    [1, 2, 3.5, 5, 11].map((count) => highlights.points(String(count), count)),
    ['1 نقطة مئوية', '2 نقطة مئوية', '3.5 نقطة مئوية', '5 نقاط مئوية', '11 نقطة مئوية'],
  );
  assert.equal(labels.points('5', 5), '5\u00a0نقاط');
  for (const language of ['ru', 'uk', 'pl']) assert.doesNotMatch(messagesFor(language).highlights.points('5', 5), / /);
});

test('texts use the spelling shared by all countries of their language', () => {
  const texts = (file: string) =>
    readFileSync(new URL(`../../../src/reporting/documents/messages/${file}`, import.meta.url), 'utf8');
  assert.doesNotMatch(Object.values(messagesFor('en').labels).join(), /colou?r/i);
  // Switzerland writes no ß.
  for (const file of ['de.ts', 'highlights/de.ts']) assert.doesNotMatch(texts(file), /ß/, file);
  // What downloads in Brazil lowers in Portugal.
  assert.doesNotMatch(texts('pt.ts'), /baixar/i);
});

test('sentences name the missing value of a dimension as tables do', () => {
  for (const language of languages) {
    const { labels, highlights } = messagesFor(language);
    const named = labels.noValue.replace(/[()（）]/g, '');
    assert.ok(highlights.value('D', null).includes(named), `${language}: ${highlights.value('D', null)}`);
  }
});

test('the description of a chart does not call an average a total', () => {
  for (const language of languages.filter((each) => each !== 'de')) {
    const { charts, labels } = messagesFor(language);
    const { total } = labels;
    const told = charts.overall('1', null) + charts.overall('1', '2');
    assert.ok(!told.includes(total), `${language}: ${told}`);
  }
});

test('sentences end with one full stop, also after an abbreviation', () => {
  for (const language of ['ru', 'uk']) {
    const year = language === 'ru' ? '1 мая 2001 г.' : '1 трав. 2001 р.';
    const { warnings, charts } = messagesFor(language);
    const text = warnings.missingDays({ connection: 'C', period: 'current', count: 1, named: [year] });
    assert.match(text, /[^.]\.$/);
    assert.ok(!charts.described({ ...chart, period: year }).includes('..'));
  }
});

test('a sentence has one full stop, also behind an abbreviation or a name that ends with one', () => {
  const trend = (locale: string, name: string, high: string) => messagesFor(locale).labels.trend(name, '1', high);
  assert.match(trend('de-DE', 'Antwortzeit', '1,34 Sek.'), /[^.] Sek\.$/);
  assert.match(trend('ar-EG', 'المبيعات', '٥ ج.م.\u200f'), /ج\.م\.\u200f$/);
  assert.match(messagesFor('ru-RU').charts.described({ ...chart, period: '1 мая 2001 г.' }), /2001 г\.$/);
  assert.match(trend('en-US', 'More...', '2...'), /More\.\.\..* 2\.\.\./);
});

test('a name keeps two full stops within it', () => {
  const { highlights, notes } = messagesFor('en');
  assert.equal(highlights.value('Page', '/a/../b'), 'Page /a/../b');
  assert.match(notes.truncated('1..9', 10_000), /values of 1\.\.9;/);
});

test('a name is isolated where it runs against the sentence, and cannot break out', () => {
  assert.equal(messagesFor('en').labels.source('متجر'), 'Source: \u2068متجر\u2069');
  assert.equal(messagesFor('en').labels.source('Shop'), 'Source: Shop');
  assert.equal(messagesFor('ar').labels.source('Shop (1)'), 'المصدر: \u2068Shop (1)\u2069');
  assert.equal(messagesFor('ar').labels.source('متجر'), 'المصدر: متجر');
  assert.equal(messagesFor('ar').labels.source('a\u2069\u202eb'), 'المصدر: \u2068ab\u2069');
});
