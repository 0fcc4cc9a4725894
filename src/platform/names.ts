import { fieldFault } from './faults.ts';

const longest = 200;

/** Throws a fault of the field `name` unless `name` has 1 to 200 characters that are not all white space. `of` is such as `an account`. */
export function checkName(of: string, name: string): void {
  if (name.trim() !== '' && [...name].length <= longest) return;
  throw fieldFault('name', 'length', `The name of ${of} has 1 to ${longest} characters that are not all white space.`);
}
