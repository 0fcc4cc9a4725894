export type Direction = 'ltr' | 'rtl';

/** A letter of a script that runs from right to left. */
export const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRightLetter = new RegExp(`(?!${rightToLeftLetter.source})\\p{L}`, 'u');
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Wraps a text that has letters of the other direction in FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that
 * neither it nor the words around it change order (Unicode Standard Annex 9). Other texts stay as they are.
 */
export function isolated(text: string, around: Direction): string {
  const other = around === 'ltr' ? rightToLeftLetter : leftToRightLetter;
  return other.test(text) ? `\u2068${text.replace(bidiControls, '')}\u2069` : text;
}
