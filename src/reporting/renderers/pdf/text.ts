import type { Direction } from '../../documents/direction.ts';
import { breakLongWords, isRightToLeft } from '../text/clean-text.ts';

/** A text for the template: a string, or an array of one for a text that runs against the report's own direction. */
export type Text = string | readonly [string];

/** Whether a text runs against the direction of its report. One without letters does not. */
export function runsAgainst(direction: Direction, value: string): boolean {
  if (direction === 'ltr') return isRightToLeft(value);
  return /\p{L}/u.test(value) && !isRightToLeft(value);
}

/** Makes texts for a report of a direction. */
export type TextSetter = (value: string) => Text;

export function textSetter(direction: Direction): TextSetter {
  return (value) => {
    const broken = breakLongWords(value);
    return runsAgainst(direction, value) ? [broken] : broken;
  };
}
