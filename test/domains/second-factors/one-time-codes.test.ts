import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from 'otpauth';
import { drawQrCode, findStep, makeCodeSetup, readCode } from '../../../src/domains/second-factors/one-time-codes.ts';
import { codeAt } from '../../support/one-time-codes.ts';

/** Appendix B of RFC 6238: the seconds, and the last six of the eight digits there. */
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

test('the codes are those of RFC 6238', async () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  for (const [seconds, code] of vectors) {
    assert.equal(await findStep(secret, code, seconds * 1_000), Math.floor(seconds / 30), code);
  }
});

test('a code counts in its half minute and those beside it, and in no other', async () => {
  const { secret } = await makeCodeSetup('ann@example.com');
  const at = 1_700_000_000_000 - (1_700_000_000_000 % 30_000);
  const code = codeAt(secret, at);
  const steps = [-60_000, -30_000, 0, 30_000, 60_000].map((late) => findStep(secret, code, at + late));
  const step = at / 30_000;
  assert.deepEqual(await Promise.all(steps), [undefined, step, step, step, undefined]);
  const other = code === '000000' ? '000001' : '000000';
  assert.equal(await findStep(secret, other, at), undefined);
});

test('a secret has 160 bits, is another each time, and its address names service and person', async () => {
  const [one, other] = [await makeCodeSetup('ann@example.com'), await makeCodeSetup('ann@example.com')];
  assert.notEqual(one.secret, other.secret);
  assert.equal(Secret.fromBase32(one.secret).bytes.length, 20);
  const uri = new URL(one.uri);
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(uri.searchParams.get('secret'), one.secret);
  assert.equal(uri.searchParams.get('issuer'), 'Report Service');
  assert.match(decodeURIComponent(uri.pathname), /Report Service:ann@example\.com$/);
});

test('a code is read with blanks and hyphens, and nothing else is one', () => {
  assert.deepEqual(['123456', ' 123 456 ', '123-456'].map(readCode), ['123456', '123456', '123456']);
  for (const text of ['', '12345', '1234567', '12345a', '१२३४५६', '1e5000'])
    assert.equal(readCode(text), undefined, text);
});

test('the picture is SVG of its own, with a quiet margin', async () => {
  const svg = await drawQrCode((await makeCodeSetup('ann@example.com')).uri);
  assert.match(svg, /^<svg [^>]*viewBox="0 0 \d+ \d+"/);
  assert.doesNotMatch(svg.replace('http://www.w3.org/2000/svg', ''), /http|<script|<image/);
  assert.ok(svg.length < 40_000, String(svg.length));
});
