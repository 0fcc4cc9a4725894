import type { Direction } from '../../documents/direction.ts';
import { isRightToLeft } from '../text/clean-text.ts';

const letter = /\p{L}/u;

/** The isolates around names in our own sentences, which keep a name in its own direction. */
export const isolate = /\u2068([^\u2068\u2069]*)\u2069/;

/** The side that a text starts at, decided by its first letter outside names, or by its surroundings if it has none. */
export function directionOf(text: string, around: Direction): Direction {
  const own = text
    .split(isolate)
    .filter((_, index) => index % 2 === 0)
    .join('');
  if (!letter.test(own)) return around;
  return isRightToLeft(own) ? 'rtl' : 'ltr';
}

/** A colour as Office files write it. */
export function hex(color: string): string {
  return color.slice(1).toUpperCase();
}
