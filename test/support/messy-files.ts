/** A file as people's programs export it, and what is true about it, worked out by hand. */
export interface MessyFile {
  readonly title: string;
  /** Its name; `.csv` by default. */
  readonly name?: string;
  readonly content: string | Uint8Array;
  /** The sums of some metrics by key, over all rows. */
  readonly truth: Readonly<Record<string, number | null>>;
  /** The first and the last day that a row counts on. */
  readonly days: readonly [string, string];
  /** The codes of the doubts that have to be named, and no others. */
  readonly doubts?: readonly string[];
}

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;
const windows = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Numbers as they are written in several countries. */
const numbers: readonly MessyFile[] = [
  {
    title: 'German, the export that gave 13,627.50',
    content: lines(
      'Datum;Artikel;Umsatz',
      '02.01.2026;Stuhl;1.007,50',
      '03.01.2026;Tisch;31.240,00',
      '04.01.2026;Lampe;20,00',
    ),
    truth: { umsatz: 32_267.5, rows: 3 },
    days: ['2026-01-02', '2026-01-04'],
  },
  {
    title: 'German, all numbers grouped, the export that gave 2,887.43',
    content: lines('Datum;Umsatz', '02.01.2026;1.028', '03.01.2026;12.630', '14.01.2026;20.628'),
    truth: { umsatz: 34_286 },
    days: ['2026-01-02', '2026-01-14'],
    doubts: ['grouped_thousands'],
  },
  {
    title: 'German with the sign of the currency',
    content: lines('Datum;Betrag', '02.01.2026;1.007,50 €', '13.01.2026;-20,25 €'),
    truth: { betrag: 987.25 },
    days: ['2026-01-02', '2026-01-13'],
  },
  {
    title: 'German with minus behind, as SAP writes it',
    content: lines('Buchungsdatum;Betrag', '02.01.2026;1.007,50', '13.01.2026;1.000,25-'),
    truth: { betrag: 7.25 },
    days: ['2026-01-02', '2026-01-13'],
  },
  {
    title: 'German thousands beside small decimals',
    content: lines('Datum;Stück;Umsatz', '02.01.2026;1.028;0,99', '15.01.2026;3;12,00'),
    truth: { stueck: 1031, umsatz: 12.99 },
    days: ['2026-01-02', '2026-01-15'],
  },
  {
    title: 'Swiss',
    content: lines('Datum;Betrag', "02.01.2026;1'007.50", "14.01.2026;2'000'000.25", '15.01.2026;3.00'),
    truth: { betrag: 2_001_010.75 },
    days: ['2026-01-02', '2026-01-15'],
  },
  {
    title: 'Swiss with typographic apostrophes and the code of the currency',
    content: lines('Datum,Betrag', '02.01.2026,CHF 1’007.50', '14.01.2026,CHF 2.50'),
    truth: { betrag: 1010 },
    days: ['2026-01-02', '2026-01-14'],
  },
  {
    title: 'US in quotes',
    content: lines('Date,Revenue', '01/13/2026,"1,007.50"', '01/14/2026,"31,240.00"', '01/15/2026,20.00'),
    truth: { revenue: 32_267.5 },
    days: ['2026-01-13', '2026-01-15'],
  },
  {
    title: 'US with dollars and losses in parentheses',
    content: lines('Date,Amount', '01/13/2026,"$1,234.56"', '01/14/2026,($34.56)', '12/31/2026,"$1,000"'),
    truth: { amount: 2200 },
    days: ['2026-01-13', '2026-12-31'],
    doubts: ['which_currency'],
  },
  {
    title: 'US thousands only',
    content: lines('Date,Visits', '2026-01-13,"12,345"', '2026-01-14,"1,000"'),
    truth: { visits: 13_345 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['grouped_thousands'],
  },
  {
    title: 'French with narrow no-break spaces',
    content: lines('Date;Montant', '13/01/2026;1\u202f007,50', '14/01/2026;2\u202f000,25', '15/01/2026;0,5'),
    truth: { montant: 3008.25 },
    days: ['2026-01-13', '2026-01-15'],
  },
  {
    title: 'French with no-break spaces and euros',
    content: lines('Date;Montant', '13/01/2026;1\u00a0007,50\u00a0€', '14/01/2026;20,00\u00a0€'),
    truth: { montant: 1027.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'Indian lakhs',
    content: lines('Date,Amount', '2026-01-13,"1,00,000.50"', '2026-01-14,99.50'),
    truth: { amount: 100_100 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'Polish, with the currency',
    content: lines('Data;Kwota', '13.01.2026;1 234,50 zł', '14.01.2026;10,50 zł'),
    truth: { kwota: 1245 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'in percent',
    content: lines('Datum;Quote;Umsatz', '13.01.2026;12,5 %;1,00', '14.01.2026;37,5 %;2,00'),
    truth: { quote: 0.25, umsatz: 3 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['plain_mean'],
  },
  {
    title: 'plain numbers',
    content: lines('date,sales,orders', '2026-01-13,10.10,3', '2026-01-14,0.20,4'),
    truth: { sales: 10.3, orders: 7 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'sums that doubles get wrong',
    content: lines('date,amount', ...Array.from({ length: 1000 }, () => '2026-01-13,0.105')),
    truth: { amount: 105 },
    days: ['2026-01-13', '2026-01-13'],
  },
  {
    title: 'a true minus sign',
    content: lines('Datum;Betrag', '13.01.2026;−1.000,50', '14.01.2026;0,25'),
    truth: { betrag: -1000.25 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'two currencies in a column',
    content: lines('Date,Amount,Units', '2026-01-13,€5.50,1', '2026-01-14,$7.25,2'),
    truth: { units: 3, amount: null },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['several_currencies'],
  },
  {
    title: 'one column German, another with points',
    content: lines('Datum;Umsatz;Gewicht', '13.01.2026;1.007,50;0.75', '14.01.2026;1,00;12.5'),
    truth: { umsatz: 1008.5, gewicht: 13.25 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['counted_as', 'numbers_not_applied'],
  },
];

/** Days as they are written in several countries. */
const days: readonly MessyFile[] = [
  {
    title: 'day and month could be either, in the US way',
    content: lines('Date,Sales', '1/2/26,10.5', '3/4/26,2.25'),
    truth: { sales: 12.75 },
    days: ['2026-01-02', '2026-03-04'],
    doubts: ['day_or_month_first'],
  },
  {
    title: 'day and month could be either, with semicolons',
    content: lines('Date;Ventes', '01/02/2026;10,5', '03/04/2026;2,25'),
    truth: { ventes: 12.75 },
    days: ['2026-02-01', '2026-04-03'],
    doubts: ['day_or_month_first'],
  },
  {
    title: 'the month first, as only a late row tells',
    content: lines('Date,Sales', '1/2/2026,10', '3/4/2026,2', '12/31/2026,5'),
    truth: { sales: 17 },
    days: ['2026-01-02', '2026-12-31'],
  },
  {
    title: 'with times of day, morning and afternoon',
    content: lines('Date,Sales', '1/13/2026 1:05 PM,10', '1/13/2026 11:59 PM,2'),
    truth: { sales: 12 },
    days: ['2026-01-13', '2026-01-13'],
  },
  {
    title: 'with and without a time of day',
    content: lines('Datum;Menge', '13.01.2026 10:30;10', '14.01.2026;2'),
    truth: { menge: 12 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'two digits for the year',
    content: lines('Datum;Menge', '13.01.26;10', '31.12.26;2'),
    truth: { menge: 12 },
    days: ['2026-01-13', '2026-12-31'],
  },
  {
    title: 'eight digits',
    content: lines('day,quantity', '20260113,10', '20261231,2'),
    truth: { quantity: 12 },
    days: ['2026-01-13', '2026-12-31'],
  },
  {
    title: 'the month by name',
    content: lines('Date,Sales', '13 Jan 2026,10', '31 Dec 2026,2'),
    truth: { sales: 12 },
    days: ['2026-01-13', '2026-12-31'],
  },
  {
    title: 'the month by its full name',
    content: lines('Date,Sales', '"January 13, 2026",10', '"December 31, 2026",2'),
    truth: { sales: 12 },
    days: ['2026-01-13', '2026-12-31'],
  },
  {
    title: 'ISO with slashes',
    content: lines('date,sales', '2026/01/13,10', '2026/12/31,2'),
    truth: { sales: 12 },
    days: ['2026-01-13', '2026-12-31'],
  },
  {
    title: 'instants with an offset',
    content: lines('created_at,sales', '2026-01-13T10:00:00Z,10', '2026-01-14T10:00:00+01:00,2'),
    truth: { sales: 12 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'spaces around them',
    content: lines('Datum;Menge', ' 13.01.2026 ;10', ' 31.12.2026 ;2'),
    truth: { menge: 12 },
    days: ['2026-01-13', '2026-12-31'],
  },
  {
    title: 'several columns of days',
    content: lines('Lieferdatum;Bestelldatum;Menge', '15.01.2026;13.01.2026;10', '01.02.2026;31.01.2026;2'),
    truth: { menge: 12 },
    days: ['2026-01-13', '2026-01-31'],
    doubts: ['several_dates'],
  },
];

/** Lines that are no rows, and letters that are not in UTF-8. */
const layouts: readonly MessyFile[] = [
  {
    title: 'lines before the header',
    content: lines(
      'Umsatzbericht',
      'Zeitraum;01.01.2026 - 31.01.2026',
      '',
      'Datum;Filiale;Umsatz',
      '13.01.2026;Köln;1.007,50',
      '14.01.2026;Bonn;2,00',
    ),
    truth: { umsatz: 1009.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['lines_before_header'],
  },
  {
    title: 'the hint for Excel',
    content: lines('sep=;', 'Datum;Umsatz', '13.01.2026;1.007,50', '14.01.2026;2,00'),
    truth: { umsatz: 1009.5 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['lines_before_header'],
  },
  {
    title: 'a row of totals at the end',
    content: lines('Datum;Artikel;Umsatz', '13.01.2026;Stuhl;1.007,50', '14.01.2026;Tisch;2,00', 'Summe;;1.009,50'),
    truth: { umsatz: 1009.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['totals_row', 'values_left_out'],
  },
  {
    title: 'a row of totals with a day',
    content: lines(
      'Datum;Artikel;Umsatz',
      '13.01.2026;Stuhl;1.007,50',
      '14.01.2026;Tisch;2,00',
      '14.01.2026;Gesamt;1.009,50',
    ),
    truth: { umsatz: 1009.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['totals_row'],
  },
  {
    title: 'a line of totals with fewer columns',
    content: lines('Date,Item,Sales', '2026-01-13,Chair,10.50', '2026-01-14,Table,2.00', 'Total,12.50'),
    truth: { sales: 12.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['lines_at_end'],
  },
  {
    title: 'a totals row among ISO days',
    content: lines('Date,Sales', '2026-01-13,10.50', '2026-01-14,2.00', 'Total,12.50'),
    truth: { sales: 12.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['totals_row', 'values_left_out'],
  },
  {
    title: 'the header again between the rows',
    content: lines(
      'Datum;Artikel;Umsatz',
      '13.01.2026;Stuhl;1.007,50',
      'Datum;Artikel;Umsatz',
      '14.01.2026;Tisch;2,00',
    ),
    truth: { umsatz: 1009.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['repeated_header', 'values_left_out'],
  },
  {
    title: 'two columns of one name',
    content: lines('Datum;Betrag;Betrag', '13.01.2026;1.007,50;2,00', '14.01.2026;1,00;3,00'),
    truth: { betrag: 1008.5, betrag_1: 5 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['repeated_name'],
  },
  {
    title: 'a column of nothing but N/A',
    content: lines('date,clicks,cost', '2026-01-13,10,N/A', '2026-01-14,2,N/A'),
    truth: { clicks: 12 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['no_values'],
  },
  {
    title: 'N/A among numbers',
    content: lines('date,clicks,cost', '2026-01-13,10,1.50', '2026-01-14,2,N/A', '2026-01-15,1,0.25'),
    truth: { clicks: 13, cost: 1.75 },
    days: ['2026-01-13', '2026-01-15'],
    doubts: ['values_left_out'],
  },
  {
    title: 'dashes among German numbers',
    content: lines('Datum;Umsatz', '13.01.2026;1.007,50', '14.01.2026;-', '15.01.2026;2,00'),
    truth: { umsatz: 1009.5 },
    days: ['2026-01-13', '2026-01-15'],
    doubts: ['values_left_out'],
  },
  {
    title: 'windows-1252',
    content: windows('Datum;Straße;Größe\n13.01.2026;Müllerstraße;1,5\n14.01.2026;Åsgata;2,5\n'),
    truth: { groesse: 2 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['encoding', 'plain_mean'],
  },
  {
    title: 'windows-1252 with euros',
    content: Buffer.concat([
      windows('Datum;Umsatz\n13.01.2026;1.007,50 '),
      Buffer.from([0x80]),
      windows('\n14.01.2026;2,00 '),
      Buffer.from([0x80, 0x0a]),
    ]),
    truth: { umsatz: 1009.5 },
    days: ['2026-01-13', '2026-01-14'],
    doubts: ['encoding'],
  },
  {
    title: 'UTF-16, as Excel saves Unicode text',
    name: 'unicode.tsv',
    content: utf16('Datum\tStadt\tUmsatz\r\n13.01.2026\tKöln\t1.007,50\r\n14.01.2026\tŁódź\t2,00\r\n'),
    truth: { umsatz: 1009.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'a byte order mark and CRLF',
    content: '\ufeffDatum;Umsatz\r\n13.01.2026;1.007,50\r\n14.01.2026;2,00\r\n',
    truth: { umsatz: 1009.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'tabs in a file called .csv',
    content: lines('date\tsales', '2026-01-13\t10.5', '2026-01-14\t2'),
    truth: { sales: 12.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'bars',
    content: lines('date|sales', '2026-01-13|10.5', '2026-01-14|2'),
    truth: { sales: 12.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'line breaks and semicolons in quotes',
    content: lines('Datum;Notiz;Umsatz', '13.01.2026;"zwei\nZeilen; und mehr";1.007,50', '14.01.2026;kurz;2,00'),
    truth: { umsatz: 1009.5, rows: 2 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'names that are words of SQL, with spaces and quotes',
    content: lines('order,group by,"the ""sum"""', '2026-01-13,a,10.5', '2026-01-14,b,2'),
    truth: { the_sum: 12.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'postcodes and numbers of orders, which nobody adds up',
    content: lines('order_id,date,zip,total', '1001,2026-01-13,01067,10.5', '1002,2026-01-14,50667,2'),
    truth: { total: 12.5, rows: 2, order_id: null, zip: null },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'no header',
    content: lines('2026-01-13,Chair,10.5', '2026-01-14,Table,2', '2026-01-15,Lamp,3'),
    truth: { column_3: 15.5, rows: 3 },
    days: ['2026-01-13', '2026-01-15'],
    doubts: ['counted_as', 'no_header'],
  },
  {
    title: 'JSON with German texts',
    name: 'orders.json',
    content: JSON.stringify([
      { tag: '13.01.2026', umsatz: '1.007,50' },
      { tag: '14.01.2026', umsatz: '2,00' },
    ]),
    truth: { umsatz: 1009.5 },
    days: ['2026-01-13', '2026-01-14'],
  },
  {
    title: 'lines of JSON with objects in them',
    name: 'orders.ndjson',
    content: lines(
      '{"at":"2026-01-13","item":{"net":1.028,"kind":"a"}}',
      '{"at":"2026-01-14","item":{"net":2,"kind":"b"}}',
    ),
    truth: { item_net: 3.028 },
    days: ['2026-01-13', '2026-01-14'],
  },
];

/** What well-known programs write. */
const programs: readonly MessyFile[] = [
  {
    title: 'a report of Google Ads',
    content: lines(
      'Campaign report',
      '"January 1, 2026 - January 31, 2026"',
      'Day,Campaign,Clicks,Impr.,CTR,Avg. CPC,Cost',
      '2026-01-01,Brand,"1,234","12,345",9.75%,$0.52,"$641.68"',
      '2026-01-02,Generic,34,"1,345",2.50%,$1.52,$51.68',
      'Total: Account,--,"1,268","13,690",9.26%,$0.55,"$693.36"',
      'Total: Campaigns,--,"1,268","13,690",9.26%,$0.55,"$693.36"',
    ),
    truth: { clicks: 1268, impr: 13_690, ctr: 1268 / 13_690, avg_cpc: 693.36 / 1268, cost: 693.36, rows: 2 },
    days: ['2026-01-01', '2026-01-02'],
    doubts: ['lines_before_header', 'totals_row', 'values_left_out', 'which_currency'],
  },
  {
    title: 'an account of a German bank',
    content: windows(
      lines(
        '"Kontonummer:";"DE12 3456";',
        '',
        '"Von:";"01.01.2026";',
        '"Bis:";"31.01.2026";',
        '"Kontostand vom 31.01.2026:";"12.345,67 EUR";',
        '',
        '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber";"Betrag (EUR)";"Kundenreferenz";',
        '"05.01.2026";"05.01.2026";"Lastschrift";"Müller";"-1.234,56";"";',
        '"06.01.2026";"07.01.2026";"Gutschrift";"Maier";"2.000,00";"";',
      ),
    ),
    truth: { betrag_eur: 765.44, rows: 2 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['encoding', 'lines_before_header', 'several_dates'],
  },
  {
    title: 'orders of a shop, with an offset behind a space',
    content: lines(
      'Name,Financial Status,Created at,Currency,Subtotal,Total,Lineitem quantity',
      '#1001,paid,2026-01-05 00:11:12 +0100,EUR,10.00,17.28,1',
      '#1002,paid,2026-01-06 10:11:12 +0100,EUR,20.00,29.28,2',
    ),
    truth: { subtotal: 30, total: 46.56, lineitem_quantity: 3 },
    days: ['2026-01-04', '2026-01-06'],
  },
  {
    title: 'an export of Google Analytics, with comments before it',
    content: lines(
      '# ----------------------------------------',
      '# Traffic acquisition',
      '# Start date: 20260101',
      '# ----------------------------------------',
      'Date,Channel,Sessions,Total revenue',
      '20260101,Organic Search,1234,12.5',
      '20260102,Direct,34,0',
    ),
    truth: { sessions: 1268, total_revenue: 12.5 },
    days: ['2026-01-01', '2026-01-02'],
    doubts: ['lines_before_header'],
  },
  {
    title: 'seconds since 1970',
    content: lines('timestamp,value', '1767225600,1.5', '1767312000,2.5'),
    truth: { value: 4 },
    days: ['2026-01-01', '2026-01-02'],
    doubts: ['counted_as'],
  },
  {
    title: 'months',
    content: lines('Monat;Umsatz', '2026-01;1.000,50', '2026-02;2.000,50'),
    truth: { umsatz: 3001 },
    days: ['2026-01-01', '2026-02-01'],
    doubts: ['months'],
  },
  {
    title: 'a line of units below the header',
    content: lines('Datum;Umsatz;Menge', 'TT.MM.JJJJ;EUR;Stk', '05.01.2026;1.234,56;3', '06.01.2026;2,00;4'),
    truth: { umsatz: 1236.56, menge: 7, rows: 2 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['units_row', 'values_left_out'],
  },
  {
    title: 'days in two ways',
    content: lines('Datum;Umsatz', '05.01.2026;1,00', '2026-01-06;2,00', '07.01.2026;3,00'),
    truth: { umsatz: 6 },
    days: ['2026-01-05', '2026-01-07'],
  },
  {
    title: 'subtotals between the rows',
    content: lines(
      'Datum;Filiale;Umsatz',
      '05.01.2026;A;1,50',
      '06.01.2026;A;2,50',
      'Zwischensumme;;4,00',
      '05.01.2026;B;1,00',
      'Zwischensumme;;1,00',
      'Gesamtsumme;;5,00',
    ),
    truth: { umsatz: 5, rows: 3 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['totals_row', 'values_left_out'],
  },
  {
    title: "amounts in an accountant's format",
    content: lines('Date,Amount', '01/25/2026," $1,234.50 "', '01/26/2026," $(200.00)"'),
    truth: { amount: 1034.5 },
    days: ['2026-01-25', '2026-01-26'],
    doubts: ['which_currency'],
  },
  {
    title: 'a comma in quotes as decimal mark between commas',
    content: lines('Date,Price', '2026-01-05,"€1.234,50"', '2026-01-06,"€2,00"'),
    truth: { price: 618.25 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['plain_mean'],
  },
];

/** Amounts and days as people shorten them, or write them in other scripts. */
const writings: readonly MessyFile[] = [
  {
    title: 'thousands and millions by a letter, among plain amounts',
    content: lines('Date,Views,Spend', '2026-01-05,1.2k,$3.5k', '2026-01-06,300,$20', '2026-01-07,2M,$1.25m'),
    truth: { views: 2_001_500, spend: 1_253_520 },
    days: ['2026-01-05', '2026-01-07'],
    doubts: ['multiplying_suffix', 'which_currency'],
  },
  {
    title: 'thousands, millions and billions in German, with the sign of the currency',
    content: lines(
      'Datum;Umsatz',
      '05.01.2026;1,2 Mio. €',
      '06.01.2026;12,5 Tsd. €',
      '13.01.2026;2 Mrd. €',
      '14.01.2026;-300 €',
    ),
    truth: { umsatz: 2_001_212_200 },
    days: ['2026-01-05', '2026-01-14'],
    doubts: ['multiplying_suffix'],
  },
  {
    title: 'thousands and millions in Russian, in roubles',
    content: lines('Дата;Сумма', '05.01.2026;1,2 млн руб.', '16.01.2026;12,5 тыс. руб.', '17.01.2026;300 руб.'),
    truth: { column: 1_212_800 },
    days: ['2026-01-05', '2026-01-17'],
    doubts: ['multiplying_suffix'],
  },
  {
    title: 'ten thousands in Japanese',
    content: lines('日付,売上', '2026/01/05,1.5億円', '2026/01/06,12万円', '2026/01/07,300円'),
    truth: { column: 150_120_300 },
    days: ['2026-01-05', '2026-01-07'],
    doubts: ['multiplying_suffix'],
  },
  {
    title: 'lakh and crore',
    content: lines('Date,Amount', '2026-01-05,"₹1,23,456.50"', '2026-01-06,₹1.5 lakh', '2026-01-07,₹2 crore'),
    truth: { amount: 20_273_456.5 },
    days: ['2026-01-05', '2026-01-07'],
    doubts: ['multiplying_suffix'],
  },
  {
    title: 'an m that may be metres',
    content: lines('Date,Length', '2026-01-05,5m', '2026-01-06,12m'),
    truth: { length: null, rows: 2 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['unclear_suffix'],
  },
  {
    title: 'a mil that is a thousand or a million',
    content: lines('Fecha;Importe', '05/01/2026;5 mil', '16/01/2026;12 mil'),
    truth: { importe: null, rows: 2 },
    days: ['2026-01-05', '2026-01-16'],
    doubts: ['unclear_suffix'],
  },
  {
    title: 'kilobytes and megabytes, which are no amounts',
    content: lines('Date,Size,Hits', '2026-01-05,5KB,1', '2026-01-06,12MB,2'),
    truth: { size: null, hits: 3 },
    days: ['2026-01-05', '2026-01-06'],
  },
  {
    title: 'a letter that multiplies beside texts for missing values',
    content: lines(
      'Date,Views',
      '2026-01-05,1.2k',
      '2026-01-06,N/A',
      '2026-01-07,300',
      '2026-01-08,10',
      '2026-01-09,5',
    ),
    truth: { views: null, rows: 5 },
    days: ['2026-01-05', '2026-01-09'],
    doubts: ['numbers_not_read'],
  },
  {
    title: 'padded with blanks, headers and days too',
    content: lines(' Date , Amount , City ', ' 2026-01-05 , 14137.84 , Oslo ', ' 2026-01-06 ,    20.5 , Bergen '),
    truth: { amount: 14_158.34 },
    days: ['2026-01-05', '2026-01-06'],
  },
  {
    title: 'padded with blanks, in German',
    content: lines(' Datum ; Betrag ', ' 05.01.2026 ; 14.137,84 ', ' 16.01.2026 ;     20,50 '),
    truth: { betrag: 14_158.34 },
    days: ['2026-01-05', '2026-01-16'],
  },
  {
    title: 'Arabic-Indic digits and marks, in days too',
    content: lines('التاريخ;المبلغ', '٢٠٢٦-٠١-٠٥;١٬٢٣٤٫٥٠', '٢٠٢٦-٠١-٠٦;٢٠'),
    truth: { column: 1254.5 },
    days: ['2026-01-05', '2026-01-06'],
  },
  {
    title: 'Persian digits, days with unseen marks of direction',
    content: lines('day,amount', '۵‏/۱‏/۲۰۲۶,۱٬۲۳۴٫۵', '۱۶‏/۱‏/۲۰۲۶,‎-۲۰'),
    truth: { amount: 1214.5 },
    days: ['2026-01-05', '2026-01-16'],
  },
  {
    title: 'full-width digits, in days too',
    content: lines('日付,金額', '２０２６／０１／０５,￥１，２３４．５０', '２０２６／０１／０６,￥２０'),
    truth: { column: 1254.5 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['which_currency'],
  },
  {
    title: 'numbers as texts in JSON',
    name: 'messy.json',
    content: JSON.stringify([
      { day: '2026-01-05', total: '14137.84', orders: '3', rate: '1.5e-1' },
      { day: '2026-01-06', total: '20.50', orders: '12', rate: '2.5e-1' },
    ]),
    truth: { total: 14_158.34, orders: 15, rate: 0.2 },
    days: ['2026-01-05', '2026-01-06'],
    doubts: ['plain_mean'],
  },
];

/** A column for each day or month, and lines without names of columns. */
const shapes: readonly MessyFile[] = [
  {
    title: 'a German table of months with a title, totals beside and below, and a month that is still to come',
    content: lines(
      'Umsatz je Filiale;;;;',
      ';;;;',
      'Filiale;Januar 2026;Februar 2026;März 2026;Gesamt',
      'Köln;1.200,50;1.300,00;;2.500,50',
      'Ulm;800,00;750,25;;1.550,25',
      'Gesamt;2.000,50;2.050,25;;4.050,75',
    ),
    truth: { value: 4050.75, rows: 4 },
    days: ['2026-01-01', '2026-02-01'],
    doubts: ['counted_as', 'lines_before_header', 'months', 'read_long', 'rows_added_up', 'totals_row'],
  },
  {
    title: 'a French table of months in euros with a total of the quarter beside them',
    content: windows(
      lines(
        'Poste;janv. 2026;f\xe9vr. 2026;mars 2026;T1 2026',
        'Loyer;1 200,00 \x80;1 200,00 \x80;1 200,00 \x80;3 600,00 \x80',
        'Salaires;8 000,50 \x80;8 100,00 \x80;7 999,50 \x80;24 100,00 \x80',
      ),
    ),
    truth: { amount: 27_700, rows: 6 },
    days: ['2026-01-01', '2026-03-01'],
    doubts: ['encoding', 'months', 'read_long', 'rows_added_up', 'totals_left_out'],
  },
  {
    title: 'a Japanese table of months with a total',
    content: lines(
      '店舗,2026年1月,2026年2月,合計',
      '東京,"1,200,000","1,300,000","2,500,000"',
      '大阪,"800,000","750,500","1,550,500"',
    ),
    truth: { value: 4_050_500, rows: 4 },
    days: ['2026-01-01', '2026-02-01'],
    doubts: ['counted_as', 'months', 'read_long', 'rows_added_up'],
  },
  {
    title: 'a table whose rows are metrics, which are not added up with each other',
    content: lines(
      'Metric,2026-01,2026-02,2026-03',
      'Clicks,100,120,90',
      'Cost,"1,050.50",60.25,40.00',
      'Followers,1000,1010,1020',
    ),
    truth: { clicks: 310, cost: 1150.75, followers: 1020, value: null },
    days: ['2026-01-01', '2026-03-01'],
    doubts: ['months', 'read_long', 'rows_are_metrics'],
  },
  {
    title: 'a table of weeks with prices and codes beside them, which are not counted, and a row that lacks its end',
    content: lines(
      'Artikel;Preis;KW 1 2026;KW 2 2026;KW 3 2026',
      'Stuhl;49,90;3;4;5',
      'Tisch;199,00;1;2',
      'Lampe;15,00;9;8;1',
    ),
    truth: { value: 33, preis: null, rows: 8 },
    days: ['2025-12-29', '2026-01-12'],
    doubts: ['counted_as', 'read_long', 'rows_added_up', 'short_rows', 'weeks'],
  },
  {
    title: 'a table of days that may begin with the day or the month',
    content: lines('Store,01/02/2026,02/02/2026,03/02/2026', 'North,1,2,3', 'South,4,5,6'),
    truth: { value: 21, rows: 6 },
    days: ['2026-01-02', '2026-03-02'],
    doubts: ['counted_as', 'day_or_month_first', 'read_long', 'rows_added_up'],
  },
  {
    title: 'a table of days of which one tells the order',
    content: lines('Store;13/02/2026;01/03/2026', 'North;1;2', 'South;4;5'),
    truth: { value: 12, rows: 4 },
    days: ['2026-02-13', '2026-03-01'],
    doubts: ['counted_as', 'read_long', 'rows_added_up'],
  },
  {
    title: 'German lines without names, below a title',
    content: lines(
      'Export vom 05.01.2026',
      '',
      '02.01.2026;Köln;1.007,50',
      '13.01.2026;Ulm;3,00',
      '14.01.2026;Köln;20,25',
    ),
    truth: { column_3: 1030.75, rows: 3 },
    days: ['2026-01-02', '2026-01-14'],
    doubts: ['counted_as', 'lines_before_header', 'no_header'],
  },
  {
    title: 'Japanese lines without names, one of which lacks its end',
    content: lines('2026年1月5日,東京,"1,200.50"', '2026年1月6日,大阪', '2026年1月7日,大阪,800.25'),
    truth: { column_3: 2000.75, rows: 3 },
    days: ['2026-01-05', '2026-01-07'],
    doubts: ['counted_as', 'no_header', 'short_rows'],
  },
  {
    title: 'lines without names of which a value is missing, separated by tabs',
    name: 'messy.txt',
    content: lines('2026-01-05\tN/A\t3', '2026-01-06\t4\t3', '2026-01-07\t5\t2'),
    truth: { column_2: 9, column_3: 8, rows: 3 },
    days: ['2026-01-05', '2026-01-07'],
    doubts: ['counted_as', 'no_header', 'values_left_out'],
  },
  {
    title: 'a name among values, which is one of years',
    content: lines('Datum;2025;Menge 2026', '02.01.2026;5;6', '03.01.2026;7;8'),
    truth: { c_2025: 12, menge_2026: 14, rows: 2 },
    days: ['2026-01-02', '2026-01-03'],
    doubts: ['counted_as', 'header_with_values'],
  },
];

export const messyFiles: readonly MessyFile[] = [...numbers, ...days, ...layouts, ...programs, ...writings, ...shapes];
