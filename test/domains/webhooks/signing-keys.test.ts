import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { makeKey, readSecret, rotated, signatures } from '../../../src/domains/webhooks/signing-keys.ts';

const id = 'evt_01jd5w0k3m8q2r4t6v8x0z1b3d';
const body = '{"type":"share.viewed","timestamp":"2026-11-21T09:30:00Z","data":{"name":"Größe"}}';
const day = 24 * 60 * 60_000;

const headersOf = (signature: string, now = Date.now()) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now / 1_000)),
  'webhook-signature': signature,
});

/** As a receiver verifies Ed25519 by Standard Webhooks 1.0. */
function isSignedBy(
  publicKey: string,
  { 'webhook-signature': all, ...headers }: ReturnType<typeof headersOf>,
): boolean {
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  return all
    .split(' ')
    .filter((each) => each.startsWith('v1a,'))
    .some((each) => verify(null, content, key, Buffer.from(each.slice(4), 'base64')));
}

test('the npm library of Standard Webhooks verifies what v1 signs, and nothing that was changed', () => {
  const { key, secret } = makeKey('v1');
  const headers = headersOf(signatures([key], id, Date.now(), body));
  const receiver = new Webhook(secret ?? '');
  assert.deepEqual(receiver.verify(body, headers), JSON.parse(body));
  assert.throws(() => receiver.verify(body.replace('viewed', 'stolen'), headers), /signature/i);
  assert.throws(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_other' }), /signature/i);
  assert.throws(() => new Webhook(makeKey('v1').secret ?? '').verify(body, headers), /signature/i);
});

test('a secret is whsec_ and the base64 of 32 random bytes; one of 24 to 64 bytes can be brought', () => {
  assert.match(makeKey('v1').secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const bytes of [24, 32, 64]) {
    const secret = `whsec_${Buffer.alloc(bytes, 'x').toString('base64')}`;
    const headers = headersOf(signatures([readSecret(secret)], id, Date.now(), body));
    assert.ok(new Webhook(secret).verify(body, headers));
  }
  for (const wrong of [23, 65].map((bytes) => `whsec_${Buffer.alloc(bytes, 'x').toString('base64')}`)) {
    assert.throws(() => readSecret(wrong), /24 to 64/);
  }
  for (const wrong of ['secret', 'whsec_', `whsec_${'!'.repeat(40)}`, `whpk_${'A'.repeat(44)}`]) {
    assert.throws(() => readSecret(wrong), /whsec_/);
  }
});

test('for a day after a rotation both secrets verify, after it only the new one', () => {
  const [first, second] = [makeKey('v1'), makeKey('v1')];
  const now = Date.now();
  const keys = rotated([first.key], second.key, now);
  const header = signatures(keys, id, now, body);
  assert.equal(header.split(' ').length, 2);
  for (const { secret } of [first, second]) assert.ok(new Webhook(secret ?? '').verify(body, headersOf(header)));
  assert.equal(signatures(keys, id, now + day - 1_000, body).split(' ').length, 2);
  const later = signatures(keys, id, now + day, body);
  assert.equal(later, signatures([second.key], id, now + day, body));
});

test('secrets that are rotated again and again keep the header short, and the newest signs', () => {
  let keys = [makeKey('v1').key];
  let newest = makeKey('v1');
  for (let index = 0; index < 20; index++) {
    newest = makeKey('v1');
    keys = rotated(keys, newest.key, Date.now());
  }
  const header = signatures(keys, id, Date.now(), body);
  assert.equal(header.split(' ').length, 5);
  assert.ok(new Webhook(newest.secret ?? '').verify(body, headersOf(header)));
});

test('v1a signs with Ed25519: the public key verifies it, and there is no secret to share', () => {
  const { key, secret, publicKey } = makeKey('v1a');
  assert.equal(secret, null);
  const headers = headersOf(signatures([key], id, Date.now(), body));
  assert.ok(isSignedBy(publicKey ?? '', headers));
  assert.equal(isSignedBy(makeKey('v1a').publicKey ?? '', headers), false);
  assert.equal(isSignedBy(publicKey ?? '', { ...headers, 'webhook-timestamp': '1' }), false);
});
