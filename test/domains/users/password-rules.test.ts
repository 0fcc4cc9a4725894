import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEmail, emailKey } from '../../../src/domains/users/emails.ts';
import { checkPassword } from '../../../src/domains/users/password-rules.ts';
import { wellKnownPasswords } from '../../../src/domains/users/well-known-passwords.ts';
import type { ServiceError } from '../../../src/platform/errors.ts';

const ruleOf = (password: string, email = 'annabelle.smith@example.com') => {
  try {
    checkPassword(password, email);
    return null;
  } catch (error) {
    const [fault] = (error as ServiceError).details ?? [];
    assert.equal(fault?.field, 'password');
    assert.ok(!(error as Error).message.includes(password), 'the password is not repeated');
    return fault?.rule;
  }
};

for (const [password, rule] of [
  ['elevenchars', 'too_short'],
  ['🚲'.repeat(11), 'too_short'],
  ['x1'.repeat(101), 'too_long'],
  ['annabelle.smith@example.com', 'like_email'],
  ['Annabelle.SMITH', 'like_email'],
  ['123456789012', 'common'],
  ['1qaz2wsx3edc', 'common'],
  ['1QAZ2wsx3EDC', 'common'],
  ['Password1234', 'common'],
  ['!!Password2026!', 'common'],
  ['passwordpassword', 'common'],
  ['aaaaaaaaaaaaa', 'common'],
  ['abcabcabcabc', 'common'],
  ['seven green bicycles', null],
  ['password for the bicycle', null],
  ['k3v9qz7w1m5x', null],
  ['zwölf Räder singen', null],
  ['自転車が七台歌っているのです', null],
  ['            .', null],
] as const) {
  test(`${JSON.stringify(password)} is ${rule ?? 'allowed'}`, () => assert.equal(ruleOf(password), rule));
}

test('the list has what can be typed at all', () => {
  assert.ok(wellKnownPasswords.size > 2_200);
  for (const word of wellKnownPasswords) assert.match(word, /^[\x21-\x7e]{4,}$/);
});

test('an address is the same however it is written, and none that is not one passes', () => {
  assert.equal(emailKey(' Ann@EXAMPLE.com\u0000 '), 'ann@example.com');
  assert.equal(checkEmail(' Ann@Example.com '), 'Ann@Example.com');
  for (const text of [
    '',
    'ann',
    'ann@',
    '@example.com',
    'a b@c',
    'a@b\u0000',
    'a@b,c@d',
    `${'x'.repeat(65)}@b`,
    'a@b\nTo: c@d',
  ]) {
    assert.throws(() => checkEmail(text), { code: 'invalid_request' }, JSON.stringify(text));
  }
});
