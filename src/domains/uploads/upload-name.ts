import { fieldFault } from '../../platform/faults.ts';

const longest = 200;
/** Letters that are not shown, or that turn the direction of what follows. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * The name of an uploaded file as it is kept: the last part of a path, in NFC, without letters that are not shown. Throws
 * `invalid_request` if nothing is left or it is longer than 200 characters.
 */
export function readUploadName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(unseen, '').trim();
  if (name === '' || name === '.' || name === '..') {
    throw fieldFault('query.name', 'required', 'Give the name of the file as ?name=….');
  }
  if ([...name].length > longest) {
    throw fieldFault('query.name', 'maxLength', `The name of a file has at most ${longest} characters.`);
  }
  return name;
}
