import type { Direction } from '../direction.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english, type Texts } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { ukrainian } from './uk.ts';
import { type Writing, writing } from './writing.ts';

/** Every text of our own in a report, in the words of one language and the numbers of one locale. */
export interface Messages extends Texts {
  /** ISO 639 code of the language of the texts. */
  readonly language: string;
  /** The direction of the language of the texts. */
  readonly direction: Direction;
  /** Sets a text, such as a formatted date, apart within a sentence of these texts. */
  readonly isolate: (text: string) => string;
}

export type Labels = Texts['labels'];

const catalogues: Readonly<Record<string, (writing: Writing) => Texts>> = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  pl: polish,
  pt: portuguese,
  ru: russian,
  uk: ukrainian,
};

/** ISO 639 codes of the languages that a report's own texts exist in. */
export const languages: readonly string[] = Object.keys(catalogues);

const made = new Map<string, Messages>();

/**
 * The texts for a BCP 47 locale, by its language; English ones, with the locale's numbers, for a language that has none.
 * Throws RangeError for what is no locale.
 */
export function messagesFor(locale: string): Messages {
  const known = made.get(locale);
  if (known) return known;
  const wanted = new Intl.Locale(locale).maximize().language;
  const language = Object.hasOwn(catalogues, wanted) ? wanted : 'en';
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const write = writing(language, locale, direction);
  const messages = { ...(catalogues[language] ?? english)(write), language, direction, isolate: write.name } as const;
  if (made.size >= 500) made.clear();
  made.set(locale, messages);
  return messages;
}
