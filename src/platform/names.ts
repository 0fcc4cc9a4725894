import { fieldFault } from './faults.ts';

const longest = 200;

/** Whether a name can stand in a path and in a command: a letter or digit, then letters, digits, spaces and `. _ + -`, 60 at most. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._+-]{0,59}$/u.test(name);
}

/** Throws a fault of the field `name` unless `name` has 1 to 200 characters that are not all white space. `of` is such as `an account`. */
export function checkName(of: string, name: string): void {
  if (name.trim() !== '' && [...name].length <= longest) return;
  throw fieldFault('name', 'length', `The name of ${of} has 1 to ${longest} characters that are not all white space.`);
}
