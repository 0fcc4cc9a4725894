import { createRequire } from 'node:module';
import type { Labels } from './labels.ts';

const require = createRequire(import.meta.url);

/** Loaded when a report first needs them, as its other texts are. */
const translations: Readonly<Record<string, () => Labels>> = {
  ar: () => (require('./ar.ts') as typeof import('./ar.ts')).arabicLabels,
  de: () => (require('./de.ts') as typeof import('./de.ts')).germanLabels,
  es: () => (require('./es.ts') as typeof import('./es.ts')).spanishLabels,
  fr: () => (require('./fr.ts') as typeof import('./fr.ts')).frenchLabels,
  ja: () => (require('./ja.ts') as typeof import('./ja.ts')).japaneseLabels,
  pl: () => (require('./pl.ts') as typeof import('./pl.ts')).polishLabels,
  pt: () => (require('./pt.ts') as typeof import('./pt.ts')).portugueseLabels,
  ru: () => (require('./ru.ts') as typeof import('./ru.ts')).russianLabels,
  uk: () => (require('./uk.ts') as typeof import('./uk.ts')).ukrainianLabels,
};

/** The words of a language by the English ones; none for English and for a language that reports have no texts in. */
export function translationsOf(language: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(translations[language]?.() ?? {}));
}
