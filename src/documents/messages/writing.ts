export type Direction = 'ltr' | 'rtl';

/** What a language's texts are written with. `Category` are the plural forms that the language has besides `other`. */
export interface Writing<Category extends Intl.LDMLPluralRule = Intl.LDMLPluralRule> {
  /** A whole number in the locale's digits. */
  number(value: number): string;
  /** The words that go with a count; `#` stands for the number: `{ one: '# day', other: '# days' }`. */
  counted(count: number, forms: Readonly<Record<Category | 'other', string>>): string;
  /** A customer's words within our own, set apart where they run in the other direction. */
  name(text: string): string;
}

/** The language decides the plural form, the locale the digits: they differ where the texts are those of another language. */
export function writing(language: string, locale: string, direction: Direction): Writing {
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(locale);
  return {
    number: (value) => format.format(value),
    counted: (count, forms) => forms[rules.select(count)].replace('#', () => format.format(count)),
    name: (text) => isolated(text, direction),
  };
}

const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRight = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;

/**
 * Wraps a text with letters of the other direction into FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that it keeps
 * its own order and leaves that of the words around it alone (Unicode Standard Annex 9). Other texts stay as they are.
 */
function isolated(text: string, around: Direction): string {
  const other = around === 'ltr' ? rightToLeft : leftToRight;
  return other.test(text) ? `\u2068${text.replace(bidiControls, '')}\u2069` : text;
}

/** A sentence with its full stop, which an abbreviation at its end, as in “1 мая 2001 г.”, brings along. */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
