import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, type KeyObject, sign, type webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { nameIn, shownClaims, verifiedEmail } from '../../../src/domains/single-sign-on/claims.ts';
import { checkDomain } from '../../../src/domains/single-sign-on/domains.ts';
import { KeptAnswers } from '../../../src/domains/single-sign-on/kept-answers.ts';
import { checkRoleClaim, roleOf } from '../../../src/domains/single-sign-on/role-by-claim.ts';
import { isSignedBy, readToken } from '../../../src/domains/single-sign-on/signatures.ts';
import { domainOf } from '../../../src/domains/users/required-sign-on.ts';

test('a role is the highest that a claim names, in texts, lists and objects, else the default', () => {
  const values = { a: 'viewer', b: 'admin', c: 'editor' } as const;
  const of = (claims: Record<string, unknown>, claim = 'groups') => roleOf(claims, { claim, values }, 'viewer');
  assert.equal(of({ groups: 'c' }), 'editor');
  assert.equal(of({ groups: ['a', 'b', 'c'] }), 'admin');
  assert.equal(of({ groups: [{ a: 1 }, 2, null] }), 'viewer');
  assert.equal(of({ realm: { roles: ['b'] } }, 'realm.roles'), 'admin');
  assert.equal(
    of({ 'realm.roles': ['c'], realm: { roles: ['b'] } }, 'realm.roles'),
    'editor',
    'a claim of that very name',
  );
  assert.equal(of({ 'https://example.com/roles': ['b'] }, 'https://example.com/roles'), 'admin');
  for (const hostile of ['constructor', '__proto__', 'toString']) {
    assert.equal(of({ groups: [hostile] }), 'viewer');
    assert.equal(of({}, hostile), 'viewer');
  }
  assert.equal(roleOf({}, null, null), null);
  assert.equal(roleOf({ groups: 'x' }, { claim: 'groups', values }, null), null);
});

test('a mapping is refused without a claim, without values and with too many', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`${number}`, 'viewer' as const]));
  for (const wrong of [
    { claim: ' ', values: { a: 'viewer' as const } },
    { claim: 'a', values: {} },
    { claim: 'a', values: many },
  ]) {
    assert.throws(() => checkRoleClaim(wrong), { code: 'invalid_request' });
  }
});

test('an address counts where its provider vouches for it, and of Entra where it has verified the domain', () => {
  const entra = 'https://login.microsoftonline.com/x/v2.0';
  const of = (all: Record<string, unknown>, issuer = 'https://login.example.com') =>
    verifiedEmail({ issuer, all: { email: 'ann@example.com', ...all } });
  assert.equal(of({ email_verified: true }), 'ann@example.com');
  assert.equal(of({ email_verified: 'true' }), 'ann@example.com');
  for (const said of [true, 'true', '1', 1]) assert.equal(of({ xms_edov: said }, entra), 'ann@example.com');
  for (const all of [
    {},
    { xms_edov: false },
    { email_verified: false, xms_edov: true },
    { xms_edov: true, email: 'x' },
  ]) {
    assert.throws(() => of(all, entra), { reason: 'unverified_email' });
  }
  assert.throws(() => of({ xms_edov: true }), { reason: 'unverified_email' });
  assert.throws(() => of({ xms_edov: true }, `${entra.replace('.com', '.com.evil.example')}`), {
    reason: 'unverified_email',
  });
});

test('names and claims are bounded, and what belongs to one sign-in is not shown', () => {
  assert.equal(nameIn({ all: { name: ' Ann\u0000 Example ' } }, 'ann@example.com'), 'Ann  Example');
  assert.equal(nameIn({ all: { given_name: 'Ann', family_name: 'Example' } }, 'ann@example.com'), 'Ann Example');
  assert.equal(nameIn({ all: { name: '   ' } }, 'ann@example.com'), 'ann');
  assert.equal([...nameIn({ all: { name: '🐝'.repeat(500) } }, 'ann@example.com')].length, 200);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`claim-${number}`, 'x'.repeat(5_000)]));
  const shown = shownClaims({ nonce: 'n', sid: 's', groups: ['a'], ...many });
  assert.equal(shown.length, 60);
  assert.deepEqual(shown[0], { name: 'groups', value: '["a"]' });
  assert.ok(shown.every(({ value }) => value.length <= 2_000));
});

test('a domain has one form, and addresses have it', () => {
  assert.equal(checkDomain(' Bücher.Example. '), 'xn--bcher-kva.example');
  assert.equal(domainOf('Ann@BÜCHER.example '), 'xn--bcher-kva.example');
  assert.equal(domainOf('"a@b"@example.com'), 'example.com');
  assert.equal(domainOf('nothing'), '');
  for (const wrong of ['', 'com', 'a..b', '-a.example', 'a_b.example', `${'a'.repeat(64)}.example`]) {
    assert.throws(() => checkDomain(wrong), { code: 'invalid_request' }, wrong);
  }
});

test('signatures of every algorithm are told from those of other keys, other algorithms and weak keys', () => {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const raw = { dsaEncoding: 'ieee-p1363' } as const;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
  const ed25519 = generateKeyPairSync('ed25519');
  const all: readonly [
    alg: string,
    keys: { publicKey: KeyObject; privateKey: KeyObject },
    digest: string | null,
    options?: object,
  ][] = [
    ['RS256', rsa, 'sha256'],
    ['RS512', rsa, 'sha512'],
    ['PS384', rsa, 'sha384', pss],
    ['ES256', curve('prime256v1'), 'sha256', raw],
    ['ES384', curve('secp384r1'), 'sha384', raw],
    ['ES512', curve('secp521r1'), 'sha512', raw],
    ['EdDSA', ed25519, null],
    ['Ed25519', ed25519, null],
  ];
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const make = (alg: string, key: KeyObject, digest: string | null, options: object = {}) => {
    const signed = `${part({ alg })}.${part({ sub: 'ann' })}`;
    return (
      readToken(`${signed}.${sign(digest, Buffer.from(signed), { key, ...options }).toString('base64url')}`) ??
      assert.fail()
    );
  };
  const jwk = (key: KeyObject, more: object = {}) =>
    ({ ...key.export({ format: 'jwk' }), ...more }) as webcrypto.JsonWebKey;
  for (const [alg, { publicKey, privateKey }, digest, options] of all) {
    const token = make(alg, privateKey, digest, options);
    assert.ok(isSignedBy(token, [jwk(publicKey)]), alg);
    assert.ok(!isSignedBy(token, [jwk(publicKey, { use: 'enc' })]), `${alg}: a key to encrypt with`);
    assert.ok(!isSignedBy(token, [jwk(publicKey, { alg: 'RS384' })]), `${alg}: a key for another algorithm`);
    assert.ok(!isSignedBy({ ...token, signed: Buffer.from('x') }, [jwk(publicKey)]), `${alg}: another text`);
    assert.ok(!isSignedBy({ ...token, signature: Buffer.alloc(0) }, [jwk(publicKey)]), `${alg}: none`);
    const others = all.filter(([, keys]) => keys.publicKey !== publicKey).map(([, keys]) => jwk(keys.publicKey));
    assert.ok(!isSignedBy(token, [...others, { kty: 'oct', k: 'AAAA' }, { kty: 'RSA' }]), `${alg}: other keys`);
  }
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  assert.ok(!isSignedBy(make('RS256', weak.privateKey, 'sha256'), [jwk(weak.publicKey)]), 'a short key');
  for (const text of ['', 'a.b', 'a.b.c.d', `${part({ alg: 'RS256' })}.W10.eA`, `${part({})}.${part({})}.eA`]) {
    assert.equal(readToken(text), undefined, text);
  }
});

test('what is kept ends after its time, and the oldest goes first', () => {
  const kept = new KeptAnswers<number>(1_000, 2);
  kept.keep('a', 1, 0);
  assert.deepEqual([kept.find('a', 999), kept.find('a', 1_000)], [1, undefined]);
  for (const name of ['b', 'c']) kept.keep(name, 2, 0);
  assert.deepEqual([kept.find('a', 1), kept.find('b', 1), kept.find('c', 1)], [undefined, 2, 2]);
});
