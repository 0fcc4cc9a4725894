import { acceptedLanguage } from '../../../platform/http/accepted-language.ts';
import { type Direction, isolated } from '../../../reporting/documents/direction.ts';
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

const catalogues = {
  ...{ ar: arabic, de: german, en: english, es: spanish, fr: french },
  ...{ ja: japanese, pl: polish, pt: portuguese, ru: russian, uk: ukrainian },
} satisfies Record<string, Texts>;

export type Language = keyof typeof catalogues;
export const languages = Object.keys(catalogues) as readonly Language[];

/** The texts of people's pages and mails in one language. */
export interface Messages extends Texts {
  readonly language: Language;
  readonly direction: Direction;
  /** Somebody's words within ours, isolated where they run in the other direction. */
  readonly isolate: (text: string) => string;
}

export function messagesIn(language: Language): Messages {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return { ...catalogues[language], language, direction, isolate: (text) => isolated(text, direction) };
}

/** In the language that a browser's `Accept-Language` wants most of those there are; else in English. */
export function messagesFor(acceptLanguage: string | undefined): Messages {
  return messagesIn(acceptedLanguage(acceptLanguage, languages) ?? 'en');
}
