import { rightToLeftLetter } from '../../documents/direction.ts';

/**
 * Characters that no file may contain: lone surrogates, noncharacters, control characters other than tab and line feed,
 * and the bidi embeddings, overrides and isolates that can disguise text. The group, a closed first-strong isolate, may
 * stay: it only isolates its content, and our own sentences use it around names.
 */
const unprintable =
  /\u2068([^\n\u2066-\u2069]*)\u2069|[[\p{Cc}--[\t\n]]\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gv;

/** More marks on a letter than any script uses would be drawn over the lines above and below. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu;

export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(stackedMarks, '$1')
    .replace(unprintable, (_, name?: string) => (name === undefined ? '' : `\u2068${cleanText(name)}\u2069`));
}

/** Plain data with every string cleaned: the data itself if it is already clean, otherwise a copy. */
export function cleanData<T>(data: T): T {
  if (typeof data === 'string') return cleanText(data) as T;
  if (typeof data !== 'object' || data === null) return data;
  let cleaned: T & object = data;
  for (const key in data) {
    const value = cleanData(data[key]);
    if (value === data[key]) continue;
    if (cleaned === data) cleaned = (Array.isArray(data) ? [...data] : { ...data }) as T & object;
    cleaned[key] = value;
  }
  return cleaned;
}

const isolates = /\u2068[^\u2068\u2069]*\u2069/g;
const firstStrong = /\p{L}/u;

/** Whether a paragraph runs from right to left: its first letter outside isolates decides (Unicode Standard Annex 9, P2). */
export function isRightToLeft(text: string): boolean {
  const letter = firstStrong.exec(text.replace(isolates, ''))?.[0];
  return letter !== undefined && rightToLeftLetter.test(letter);
}

/** No-break spaces turn words into one word. */
const longWord =
  /[^[\s--[\u00a0\u2007\u202f\ufeff]]\u200b\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{24,}/gv;
let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader sees them. The segmenter is made for the first long word: that takes 5 to 10 ms. */
export function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Puts a zero-width space after every 20 characters of a long word, so that it can be broken. */
export function breakLongWords(text: string): string {
  if (text.length < 24) return text;
  return text.replace(longWord, (word) => {
    let broken = '';
    let length = 0;
    for (const character of graphemes(word)) {
      if (length > 0 && length % 20 === 0) broken += '\u200b';
      broken += character;
      length += 1;
    }
    return broken;
  });
}

/** The first characters of a text that has room for only one or two lines. */
export function clipped(value: string, length: number): string {
  const characters = Array.from(value.slice(0, length * 4));
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : value;
}

/** A text that has room for only one line: new lines and tabs become spaces. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, (space) => (/[\n\t]/.test(space) ? ' ' : space));
}
