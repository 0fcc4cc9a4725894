import type { CountedKind } from '../../contract.ts';
import { flows } from './terms/flows.ts';
import { levels } from './terms/levels.ts';
import * as markers from './terms/markers.ts';
import { persons } from './terms/persons.ts';
import { ratios } from './terms/ratios.ts';
import type { Term } from './terms/term.ts';

const terms: readonly Term[] = [...ratios, ...levels, ...persons, ...flows];

/** What a column's name tells. */
export interface Named {
  /** Undefined if no word of it is known. */
  readonly kind: CountedKind | undefined;
  readonly term: Term | undefined;
  /** Of ratios such as `cost per lead`: what the two parts are called. */
  readonly parts: readonly [string, string] | undefined;
  readonly isPercent: boolean;
  readonly isMoney: boolean;
  /** Whether its words tell of several kinds. */
  readonly isOpen: boolean;
  /** Whether it has other words than those of the term, as `units held` has. */
  readonly isPartly: boolean;
}

interface Form {
  readonly words: readonly string[];
  readonly term: Term;
  readonly language: string;
}

/** Small letters without accents, in words. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return plain
    .replaceAll(/[%€$£¥]/g, ' $& ')
    .replaceAll(/[^\p{L}\p{N}%€$£¥°*]+/gu, ' ')
    .trim()
    .split(' ');
}

const splitCase = (name: string) => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
const listOf = (words: string) => words.split(',').map(wordsOf);

const forms: readonly Form[] = terms
  .flatMap((term) =>
    Object.entries(term.words).flatMap(([language, words]) =>
      listOf(words).map((form) => ({ words: form, term, language })),
    ),
  )
  .toSorted((one, other) => other.words.join(' ').length - one.words.join(' ').length);
const wholes = new Map(forms.toReversed().map((form) => [form.words.join(' '), form]));

const marks = (words: string) => listOf(words);
const averaging = marks(markers.averaging);
const rating = marks(markers.rating);
const percent = marks(markers.percent);
const changing = marks(markers.changing);
const unique = marks(markers.unique);
const running = marks(markers.running);
const counting = marks(markers.counting);
const codes = marks(markers.codes);
const leadingCodes = marks(markers.leadingCodes);
const money = marks(markers.money);

/** What a column is by its name, in any of the languages of the table. */
export function readName(name: string): Named {
  // A video played to 50 % is no percentage.
  const unmarked = name.replaceAll(/\b(?:at|to|bis|à|a|al|до)\s?\d+\s?%/gi, ' ');
  const bare = unmarked.replaceAll(/[([][^)\]]*[)\]]/g, ' ').trim() || name;
  const all = wordsOf(splitCase(unmarked));
  const isPercent = hasAny(all, percent);
  const isMoney = hasAny(all, money);
  const told = { term: undefined, parts: undefined, isPercent, isMoney, isOpen: false, isPartly: true };
  const words = wordsOf(splitCase(bare));
  const whole = [bare, name].flatMap(
    (text) => wholes.get(wordsOf(text).join(' ')) ?? wholes.get(wordsOf(splitCase(text)).join(' ')) ?? [],
  )[0];
  if (whole && !(isPercent && whole.term.is !== 'ratio')) {
    const { term } = whole;
    return { ...told, kind: term.is, term, isMoney: isMoney || term.unit === 'currency', isPartly: false };
  }
  if (isCode(words) && !isMoney) return { ...told, kind: 'code' };
  const parts = dividedParts(bare);
  const found = contained(words);
  const term = headOf(found);
  const ratio = found.find((form) => form.term.is === 'ratio')?.term;
  const isRatio =
    ratio !== undefined || parts !== undefined || isPercent || hasAny(words, averaging) || hasAny(words, rating);
  if (isRatio) {
    const over = ratio ?? (parts ? readName(parts[0]).term : term);
    return {
      ...told,
      kind: 'ratio',
      term: ratio ?? averaged(over),
      parts,
      isMoney: isMoney || over?.unit === 'currency',
    };
  }
  if (hasAny(words, running))
    return { ...told, kind: 'level', term: undefined, isMoney: isMoney || term?.unit === 'currency' };
  if (!term) return { ...told, kind: hasAny(words, counting) ? 'flow' : undefined };
  const isFlow = term.is === 'flow';
  if (isFlow && hasAny(words, unique))
    return { ...told, kind: 'people', term: { ...term, name: `unique ${term.name}` } };
  if (!isFlow && hasAny(words, changing)) return { ...told, kind: 'flow', term: changed(term) };
  const isOpen = found.some((form) => (form.term.is === 'flow') !== isFlow);
  return { ...told, kind: term.is, term, isOpen, isMoney: isMoney || term.unit === 'currency' };
}

/** What is wanted of a mean is what is wanted of its values; it has the parts of no ratio. */
function averaged(term: Term | undefined): Term | undefined {
  if (!term) return undefined;
  const { name, unit, better, words, weights } = term;
  return { name, is: term.is === 'level' ? 'level' : 'ratio', unit, better, words, ...(weights && { weights }) };
}

/** New followers come in a period. */
function changed({ name, words, better }: Term): Term {
  return { name: `new ${name}`, is: 'flow', unit: 'count', better: better === 'none' ? 'up' : better, words };
}

/** The forms in a name that do not overlap, the longest first. */
function contained(words: readonly string[]): (Form & { readonly at: number })[] {
  const taken = new Set<number>();
  const found: (Form & { at: number })[] = [];
  for (const form of forms) {
    if (form.term.isWhole) continue;
    const span = spanOf(words, form.words);
    if (!span || span.places.some((place) => taken.has(place))) continue;
    for (const place of span.places) taken.add(place);
    found.push({ ...form, at: span.at });
  }
  return found;
}

const headLast = new Set(['en', 'de', 'ja']);

/** Of several things named the one that is counted: the last word of `stock sales`, the first of `ventas de stock`. */
function headOf(found: readonly (Form & { readonly at: number })[]): Term | undefined {
  const inOrder = found.toSorted((one, other) => one.at - other.at);
  const isLast = found.every(({ language }) => headLast.has(language));
  return (isLast ? inOrder.at(-1) : inOrder[0])?.term;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Where words stand in a name, by the places of its words; of scripts without spaces, of its letters. */
function spanOf(words: readonly string[], form: readonly string[]): { at: number; places: number[] } | undefined {
  const text = form.join('');
  if (unspaced.test(text)) {
    const at = words.join('').lastIndexOf(text);
    return at < 0 ? undefined : { at, places: Array.from({ length: text.length }, (_, index) => at + index + 1000) };
  }
  for (let at = words.length - form.length; at >= 0; at--) {
    if (form.every((word, index) => isWord(words[at + index] ?? '', word))) {
      return { at, places: form.map((_, index) => at + index) };
    }
  }
  return undefined;
}

function isWord(word: string, form: string): boolean {
  if (form.endsWith('*')) return word.startsWith(form.slice(0, -1));
  if (form.startsWith('*')) return word.endsWith(form.slice(1)) && word.length > form.length;
  return word === form;
}

function hasAny(words: readonly string[], all: readonly (readonly string[])[]): boolean {
  return all.some((form) => spanOf(words, form) !== undefined);
}

function isCode(words: readonly string[]): boolean {
  const text = words.join('');
  const ends = codes.some(
    (form) =>
      (unspaced.test(form.join('')) && text.endsWith(form.join(''))) ||
      form.every((word, index) => isWord(words[words.length - form.length + index] ?? '', word)),
  );
  const begins = leadingCodes.some(
    (form) => words.length > form.length && form.every((word, index) => isWord(words[index] ?? '', word)),
  );
  return ends || begins;
}

/** `Cost / conv.` in its two parts; what may mean something else only where both parts are known. */
function dividedParts(name: string): readonly [string, string] | undefined {
  const text = ` ${name.replaceAll('_', ' ').replaceAll('/', ' / ').replaceAll(/\s+/g, ' ')} `;
  const lower = text.toLowerCase();
  for (const divider of markers.strongDividers) {
    const at = lower.indexOf(divider);
    if (at <= 0) continue;
    const parts = [text.slice(0, at).trim(), text.slice(at + divider.length).trim()] as const;
    if (parts[0] !== '' && parts[1] !== '') return parts;
  }
  for (const divider of markers.weakDividers) {
    const at = lower.indexOf(divider);
    if (at <= 0) continue;
    const parts = [text.slice(0, at).trim(), text.slice(at + divider.length).trim()] as const;
    if (parts.every((part) => wholes.has(wordsOf(part).join(' ')))) return parts;
  }
  return undefined;
}
