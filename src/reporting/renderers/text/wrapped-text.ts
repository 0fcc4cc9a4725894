import { graphemes } from './clean-text.ts';
import { textWidth } from './text-width.ts';

type Weight = 'regular' | 'bold';

/**
 * What a line break never splits: a word with the spaces after it, or one East Asian character. Some spaces do not
 * break.
 */
const pieces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]|[^[\s--[\u00a0\u2007\u202f\ufeff]]\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]+[\s--[\u00a0\u2007\u202f\ufeff]]*|[\s--[\u00a0\u2007\u202f\ufeff]]+/gv;
const words = /[^[\s--[\u00a0\u2007\u202f\ufeff]]]+/gv;

/**
 * An upper estimate of the lines of `width` points that a text fills when words too long for a line are broken
 * anywhere.
 */
export function lineCount(text: string, fontSize: number, width: number, weight: Weight = 'regular'): number {
  let lines = 0;
  for (const line of text.split('\n')) lines += wrappedLines(line, fontSize, width, weight);
  return lines;
}

function wrappedLines(line: string, fontSize: number, width: number, weight: Weight): number {
  if (textWidth(line, fontSize, weight) <= width) return 1;
  let lines = 1;
  let used = 0;
  for (const [piece] of line.matchAll(pieces)) {
    const wide = textWidth(piece.trimEnd(), fontSize, weight);
    if (used > 0 && used + wide > width) {
      lines += 1;
      used = 0;
    }
    // The last letter on each line of a broken word may not fit.
    const broken = wide > width ? Math.ceil(wide / Math.max(width - fontSize, fontSize)) - 1 : 0;
    lines += broken;
    used = broken > 0 ? wide % width : used + textWidth(piece, fontSize, weight);
  }
  return lines;
}

/** In points: the rounding error of summed widths. */
const tolerance = 0.01;

/** A text with zero-width spaces in words wider than `width` points, so that every piece fits on a line. */
export function breakWideWords(text: string, fontSize: number, width: number, weight?: Weight): string {
  const fits = (part: string) => textWidth(part, fontSize, weight) <= width + tolerance;
  if (fits(text)) return text;
  return text.replace(words, (word) => {
    if (fits(word)) return word;
    let broken = '';
    let line = '';
    for (const character of graphemes(word)) {
      if (line !== '' && !fits(line + character)) {
        broken += `${line}\u200b`;
        line = '';
      }
      line += character;
    }
    return broken + line;
  });
}

/** A text in at most the given number of lines, each of which fits the width. */
export function linesOf(text: string, most: number, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  const hyphened = text.replace(/-(?=\p{L})/gu, '-\u200b');
  const broken = shortened(hyphened, most, fontSize, width).replace(/[^\u200b]+/g, (part) =>
    breakWideWords(part, fontSize, width),
  );
  for (const [piece] of broken.matchAll(/[^\s\u200b]+[\s\u200b]*/g)) {
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && textWidth(longer.trimEnd(), fontSize) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  const last = lines
    .slice(most - 1)
    .join('')
    .replaceAll('\u200b', '')
    .trimEnd();
  const kept = lines.slice(0, most - 1).map((line) => line.replaceAll('\u200b', '').trimEnd());
  return last ? [...kept, shortened(last, 1, fontSize, width)] : kept;
}

/** A text of at most the given number of lines, shortened with an ellipsis if it would be longer. */
export function shortened(text: string, lines: number, fontSize: number, width: number, weight?: Weight): string {
  const fits = (shown: string) => lineCount(shown, fontSize, width, weight) <= lines;
  if (fits(text)) return text;
  const characters = Array.from(text.slice(0, 1_000));
  const cut = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`;
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
