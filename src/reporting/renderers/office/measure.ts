import { lineCount } from '../text/wrapped-text.ts';

/**
 * How much wider than measured a text may be. Office files name fonts of Office; where those are missing, another one takes
 * their place, at the widest DejaVu Sans.
 */
export const wider = 1.13;

/** Letters that are estimated above their width in any font, or are squares in every one. */
const asMeasured = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** An upper estimate of the lines of a text in an Office file, whichever font the reader has for it. */
export function linesInOffice(text: string, fontSize: number, width: number, weight?: 'regular' | 'bold'): number {
  return lineCount(text, asMeasured.test(text) ? fontSize : fontSize * wider, width, weight);
}
