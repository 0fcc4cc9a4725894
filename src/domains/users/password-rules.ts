import type { ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import { emailKey } from './emails.ts';
import { wellKnownPasswords } from './well-known-passwords.ts';

const shortest = 12;
const longest = 200;

type PasswordRule = 'too_short' | 'too_long' | 'common' | 'like_email';

const messages: Readonly<Record<PasswordRule, string>> = {
  too_short: `A password has at least ${shortest} characters.`,
  too_long: `A password has at most ${longest} characters.`,
  common: 'This password is one of the first that others try; choose another one.',
  like_email: 'The password must not be the e-mail address.',
};

/** Throws a fault of the field `password` that names a `PasswordRule`. Which characters it has is up to the person. */
export function checkPassword(password: string, email: string): void {
  const rule = brokenRule(password.normalize('NFC'), email);
  if (rule) throw passwordFault(rule);
}

function passwordFault(rule: PasswordRule): ServiceError {
  return fieldFault('password', rule, messages[rule]);
}

function brokenRule(password: string, email: string): PasswordRule | undefined {
  const { length } = [...password];
  if (length < shortest) return 'too_short';
  if (length > longest) return 'too_long';
  const address = emailKey(email);
  if ([address, address.split('@')[0]].includes(emailKey(password))) return 'like_email';
  return isCommon(password.toLowerCase()) ? 'common' : undefined;
}

/** One of the list, one with figures and signs around it, or a few characters over and over. */
function isCommon(password: string): boolean {
  const [, unit = ''] = /^(.{1,6}?|\D{7,11}?)\1+$/su.exec(password) ?? [];
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return unit !== '' || wellKnownPasswords.has(password) || wellKnownPasswords.has(word);
}
