import { fieldFault } from '../../platform/faults.ts';

export const longestLabel = 50;
/** What no name has: signs that nobody sees or that turn the direction of what stands beside it. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** A name as it is stored: composed, with single spaces. Throws a fault of `field` for one that is none. */
export function readLabelName(field: string, given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim();
  if (foldLabel(name) !== '' && [...name].length <= longestLabel && !unseen.test(name)) return name;
  throw fieldFault(field, 'name', `The name of a tag or folder has 1 to ${longestLabel} characters, in one line.`);
}

/** What two names have in common that are the same: in any case, and however they are composed. */
export function foldLabel(name: string): string {
  // By way of upper case, which the sharp s and the final sigma have in common with their other forms.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase();
  return folded
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .normalize('NFKC');
}
