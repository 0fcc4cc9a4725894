import { latin } from './other-scripts.ts';

/** A text that people read as a number, such as `1.007,50 €`, `(12%)` or `$1.2k`. */
export interface AmountText {
  /** The digits with the marks between them. */
  readonly digits: string;
  readonly isNegative: boolean;
  readonly isPercent: boolean;
  /** The sign or code of a currency; empty if it has none. */
  readonly currency: string;
  /** What multiplies it, such as the k of `1.2k`. */
  readonly suffix: Suffix | undefined;
  /** Letters that are neither of these, such as `kg`. */
  readonly unit: string;
}

interface Suffix {
  /** As written, such as `Mio.`. */
  readonly word: string;
  /** Of ten; undefined where languages disagree. */
  readonly power: number | undefined;
  /** False for one that may be a unit as well, as m may be million or metres. */
  readonly isSure: boolean;
}

/** Spaces that separate thousands. */
export const spaces = ' \u00a0\u202f\u2009';

/** Words that multiply, by their power of ten, in lower case without a point. */
const powers: Readonly<Record<number, string>> = {
  3: 'tsd tausend thousand тыс тис tys mille millier milliers 千 ألف آلاف',
  4: '万 萬',
  5: 'lakh lakhs lac lacs',
  6: `mio mln mn million millions millionen millón millones milhão milhões milion miliony milionów млн миллион миллиона
    миллионов мільйон мільйони мільйонів 百万 مليون ملايين`,
  7: 'crore crores 千万',
  8: '億 亿',
  9: `mrd bn md mds mld млрд milliard milliards milliarde milliarden miliard miliardy miliardów миллиард миллиарда
    миллиардов мільярд мільярди мільярдів 十億 مليار مليارات`,
  12: 'трлн 兆',
};
const powerOf = new Map(
  Object.entries(powers).flatMap(([power, words]) => words.split(/\s+/).map((word) => [word, Number(power)] as const)),
);
const letters: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6 };
/** These are metres, bytes, miles and others as well. */
const unsure: Readonly<Record<string, number>> = { m: 6, b: 9, B: 9, mi: 6, bi: 9 };
/** These are a thousand or a million, a billion or a thousand of them, tonnes, or credit. */
const disputed = new Set(
  'mil t bln billion billions billionen billón billones tn trn trillion trillions cr'.split(' '),
);

const currencySource = String.raw`(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\p{Sc}|kr|zł|Kč|Ft|Lt|lei|Fr|руб|грн|円|元)`;
const currency = new RegExp(`^${currencySource}$`, 'u');
const signs = '+−-';

/** The letters and signs before and behind a number, for regular expressions here and in the engine. */
export const before = String.raw`(?:\p{L}{0,3}\p{Sc}|\p{L}{1,3}\.?)`;
export const behind = String.raw`(?:\p{L}+\.?)?[${spaces}]?(?:\p{L}{0,3}\p{Sc}|\p{L}{1,3}\.?)?`;

const form = new RegExp(
  `^(?<front>[(${signs}]*)[${spaces}]?(?<before>${before})?[${spaces}]?(?<inner>[(${signs}]?)[${spaces}]?(?<digits>\\d+(?:[.,'’${spaces}]\\d+)*|[.,]\\d+)(?<back>-?)[${spaces}]?(?<behind>%|${behind})(?<end>[-)]?)$`,
  'u',
);

/** Most amounts, which need no closer look. */
const plain = /^-?\d+(?:[.,]\d+)?$/;
const bare = { isPercent: false, currency: '', suffix: undefined, unit: '' } as const;

/** Reads a text as an amount; undefined if people do not read it as one. */
export function amountIn(text: string): AmountText | undefined {
  const trimmed = latin(text).trim().replace(/^'/, '');
  if (plain.test(trimmed)) return { ...bare, digits: trimmed.replace('-', ''), isNegative: trimmed.startsWith('-') };
  const found = form.exec(trimmed)?.groups;
  if (!found) return undefined;
  const { digits = '', front = '', inner = '', back = '', end = '' } = found;
  const marks = front + inner + back + end;
  const isEnclosed = /\(/.test(marks);
  if (marks.length > (isEnclosed ? 2 : 1) || isEnclosed !== end.endsWith(')') || back + end === '--') return undefined;
  const isNegative = isEnclosed || /[−-]/.test(marks);
  return { digits, isNegative, ...knownAffixes(found.before ?? '', found.behind ?? '') };
}

type Affixes = Pick<AmountText, 'isPercent' | 'currency' | 'suffix' | 'unit'>;

const mostAffixes = 1_000;
/** A column has few, and they take longer to read than digits. */
const affixesByText = new Map<string, Affixes>();

function knownAffixes(first: string, last: string): Affixes {
  const text = `${first}0${last}`;
  const known = affixesByText.get(text);
  if (known) return known;
  const affixes = affixesOf(first, last);
  if (affixesByText.size < mostAffixes) affixesByText.set(text, affixes);
  return affixes;
}

const pointsAndSpaces = new RegExp(`[.${spaces}]`, 'g');

function affixesOf(first: string, last: string): Affixes {
  const isPercent = last === '%';
  const front = withoutPoint(first);
  const back = isPercent ? '' : last.replaceAll(pointsAndSpaces, '');
  const suffix = suffixIn(last);
  const rest = suffix ? back.slice(withoutPoint(suffix.word).length) : back;
  const affixes = [front, rest].filter((affix) => affix !== '');
  const isMoney = affixes.every((affix) => isCurrency(affix));
  return {
    isPercent,
    suffix,
    currency: isMoney ? (affixes.at(-1) ?? '') : '',
    unit: isMoney ? '' : affixes.join(' '),
  };
}

function withoutPoint(word: string): string {
  return word.replace(/\.$/, '');
}

function isCurrency(affix: string): boolean {
  return currency.test(affix) && suffixOf(affix) === undefined;
}

/** The suffix of what follows a number; a currency may follow it without a space, as in `kEUR` and `億円`. */
function suffixIn(affix: string): Suffix | undefined {
  const [word = ''] = /^\p{L}+\.?/u.exec(affix) ?? [];
  const whole = suffixOf(word);
  if (whole) return whole;
  const places = Array.from({ length: Math.min(3, word.length) }, (_, index) => index + 1);
  const end = places.find((place) => suffixOf(word.slice(0, place)) && isCurrency(withoutPoint(word.slice(place))));
  return end === undefined ? undefined : suffixOf(word.slice(0, end));
}

function suffixOf(word: string): Suffix | undefined {
  const bare = withoutPoint(word);
  const lower = bare.toLowerCase();
  const sure = letters[bare] ?? powerOf.get(lower);
  if (sure !== undefined) return { word, power: sure, isSure: true };
  if (Object.hasOwn(unsure, bare)) return { word, power: unsure[bare], isSure: false };
  return disputed.has(lower) ? { word, power: undefined, isSure: false } : undefined;
}

/** Whether all suffixes of a column have one meaning: one that may be a unit is settled by another, or by a currency. */
export function areSettled(amounts: Iterable<Pick<AmountText, 'suffix' | 'currency'>>): boolean {
  const all = [...amounts];
  const suffixes = all.flatMap(({ suffix }) => suffix ?? []);
  if (suffixes.some(({ power }) => power === undefined)) return false;
  const isMoney = all.some(({ currency }) => currency !== '');
  return suffixes.every(({ isSure }) => isSure) || isMoney || suffixes.some(({ isSure }) => isSure);
}
