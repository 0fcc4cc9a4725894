import type { FileConfig } from '../file/config.ts';
import type { Column } from './columns.ts';

type Metric = FileConfig['metrics'][number];

/** Names of columns that count nothing, in the languages that exports are written in most. */
const identifying =
  /(?:^|[^\p{L}])(?:id|ids|uid|uuid|nr|no|num|number|nummer|numero|numéro|code|zip|plz|postal|postcode|postleitzahl|phone|tel|telefon|sku|ean|gtin|isbn|year|jahr|année|month|monat|week|woche|kw|hour|index|row|zeile|pos|position|lat|lon|lng|latitude|longitude|version|iban|konto|account|rechnungsnr|auftragsnr|kundennr|bestellnr|artikelnr)(?:$|[^\p{L}])|(?:nummer|nr|_id)\.?$/iu;
const money =
  /revenue|umsatz|price|preis|prix|prezzo|precio|net(?:to)?(?:$|[^\p{L}])|brutto|gross|amount|betrag|montant|importe|importo|cost|kosten|coût|total|sales|erlös|spend|ausgaben|einnahmen|fee|gebühr|tax|steuer|mwst|vat|tva|discount|rabatt|shipping|versand|budget|profit|gewinn|margin|marge|entgelt|provision|commission|ca(?:$|[^\p{L}])|chiffre/iu;
const averaged =
  /rate|quote|ratio|share|anteil|percent|prozent|pct|average|avg|mean|durchschnitt|schnitt|moyenne|ctr|score|rating|note|temperatur|temp(?:$|[^\p{L}])|°|speed|position/iu;
const lessIsBetter =
  /cost|kosten|coût|spend|ausgaben|refund|erstattung|return|retour|storno|cancel|fee|gebühr|error|fehler|bounce|churn|discount|rabatt|tax|steuer|mwst|vat|tva|complaint|beschwerde|delay|verspätung/iu;

/** The metrics of a column of numbers: its sum, or its mean where adding makes no sense; undefined for an identifier. */
export function metricOf(column: Column, sql: string, keyOf: (name: string) => string): Metric | undefined {
  const { name, numbers, values } = column;
  const isMoney = (numbers?.currencies.size ?? 0) > 0 || money.test(name);
  if (!isMoney && isIdentifying(name)) return undefined;
  const isPercent = numbers?.isPercent === true;
  const isMean = isPercent || averaged.test(name);
  const isWhole = numbers ? numbers.isWhole : values.every((value) => value === null || /^-?\d+$/.test(value));
  return {
    key: keyOf(name),
    label: labelOf(name),
    sql: `${isMean ? 'avg' : 'sum'}(${sql})`,
    unit: isPercent ? 'percent' : isMoney ? 'currency' : isWhole && !isMean ? 'count' : 'number',
    better: lessIsBetter.test(name) ? 'down' : isMean && !isPercent ? 'none' : 'up',
    additive: !isMean,
  };
}

/** Whether a name is that of an identifier; `orderId` is read as `order Id`. */
export function isIdentifying(name: string): boolean {
  return identifying.test(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '));
}

const maxLabel = 120;

/** A column's name as people read it. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, maxLabel);
  return words === '' ? name.slice(0, maxLabel) || '?' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  ł: 'l',
  đ: 'd',
};

/** Keys made of names, none twice. */
export function keysMaker(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const spelled = name.toLowerCase().replaceAll(/[äöüßøæłđ]/g, (letter) => letters[letter] ?? '');
    const plain = spelled
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^a-z0-9]+/g, '_');
    const bare = plain.replaceAll(/^_+|_+$/g, '').slice(0, 60) || 'column';
    const key = /^[a-z]/.test(bare) ? bare : `c_${bare}`;
    let unique = key;
    for (let count = 2; used.has(unique); count++) unique = `${key}_${count}`;
    used.add(unique);
    return unique;
  };
}
