import { createRequire } from 'node:module';
import type { Direction } from '../direction.ts';
import type { Texts } from './en.ts';
import { type Writing, writing } from './writing.ts';

/** All fixed texts of a report, in the words of one language and the numbers of one locale. */
export interface Messages extends Texts {
  /** ISO 639 code of the language of the texts. */
  readonly language: string;
  /** The direction of the language of the texts. */
  readonly direction: Direction;
  /** Isolates a text, such as a formatted date, within a sentence of these texts. */
  readonly isolate: (text: string) => string;
}

export type Labels = Texts['labels'];

const require = createRequire(import.meta.url);

/** Loaded when a report first needs them: a process writes one or two languages. */
const catalogues = {
  ar: () => (require('./ar.ts') as typeof import('./ar.ts')).arabic,
  de: () => (require('./de.ts') as typeof import('./de.ts')).german,
  en: () => (require('./en.ts') as typeof import('./en.ts')).english,
  es: () => (require('./es.ts') as typeof import('./es.ts')).spanish,
  fr: () => (require('./fr.ts') as typeof import('./fr.ts')).french,
  ja: () => (require('./ja.ts') as typeof import('./ja.ts')).japanese,
  pl: () => (require('./pl.ts') as typeof import('./pl.ts')).polish,
  pt: () => (require('./pt.ts') as typeof import('./pt.ts')).portuguese,
  ru: () => (require('./ru.ts') as typeof import('./ru.ts')).russian,
  uk: () => (require('./uk.ts') as typeof import('./uk.ts')).ukrainian,
} satisfies Record<string, () => (writing: Writing) => Texts>;

/** ISO 639 codes of the languages that a report's own texts exist in. */
export const languages: readonly string[] = Object.keys(catalogues);

function isWritten(language: string): language is keyof typeof catalogues {
  return Object.hasOwn(catalogues, language);
}

/**
 * Two full stops: one from an abbreviation (`5 Sek.`) or name (`Acme Inc.`), one from the sentence it ends. An ellipsis
 * has more.
 */
const doubledStop = /(?<!\.)\.([\u061c\u200e\u200f]*)\.(?=\s|$)/gu;

/** The same texts, with a single full stop at the end of each sentence. */
function singlyEnded<T>(texts: T): T {
  if (typeof texts === 'string') return texts.replace(doubledStop, '.$1') as T;
  if (typeof texts === 'function') return ((...facts: unknown[]) => singlyEnded(texts(...facts))) as T;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, singlyEnded(text)])) as T;
}

const made = new Map<string, Messages>();

/**
 * The texts for a BCP 47 locale, by its language; for other languages the English ones with the locale's numbers.
 * Throws RangeError for an invalid locale.
 */
export function messagesFor(locale: string): Messages {
  const known = made.get(locale);
  if (known) return known;
  const wanted = new Intl.Locale(locale).maximize().language;
  const language = isWritten(wanted) ? wanted : 'en';
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const write = writing(language, locale, direction);
  const messages = { ...singlyEnded(catalogues[language]()(write)), language, direction, isolate: write.name } as const;
  if (made.size >= 500) made.clear();
  made.set(locale, messages);
  return messages;
}
