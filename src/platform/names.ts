import { OperatorError } from './errors.ts';

const longest = 200;

/** Throws an OperatorError unless `name` has 1 to 200 characters that are not all white space. `of` is such as `an account`. */
export function checkName(of: string, name: string): void {
  if (name.trim() !== '' && [...name].length <= longest) return;
  throw new OperatorError(`The name of ${of} has 1 to ${longest} characters that are not all white space.`);
}
