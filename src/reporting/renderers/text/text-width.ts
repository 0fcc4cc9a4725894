/** The widths of U+0020 to U+007E in Noto Sans Regular, in hundredths of the type size. */
const latin = [
  26, 27, 41, 65, 57, 83, 73, 23, 30, 30, 55, 57, 27, 32, 27, 37, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 27, 27, 57,
  57, 57, 43, 90, 64, 65, 63, 73, 56, 52, 73, 74, 34, 27, 62, 52, 91, 76, 78, 61, 78, 62, 55, 56, 73, 60, 93, 59, 57,
  57, 33, 37, 33, 57, 44, 28, 56, 62, 48, 62, 56, 34, 62, 62, 26, 26, 53, 26, 94, 62, 61, 62, 62, 41, 48, 36, 62, 51,
  79, 53, 51, 47, 38, 55, 38, 57,
];
/** Those of U+0400 to U+045F, Cyrillic. */
const cyrillic = [
  56, 56, 72, 51, 64, 55, 28, 28, 27, 101, 103, 72, 63, 76, 62, 73, 64, 61, 65, 51, 73, 56, 91, 58, 76, 76, 63, 70, 91,
  74, 76, 73, 61, 64, 56, 62, 82, 59, 74, 67, 103, 103, 69, 85, 61, 65, 100, 64, 56, 60, 56, 44, 61, 55, 76, 49, 62, 62,
  53, 59, 77, 61, 59, 61, 61, 49, 47, 51, 74, 51, 61, 59, 89, 90, 62, 76, 55, 49, 80, 58, 55, 55, 62, 44, 49, 47, 26,
  26, 26, 86, 89, 62, 53, 62, 51, 61,
];
const otherLetters = 72;
const minus = 57;
/** U+00A0 and U+202F, which keep the groups of a number together. */
const fixedSpace = 26;
const fullWidth = 100;
const emoji = 130;
const boldIsWider = 1.08;

const arabicLetter = 56;
/** Those of the letters seen and sad. */
const wideArabicLetter = 105;
const wideArabic = 'سشصض';
const arabicDigit = 57;
/** Vowel marks, joiners and direction marks. */
const withoutWidth = /[\u064b-\u065f\u0670\u061c\u200b-\u200f\u2060-\u2069]/;

/** In hundredths of the type size. */
function letterWidth(code: number): number {
  if (code === 0xa0 || code === 0x202f) return fixedSpace;
  if (code === 0x2212) return minus;
  if (code > 0xffff) return emoji;
  const letter = String.fromCharCode(code);
  if (withoutWidth.test(letter)) return 0;
  if (code > 0x2e7f) return fullWidth;
  if (code < 0x600 || code > 0x6ff) return cyrillic[code - 0x400] ?? otherLetters;
  if (wideArabic.includes(letter)) return wideArabicLetter;
  return code >= 0x660 && code <= 0x66c ? arabicDigit : arabicLetter;
}

/**
 * The width of a text in points, for layout without a font: exact for ASCII and Cyrillic in Noto Sans, an upper
 * estimate for everything else.
 */
export function textWidth(text: string, fontSize: number, weight: 'regular' | 'bold' = 'regular'): number {
  let hundredths = 0;
  // Those of East Asian letters and emoji, which are as wide in bold.
  let square = 0;
  // By index: until its loop is compiled, an iterator takes several times as long, and the first page pays for that.
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    if (code > 0x2e7f) square += letterWidth(code);
    else hundredths += latin[code - 0x20] ?? letterWidth(code);
    if (code > 0xffff) index += 1;
  }
  return ((hundredths * (weight === 'bold' ? boldIsWider : 1) + square) / 100) * fontSize;
}
