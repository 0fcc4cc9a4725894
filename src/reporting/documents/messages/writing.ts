import { withDrawnDigits } from '../digits.ts';
import { type Direction, isolated } from '../direction.ts';

/**
 * What a language's texts are written with. `Category` lists the plural forms that the language has besides `other`.
 */
export interface Writing<Category extends Intl.LDMLPluralRule = Intl.LDMLPluralRule> {
  /** A whole number in the locale's digits. */
  number(value: number): string;
  /** The words that go with a count; `#` stands for the number: `{ one: '# day', other: '# days' }`. */
  counted(count: number, forms: Readonly<Record<Category | 'other', string>>): string;
  /** Names as one phrase: `A, B and C`. */
  list(items: readonly string[]): string;
  /** A customer's words within our own, isolated where they run in the other direction. */
  name(text: string): string;
}

/** The language decides the plural form, the locale the digits: they differ where the texts fall back to English. */
export function writing(language: string, locale: string, direction: Direction): Writing {
  const format = new Intl.NumberFormat(withDrawnDigits(locale));
  // Many reports count and list nothing, and creating these takes milliseconds.
  let rules: Intl.PluralRules | undefined;
  let lists: Intl.ListFormat | undefined;
  return {
    number: (value) => format.format(value),
    counted(count, forms) {
      rules ??= new Intl.PluralRules(language);
      // Whole millions are a form of their own in French, Spanish and Portuguese.
      const form: string | undefined = forms[rules.select(count)];
      return (form ?? forms.other).replace('#', () => format.format(count));
    },
    list(items) {
      lists ??= new Intl.ListFormat(language, { type: 'conjunction' });
      return lists.format(items);
    },
    name: (text) => isolated(text, direction),
  };
}
