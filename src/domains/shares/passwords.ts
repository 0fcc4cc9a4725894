import { fieldFault } from '../../platform/faults.ts';
import { hashPassword as hash } from '../../platform/passwords.ts';

/** The hash of a link's password. Throws a fault of the field `password` unless it has 8 to 200 characters. */
export async function hashPassword(password: string): Promise<string> {
  const { length } = [...password];
  if (length < 8 || length > 200) {
    throw fieldFault('password', 'length', 'The password of a link has 8 to 200 characters.');
  }
  return hash(password);
}
