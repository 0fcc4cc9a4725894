import { hash } from 'node:crypto';
import { fieldFault } from '../../platform/faults.ts';

const longest = 254;
const form = /^[^\s@<>,;:"()[\]\\\p{C}]{1,64}@[^\s@<>,;:"()[\]\\\p{C}]+$/u;

/** The address without white space around it. Throws a fault of the field `email` unless it can be one. */
export function checkEmail(text: string): string {
  const email = text.trim().normalize('NFC');
  if (form.test(email) && email.length <= longest) return email;
  throw fieldFault(
    'email',
    'format',
    `An e-mail address looks like ann@example.com and has at most ${longest} characters.`,
  );
}

/** The same for all ways to write an address; any text has one, and none breaks a query. */
export function emailKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().replace(/\p{C}/gu, '');
}

/** By which an address is counted that nobody may have: SHA-256, hexadecimal. */
export function emailHash(text: string): string {
  return hash('sha256', emailKey(text));
}
