import { ruleWords as arabic } from './ar.ts';
import { ruleWords as german } from './de.ts';
import { ruleWords as english } from './en.ts';
import { ruleWords as spanish } from './es.ts';
import { ruleWords as french } from './fr.ts';
import { ruleWords as japanese } from './ja.ts';
import { ruleWords as polish } from './pl.ts';
import { ruleWords as portuguese } from './pt.ts';
import { ruleWords as russian } from './ru.ts';
import type { RuleWords } from './rule-words.ts';
import { ruleWords as ukrainian } from './uk.ts';

export const ruleCatalogues: Readonly<Record<string, RuleWords>> = {
  ...{ ar: arabic, de: german, en: english, es: spanish, fr: french },
  ...{ ja: japanese, pl: polish, pt: portuguese, ru: russian, uk: ukrainian },
};

/** The words of a locale's language; English where there are none. */
export function ruleWordsFor(locale: string): RuleWords {
  return ruleCatalogues[locale.split('-')[0] ?? ''] ?? english;
}
