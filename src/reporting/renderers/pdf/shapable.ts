import { rightToLeftLetter } from '../../documents/direction.ts';

/** Marks that are in none of our fonts; combining keycaps are, with the emoji. */
const unknownMark =
  '[[[\\p{M}--[\\p{sc=Inherited}\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Devanagari}\\p{sc=Cyrillic}]]' +
  '\\u0897\\u1ac1-\\u1aff\\u1cd0-\\u1cff\\u1dfa\\u20d0-\\u20dc\\u20df-\\u20ef\\ua8e0-\\ua8f1' +
  '\\u{101fd}\\u{102e0}\\u{10efa}-\\u{10efc}\\u{1133b}\\u{1cf00}-\\u{1cf46}\\u{1d165}-\\u{1d1ad}\\u{1e08f}]--\\u20e3]';
const knownLetter =
  '\\p{sc=Common}\\p{sc=Inherited}\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Devanagari}\\p{sc=Cyrillic}\\p{sc=Latin}\\p{sc=Greek}';
const pointing = '[\\p{M}&&[\\p{sc=Arabic}\\p{sc=Hebrew}\\u064b-\\u0655\\u0670]]';
/** Where a character split over two fonts would begin. */
const seams = new RegExp(
  `(?<=[[${knownLetter}]--${unknownMark}])(?=${unknownMark})|(?<=${unknownMark})(?=[\\p{M}--${unknownMark}])|(?<=[\\p{P}\\p{S}\\p{Z}])(?=${pointing})`,
  'gv',
);

/** A hundred letters and signs that may all belong to one Indic syllable. */
const longSyllable = /[\p{sc=Devanagari}\p{M}\u200c\u200d]{100}/gu;

/** The first character that may need a closer look: most documents have none. */
const intricate = /[\u0300-\u1fff\u20d0-\u20ff\u2c00-\uffff]/;

/**
 * Makes a text safe for Typst's shaper. In right-to-left text it mixes up a character and its mark if they come from
 * two fonts, sets the character twice and may crash; it also crashes at a syllable of more than 255 signs. A word
 * joiner prevents the first, a zero-width space the second. Normal spelling has neither.
 */
export function shapable(text: string): string {
  if (!intricate.test(text)) return text;
  const parted = text.replace(longSyllable, '$&\u200b');
  return rightToLeftLetter.test(parted) ? parted.replace(seams, '\u2060') : parted;
}
