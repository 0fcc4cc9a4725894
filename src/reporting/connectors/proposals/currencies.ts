import { isCurrency } from '../../documents/currencies.ts';

const dollars = 'USD CAD AUD NZD SGD HKD MXN ARS CLP COP TWD UYU DOP JMD TTD BBD BSD BZD BMD FJD NAD'.split(' ');

/** The currencies that a sign may stand for, the most usual first. */
const signs: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  lei: ['RON', 'MDL'],
  RMB: ['CNY'],
  円: ['JPY'],
  元: ['CNY', 'TWD'],
  руб: ['RUB'],
  грн: ['UAH'],
  Fr: ['CHF'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  '₸': ['KZT'],
  '₾': ['GEL'],
  '₼': ['AZN'],
  '₲': ['PYG'],
  '₡': ['CRC'],
  '₵': ['GHS'],
  '₮': ['MNT'],
  '₭': ['LAK'],
  '৳': ['BDT'],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  SG$: ['SGD'],
  HK$: ['HKD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  NT$: ['TWD'],
  'CN¥': ['CNY'],
  'JP¥': ['JPY'],
};

/** The ISO 4217 codes that a sign or a code in a text may stand for, the most usual first; none for another word. */
export function codesOfMark(mark: string): readonly string[] {
  const trimmed = mark.replace(/\.$/, '');
  return isCurrency(trimmed) ? [trimmed] : Object.hasOwn(signs, trimmed) ? (signs[trimmed] ?? []) : [];
}

/** Codes that are no words of the languages that columns are named in, so that they count in small letters too. */
const plain = new Set(
  'EUR USD GBP CHF JPY CNY PLN UAH RUB BRL CAD AUD NZD NOK DKK CZK HUF INR MXN ILS HKD SGD KRW ZAR AED SAR EGP'.split(
    ' ',
  ),
);
const words = new Set(['ALL', 'TOP', 'XXX', 'XTS']);

/** A mark of a currency in the name of a column: `Cost (EUR)`, `Umsatz in €`, `spend_usd`. */
export interface NamedMark {
  readonly mark: string;
  /** Whether it can be nothing else, so that the column has amounts whatever it is called. */
  readonly isPlain: boolean;
}

/** The mark in the name of a column; undefined where there is none. */
export function markInName(name: string): NamedMark | undefined {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .match(/\p{Lu}{0,2}\p{Sc}|\p{L}+/gu);
  for (const part of parts ?? []) {
    if (/\p{Sc}/u.test(part) && codesOfMark(part).length > 0) return { mark: part, isPlain: true };
    const code = part.toUpperCase();
    if (plain.has(code)) return { mark: code, isPlain: true };
    if (part === code && isCurrency(part) && !words.has(part)) return { mark: part, isPlain: false };
  }
  return undefined;
}

const codeNames =
  /(?:^|[^\p{L}])(?:currency|currencies|ccy|curr|währung|waehrung|whg|devise|monnaie|moneda|divisa|moeda|valuta|waluta|валюта|通貨|币种|貨幣|عملة|العملة)(?:$|[^\p{L}])|(?:währung|waehrung|通貨|валюты)/iu;

/** Whether a column has the code of a currency in each row, by its name and its values. */
export function isCodeColumn(name: string, values: readonly (string | null)[]): boolean {
  const spelled = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
  const filled = values.flatMap((value) => codeOf(value) ?? []);
  return codeNames.test(spelled) && filled.length > 0 && filled.every(isCurrency);
}

/** A value of such a column as a code; undefined for an empty one. */
export function codeOf(value: string | null): string | undefined {
  return value?.trim().toUpperCase() || undefined;
}
