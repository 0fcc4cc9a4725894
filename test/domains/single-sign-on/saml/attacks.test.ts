import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { checkShape } from '../../../../src/domains/single-sign-on/saml/check-shape.ts';
import type { SamlProvider } from '../../../../src/domains/single-sign-on/saml/identity-metadata.ts';
import { readResponse } from '../../../../src/domains/single-sign-on/saml/read-response.ts';
import { readXml } from '../../../../src/domains/single-sign-on/saml/read-xml.ts';
import { type SamlReason, SamlRefusal } from '../../../../src/domains/single-sign-on/saml/refusal.ts';
import {
  encodeResponse,
  idpEntityId,
  newSamlKey,
  providerWith,
  responseXml,
  type Signing,
  signXml,
  type Told,
} from '../../../support/saml-identity-provider.ts';
import { assertionOf, signatureOf, wrapsOfAssertions, wrapsOfResponses } from '../../../support/saml-wrapping.ts';
import { test } from '../../../support/suite.ts';

const [key, nextKey, foreignKey] = [newSamlKey(), newSamlKey(), newSamlKey()];
const provider = providerWith(key);
const minute = 60_000;
const now = Date.now();
const evil = 'eve@example.com';
const expected = {
  recipient: 'https://reports.example.com/sso/saml/acs',
  audience: 'https://reports.example.com/sso/saml/acc_1/metadata',
  requestId: '_request-1',
};
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const told: Told = {
  ...{ ...expected, issuer: idpEntityId, nameId: 'ann@example.com', nameIdFormat: emailFormat },
  ...{ attributes: { groups: ['staff', 'reports'], mail: 'ann@example.com' }, now, assertionId: '_assertion' },
};
const unsignedXml = (more: Partial<Told> = {}) => responseXml({ ...told, ...more });
const signedXml = (more: Partial<Told> = {}, signing?: Signing) =>
  signXml(unsignedXml(more), more.assertionId ?? '_assertion', key, signing);
/** Signed after a change that the provider made itself. */
const signedWith = (from: string | RegExp, to: string) => {
  const changed = unsignedXml().replace(from, to);
  assert.notEqual(changed, unsignedXml(), 'the change is one');
  return signXml(changed, '_assertion', key);
};
/** Changed by whoever carries it. */
const changed = (xml: string, from: string | RegExp, to: string) => {
  assert.notEqual(xml.replace(from, to), xml, 'the change is one');
  return xml.replace(from, to);
};

const read = (xml: string, { by = provider, at = now }: { by?: SamlProvider; at?: number } = {}) =>
  readResponse(by, encodeResponse(xml), expected, at);

async function refuses(xml: string, reason: SamlReason, options?: Parameters<typeof read>[1]): Promise<void> {
  await assert.rejects(
    () => read(xml, options),
    (error: unknown) => {
      assert.ok(error instanceof SamlRefusal, `${error}`);
      assert.equal(error.reason, reason, error.message);
      return true;
    },
  );
}

describe('a SAML response', () => {
  test('with a signed assertion says who signed in', async () => {
    assert.deepEqual(await read(signedXml()), {
      ...{ issuer: idpEntityId, subject: 'ann@example.com', email: 'ann@example.com', name: null },
      ...{ attributes: { groups: ['staff', 'reports'], mail: 'ann@example.com' } },
      ...{ authenticatedAt: Math.floor(now / 1000), assertionId: '_assertion', untilMs: now + 6 * minute },
    });
  });

  test('may be signed as a whole beside its assertion', async () => {
    const both = signXml(signedXml(), '_response', key);
    assert.equal((await read(both)).subject, 'ann@example.com');
  });

  test('may be signed by RSA with SHA-512 and by RSA-PSS', async () => {
    const sha512 = {
      algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    };
    assert.equal((await read(signedXml({}, sha512))).subject, 'ann@example.com');
    const pss = { algorithm: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' };
    assert.equal((await read(signedXml({}, pss))).subject, 'ann@example.com');
  });

  test('has its text decoded once, and keeps characters of every script', async () => {
    const nameId = 'A&amp;B <Zoë> 山田 "x"';
    const answer = await read(signedXml({ nameId, attributes: { displayName: 'Zoë & Co', __proto__x: 'y' } }));
    assert.equal(answer.subject, nameId);
    assert.equal(answer.name, 'Zoë & Co');
    assert.equal(answer.email, null);
  });

  test('with line ends of Windows and a declaration is the same', async () => {
    const spread = unsignedXml().replace('<saml:Subject>', '\n  <saml:Subject>');
    const signed = signXml(spread, '_assertion', key).replaceAll('\n', '\r\n');
    assert.equal((await read(`<?xml version="1.0" encoding="UTF-8"?>\r\n${signed}`)).subject, 'ann@example.com');
  });

  test('is read by either of two certificates during a change of the key', async () => {
    const both = providerWith(key, nextKey);
    assert.equal((await read(signedXml(), { by: both })).subject, 'ann@example.com');
    const byNext = signXml(unsignedXml(), '_assertion', nextKey);
    assert.equal((await read(byNext, { by: both })).subject, 'ann@example.com');
    await refuses(byNext, 'bad_signature');
  });

  test('counts within a minute of other clocks, not beyond', async () => {
    const later = now + 10 * minute;
    const signed = signedXml({ now: later });
    assert.equal((await read(signed, { at: later - 1.9 * minute })).subject, 'ann@example.com');
    assert.equal((await read(signed, { at: later + 5.9 * minute })).subject, 'ann@example.com');
    await refuses(signed, 'not_yet_valid', { at: later - 2.1 * minute });
    await refuses(signed, 'expired', { at: later + 6.1 * minute });
  });
});

/** What the library makes of it by itself, asked only for signatures. */
async function libraryReads(xml: string): Promise<string | undefined> {
  const idpCert = provider.certificates.map(({ pem }) => pem);
  const library = new SAML({
    ...{ callbackUrl: 'urn:unused', issuer: 'urn:unused', idpCert, wantAuthnResponseSigned: false },
    ...{ audience: false, acceptedClockSkewMs: -1, validateInResponseTo: ValidateInResponseTo.never },
  });
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse: encodeResponse(xml) });
  return profile?.nameID;
}

describe('signature wrapping', () => {
  const responseSigned = signXml(signedXml(), '_response', key);
  const assertionSigned = signedXml();
  const attacks = [
    ...Object.entries(wrapsOfResponses).map(([name, wrap]) => [name, wrap(responseSigned, evil)] as const),
    ...Object.entries(wrapsOfAssertions).map(([name, wrap]) => [name, wrap(assertionSigned, evil)] as const),
  ];
  assert.equal(attacks.length, 8);
  for (const [name, attack] of attacks) {
    test(`${name}, is refused by the shape alone, and never taken for somebody else by the library alone`, async () => {
      assert.ok(attack.includes(evil) && attack.includes('ann@example.com'), 'it names both');
      await refuses(attack, 'wrong_shape');
      assert.throws(() => checkShape(readXml(Buffer.from(attack))), { reason: 'wrong_shape' });
      const taken = await libraryReads(attack).catch(() => undefined);
      assert.notEqual(taken, evil);
    });
  }

  test('a second assertion, also one that is signed, is refused', async () => {
    const other = assertionOf(signedXml({ nameId: evil, assertionId: '_other' }));
    const original = assertionOf(assertionSigned);
    await refuses(assertionSigned.replace(original, `${original}${other}`), 'wrong_shape');
    await refuses(assertionSigned.replace(original, `${other}${original}`), 'wrong_shape');
  });

  test('an assertion in another namespace beside the signed one is refused', async () => {
    const original = assertionOf(assertionSigned);
    const other = `<x:Assertion xmlns:x="urn:x" ID="_x"><x:NameID>${evil}</x:NameID></x:Assertion>`;
    await refuses(assertionSigned.replace(original, `${other}${original}`), 'wrong_shape');
  });

  test('a response within another one is refused', async () => {
    const outer = unsignedXml({ nameId: evil }).replace(assertionOf(unsignedXml({ nameId: evil })), assertionSigned);
    await refuses(outer.replace('ID="_response"', 'ID="_outer"'), 'wrong_shape');
  });

  test('an assertion in the place of the response is refused', async () => {
    await refuses(assertionOf(assertionSigned), 'wrong_shape');
  });

  test('ids that are there twice are refused, in whatever letters', async () => {
    await refuses(changed(assertionSigned, 'ID="_response"', 'ID="_assertion"'), 'wrong_shape');
    await refuses(changed(assertionSigned, '<samlp:Status>', '<samlp:Status Id="_assertion">'), 'wrong_shape');
    await refuses(changed(assertionSigned, '<samlp:Status>', '<samlp:Status id="_assertion">'), 'wrong_shape');
  });

  test('an id with a prefix, which some software finds and other does not, is refused', async () => {
    const more = 'ID="_response" samlp:ID="_assertion"';
    await refuses(changed(assertionSigned, 'ID="_response"', more), 'wrong_shape');
    await refuses(changed(assertionSigned, 'ID="_response"', 'ID="_response" xml:id="_x"'), 'wrong_shape');
  });

  test('an id with quotes, as for an injection into XPath, is refused', async () => {
    await refuses(changed(assertionSigned, 'ID="_response"', `ID="x' or '1'='1"`), 'wrong_shape');
  });
});

describe('signatures', () => {
  test('an unsigned response is refused', async () => {
    await refuses(unsignedXml(), 'unsigned');
  });

  test('a response whose assertion has lost its signature is refused', async () => {
    const signed = signedXml();
    await refuses(signed.replace(signatureOf(signed), ''), 'unsigned');
  });

  test('a response that is signed without its assertion is refused', async () => {
    await refuses(signXml(unsignedXml(), '_response', key), 'unsigned');
  });

  test('a response whose own signature is wrong is refused, though its assertion is signed', async () => {
    const both = signXml(signedXml(), '_response', foreignKey);
    await refuses(both, 'bad_signature');
  });

  test('a signature by another key is refused, though the message brings its certificate', async () => {
    const forged = signXml(unsignedXml({ nameId: evil }), '_assertion', foreignKey);
    assert.ok(forged.includes('X509Certificate'), 'it brings one');
    await refuses(forged, 'bad_signature');
  });

  test('a signature of another response is refused', async () => {
    const signed = signedXml();
    const other = signedXml({ nameId: evil });
    await refuses(other.replace(signatureOf(other), signatureOf(signed)), 'bad_signature');
  });

  test('a signature over another id is refused', async () => {
    const signed = signedXml();
    await refuses(changed(signed, 'URI="#_assertion"', 'URI="#_response"'), 'wrong_shape');
    await refuses(changed(signed, 'URI="#_assertion"', 'URI=""'), 'wrong_shape');
    await refuses(changed(signed, ' URI="#_assertion"', ''), 'wrong_shape');
  });

  test('a changed assertion is refused: its subject, an attribute, a time', async () => {
    await refuses(changed(signedXml(), '>ann@example.com</saml:NameID>', `>${evil}</saml:NameID>`), 'bad_signature');
    await refuses(changed(signedXml(), '>staff<', '>admins<'), 'bad_signature');
    await refuses(changed(signedXml(), /NotOnOrAfter="2/, 'NotOnOrAfter="3'), 'bad_signature');
  });

  test('SHA-1 is refused, as signature and as digest', async () => {
    await refuses(signedXml({}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }), 'weak_algorithm');
    await refuses(signedXml({}, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }), 'weak_algorithm');
  });

  test('an HMAC with the certificate as its secret is refused', async () => {
    const forged = signedXml({ nameId: evil }, { algorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1' });
    await refuses(forged, 'weak_algorithm');
    const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
    await refuses(changed(forged, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', sha256), 'weak_algorithm');
  });

  test('other transforms than enveloped and exclusive are refused', async () => {
    const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
    for (const transforms of [
      [enveloped, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
      [enveloped, `${exclusive}WithComments`],
      [enveloped],
      [exclusive],
      [enveloped, exclusive, exclusive],
    ]) {
      await refuses(signedXml({}, { transforms }), 'weak_algorithm');
    }
    const xslt = 'http://www.w3.org/TR/1999/REC-xslt-19991116';
    await refuses(changed(signedXml(), enveloped, xslt), 'weak_algorithm');
    await refuses(signedXml({}, { form: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }), 'weak_algorithm');
  });

  test('a second SignedInfo or Reference, or an object, within a signature is refused', async () => {
    const signed = signedXml();
    const [info = ''] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(signed) ?? [];
    const [reference = ''] = /<ds:Reference .*<\/ds:Reference>/s.exec(signed) ?? [];
    await refuses(signed.replace(info, info + info), 'wrong_shape');
    await refuses(signed.replace(reference, reference + reference), 'wrong_shape');
    await refuses(changed(signed, '<ds:KeyInfo>', `<ds:KeyInfo>${info}`), 'wrong_shape');
    await refuses(changed(signed, '</ds:KeyInfo>', '</ds:KeyInfo><ds:Object>x</ds:Object>'), 'wrong_shape');
  });

  test('a comment or an element within the digest is refused', async () => {
    await refuses(changed(signedXml(), '<ds:DigestValue>', '<ds:DigestValue><!--x-->'), 'unreadable');
    await refuses(changed(signedXml(), '<ds:DigestValue>', '<ds:DigestValue><ds:x/>'), 'wrong_shape');
  });

  test('a certificate that has ended signs nothing any more, and one that begins later not yet', async () => {
    const later = now + 3 * 24 * 60 * minute;
    const signed = signXml(responseXml({ ...told, now: later }), '_assertion', key);
    await refuses(signed, 'certificate_expired', { at: later });
    const earlier = now - 24 * 60 * minute;
    const early = signXml(responseXml({ ...told, now: earlier }), '_assertion', key);
    await refuses(early, 'certificate_expired', { at: earlier });
  });
});

describe('XML', () => {
  test('a DOCTYPE is refused, with what it could read or ask for', async () => {
    const file = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>';
    await refuses(file + changed(signedXml(), '>staff<', '>&f;<'), 'unreadable');
    await refuses(`<!DOCTYPE x SYSTEM "https://evil.example/x.dtd">${signedXml()}`, 'unreadable');
    await refuses(`<!doctype x>${signedXml()}`, 'unreadable');
    await refuses(changed(signedXml(), '<samlp:Status>', '<!DOCTYPE x><samlp:Status>'), 'unreadable');
  });

  test('entities within entities (billion laughs) are refused before anything grows', async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
    const bomb = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs.join('')}]>`;
    await refuses(bomb + changed(signedXml(), '>staff<', '>&l9;<'), 'unreadable');
    await refuses(changed(signedXml(), '>staff<', '>&l9;<'), 'unreadable');
  });

  test('a comment within the NameID, which cuts it for some software, is refused', async () => {
    const cut = signedXml({ nameId: `ann@example.com.evil.example` });
    await refuses(changed(cut, 'ann@example.com.evil', 'ann@example.com<!---->.evil'), 'unreadable');
  });

  test('an element, CDATA or a processing instruction within the NameID is refused', async () => {
    await refuses(
      signedWith('>ann@example.com</saml:NameID>', '>ann@example.com<saml:x/>.evil</saml:NameID>'),
      'no_subject',
    );
    await refuses(
      changed(signedXml(), '>ann@example.com</saml:NameID>', '><![CDATA[ann@example.com]]></saml:NameID>'),
      'unreadable',
    );
    await refuses(
      changed(signedXml(), '>ann@example.com</saml:NameID>', '>ann@example.com<?x y?></saml:NameID>'),
      'unreadable',
    );
  });

  test('what parsers read differently is refused', async () => {
    const signed = signedXml();
    const [open, close] = ['<samlp:Status>', '</samlp:Status>'];
    for (const attack of [
      changed(signed, open, '<samlp:Status a=b>'),
      changed(signed, open, '<samlp:Status a="1" a="2">'),
      changed(signed, open, '<samlp:Status xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" p:a="1" samlp:a="2">'),
      changed(signed, open, '<samlp:Status a="<">'),
      changed(signed, close, '</samlp:Statu>'),
      changed(signed, open, '<samlp:Status unknown:a="1">'),
      changed(signed, open, '<samlp:Status xmlns:x="">'),
      changed(signed, open, '<samlp:Status xmlns:x="relative">'),
      changed(signed, open, '<samlp:Status xmlns:xml="urn:x">'),
      changed(signed, open, '<samlp:Status xmlns:xmlns="urn:x">'),
      changed(signed, open, '<samlp:Státus>'),
      changed(signed, open, `${open}&#0;`),
      changed(signed, open, `${open}&nbsp;`),
      changed(signed, open, `${open}&`),
      changed(signed, open, `${open}\u0000`),
      changed(signed, open, `${open}]]>`),
      `${signed}<x/>`,
      `${signed}x`,
      signed.slice(0, -1),
      `<?xml version="1.1"?>${signed}`,
      `<?xml version="1.0" encoding="utf-16"?>${signed}`,
      '',
      'x',
    ]) {
      await refuses(attack, 'unreadable');
    }
  });

  test('a namespace declared anew within the signed part changes what is signed', async () => {
    const signed = signedXml();
    const anew = changed(signed, '<saml:NameID ', '<saml:NameID xmlns:saml="urn:x" ');
    await assert.rejects(() => read(anew), SamlRefusal);
    const other = changed(signed, 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"', 'xmlns:samlp="urn:x"');
    await refuses(other, 'wrong_shape');
  });

  test('octets that are no UTF-8, and text that is no base64, are refused', async () => {
    const bytes = Buffer.concat([Buffer.from([0xc3, 0x28]), Buffer.from(signedXml())]);
    for (const encoded of [bytes.toString('base64'), '%%%', '', encodeURIComponent(encodeResponse(signedXml()))]) {
      await assert.rejects(() => readResponse(provider, encoded, expected, now), { reason: 'unreadable' });
    }
  });

  test('a deflated response, as of the redirect binding, is refused and not inflated', async () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000, 'a'));
    await assert.rejects(() => readResponse(provider, bomb.toString('base64'), expected, now), {
      reason: 'unreadable',
    });
    const small = deflateRawSync(signedXml()).toString('base64');
    await assert.rejects(() => readResponse(provider, small, expected, now), { reason: 'unreadable' });
  });

  test('what is huge, deep or of very many parts is refused at once', async () => {
    const began = performance.now();
    const before = '<samlp:Status>';
    await refuses(changed(signedXml(), '>staff<', `>${'x'.repeat(257 * 1024)}<`), 'unreadable');
    await refuses(changed(signedXml(), before, `${'<a>'.repeat(40)}${'</a>'.repeat(40)}${before}`), 'unreadable');
    await refuses(changed(signedXml(), before, `${'<a/>'.repeat(6_000)}${before}`), 'unreadable');
    await refuses(changed(signedXml(), before, `<a${' '.repeat(200_000)}b`), 'unreadable');
    await refuses(changed(signedXml(), before, `<a${' b="c"'.repeat(30_000)}`), 'unreadable');
    await refuses(changed(signedXml(), before, '<'.repeat(200_000)), 'unreadable');
    assert.ok(performance.now() - began < 5_000);
  });

  test('an encrypted assertion is refused', async () => {
    const encrypted = '<saml:EncryptedAssertion><x:Data xmlns:x="urn:x"/></saml:EncryptedAssertion>';
    await refuses(unsignedXml().replace(assertionOf(unsignedXml()), encrypted), 'encrypted');
    await refuses(signedWith(/<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID>x</saml:EncryptedID>'), 'encrypted');
  });

  test('a thousand random changes never make somebody else of it', { timeout: 120_000 }, async () => {
    const signed = signedXml();
    let state = 12_345;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '/',
      '&',
      '&lt;',
      '<!--',
      '-->',
      ' ',
      '\n',
      'ID="_assertion"',
      'x',
      '<x/>',
      evil,
    ];
    for (let round = 0; round < 1_000; round++) {
      const [from, length] = [random(signed.length), random(4)];
      const attack = signed.slice(0, from) + (pieces[random(pieces.length)] ?? '') + signed.slice(from + length);
      const answer = await read(attack).catch((error: unknown) => assert.ok(error instanceof SamlRefusal, `${error}`));
      if (answer) assert.deepEqual([answer.subject, answer.attributes], ['ann@example.com', told.attributes]);
    }
  });
});

describe('what an assertion says of itself', () => {
  test('another audience, or none, is refused', async () => {
    await refuses(signedXml({ audience: 'https://reports.example.com/sso/saml/acc_2/metadata' }), 'wrong_audience');
    await refuses(signedWith(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''), 'wrong_audience');
    await refuses(signedWith(/<saml:Conditions .*<\/saml:Conditions>/, ''), 'wrong_audience');
    const twice = '<saml:AudienceRestriction><saml:Audience>urn:other</saml:Audience></saml:AudienceRestriction>';
    await refuses(signedWith('<saml:AudienceRestriction>', `${twice}<saml:AudienceRestriction>`), 'wrong_audience');
  });

  test('another recipient or destination is refused', async () => {
    const other = 'https://other.example.com/sso/saml/acs';
    await refuses(signedWith(/Recipient="[^"]*"/, `Recipient="${other}"`), 'wrong_recipient');
    await refuses(signedWith(/Recipient="[^"]*" /, ''), 'wrong_recipient');
    await refuses(changed(signedXml(), /Destination="[^"]*"/, `Destination="${other}"`), 'wrong_destination');
    await refuses(changed(signedXml(), / Destination="[^"]*"/, ''), 'wrong_destination');
  });

  test('another issuer is refused, in the assertion and around it', async () => {
    await refuses(signedXml({ issuer: 'https://evil.example/saml' }), 'wrong_issuer');
    const around = changed(signedXml(), `<saml:Issuer>${idpEntityId}`, '<saml:Issuer>https://evil.example/saml');
    await refuses(around, 'wrong_issuer');
    const within = unsignedXml().replace(/(<saml:Assertion [^>]*><saml:Issuer>)[^<]*/, '$1https://evil.example/saml');
    await refuses(signXml(within, '_assertion', key), 'wrong_issuer');
  });

  test('an expired one is refused, by its conditions, its confirmation and its session', async () => {
    const past = new Date(now - 2 * minute).toISOString();
    await refuses(signedXml({ now: now - 10 * minute }), 'expired');
    await refuses(signedWith(/(<saml:Conditions .*?NotOnOrAfter=")[^"]*/, `$1${past}`), 'expired');
    await refuses(signedWith(/(SubjectConfirmationData NotOnOrAfter=")[^"]*/, `$1${past}`), 'expired');
    await refuses(
      signedWith('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${past}" `),
      'expired',
    );
  });

  test('one that is not yet valid is refused', async () => {
    await refuses(signedXml({ now: now + 10 * minute }), 'not_yet_valid');
  });

  test('one without an end, or with a time that is none, is refused', async () => {
    const begins = '(SubjectConfirmationData NotOnOrAfter=")[^"]*';
    await assert.rejects(() => read(signedWith(new RegExp(`${begins}"`), 'SubjectConfirmationData')), SamlRefusal);
    for (const time of ['tomorrow', '2999', '9'.repeat(40), '2999-13-45T00:00:00Z', '2999-01-01T00:00:00']) {
      await assert.rejects(() => read(signedWith(new RegExp(begins), `$1${time}`)), SamlRefusal, time);
    }
  });

  test('one that answers no request (begun by the provider), or the request of another browser, is refused', async () => {
    await refuses(changed(signedXml(), / InResponseTo="_request-1"><saml:Issuer>/, '><saml:Issuer>'), 'wrong_request');
    await refuses(signedWith(/ InResponseTo="_request-1"\/>/, '/>'), 'wrong_request');
    await refuses(signedXml({ requestId: '_request-2' }), 'wrong_request');
    const around = changed(
      signedXml({ requestId: '_request-2' }),
      'InResponseTo="_request-2"',
      'InResponseTo="_request-1"',
    );
    await refuses(around, 'wrong_request');
  });

  test('one that is not for whoever brings it is refused', async () => {
    const holder = 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key';
    await refuses(signedWith('urn:oasis:names:tc:SAML:2.0:cm:bearer', holder), 'no_subject');
    await refuses(signedWith(/<saml:Subject>.*<\/saml:Subject>/, ''), 'no_subject');
  });

  test('one without a NameID, or with one that is another each time, is refused', async () => {
    await refuses(signedXml({ nameId: '' }), 'no_subject');
    await refuses(signedXml({ nameId: 'x'.repeat(1_001) }), 'no_subject');
    await refuses(signedXml({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }), 'no_subject');
  });

  test('one that nobody signed in for, of another version, or with an unknown condition, is refused', async () => {
    await refuses(signedWith(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, ''), 'wrong_shape');
    await refuses(signedWith(/(<saml:Assertion [^>]*)Version="2.0"/, '$1Version="1.1"'), 'wrong_shape');
    await refuses(
      signedWith('<saml:AudienceRestriction>', '<saml:Condition/><saml:AudienceRestriction>'),
      'wrong_shape',
    );
    const conditions = /<saml:Conditions .*<\/saml:Conditions>/.exec(unsignedXml())?.[0] ?? '';
    await assert.rejects(() => read(signedWith(conditions, conditions + conditions)), SamlRefusal);
  });

  test('a provider that says that the sign-in came to nothing is believed without a signature', async () => {
    const failed = unsignedXml()
      .replace(assertionOf(unsignedXml()), '')
      .replace(
        /<samlp:StatusCode .*?\/>/,
        '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
      );
    await assert.rejects(() => read(failed), { reason: 'not_successful', message: /status:AuthnFailed$/ });
    await refuses(unsignedXml().replace(assertionOf(unsignedXml()), ''), 'wrong_shape');
  });
});
