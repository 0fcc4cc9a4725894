import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { readProviderMetadata } from '../../../../src/domains/single-sign-on/saml/identity-metadata.ts';
import { serviceMetadata } from '../../../../src/domains/single-sign-on/saml/own-metadata.ts';
import { elementsOf, readXml } from '../../../../src/domains/single-sign-on/saml/read-xml.ts';
import { requestAddress, requestIdOf } from '../../../../src/domains/single-sign-on/saml/request.ts';
import { ServiceError } from '../../../../src/platform/errors.ts';
import {
  base64Of,
  idpEntityId,
  idpSignInUrl,
  metadataXml,
  newSamlKey,
  providerWith,
} from '../../../support/saml-identity-provider.ts';

const [key, nextKey] = [newSamlKey(), newSamlKey()];
const minute = 60_000;
const service = {
  entityId: 'https://reports.example.com/sso/saml/acc_1/metadata',
  recipient: 'https://reports.example.com/sso/saml/acs',
};

function refuses(text: string, rule: string, now?: number): void {
  assert.throws(
    () => readProviderMetadata(text, now),
    (error: unknown) => {
      assert.ok(error instanceof ServiceError, `${error}`);
      const [{ field, rule: told } = assert.fail()] = error.details ?? [];
      assert.deepEqual([field, told], ['metadata', rule]);
      return true;
    },
  );
}
const changed = (from: string | RegExp, to: string) => {
  const xml = metadataXml([key]);
  assert.notEqual(xml.replace(from, to), xml, 'the change is one');
  return xml.replace(from, to);
};

test("a provider's metadata gives its entity id, its address by HTTP-Redirect and its certificates", () => {
  const { certificates, ...provider } = readProviderMetadata(metadataXml([key, nextKey]));
  assert.deepEqual(provider, { entityId: idpEntityId, signInUrl: idpSignInUrl });
  assert.deepEqual(
    certificates.map(({ pem }) => pem),
    [key.certificate, nextKey.certificate],
  );
  for (const { subject, fingerprint, validFrom, validTo } of certificates) {
    assert.equal(subject, 'CN=Signing');
    assert.match(fingerprint, /^[0-9a-f]{64}$/);
    assert.equal(Date.parse(validTo) - Date.parse(validFrom), 2 * 24 * 60 * minute);
  }
});

test('a certificate for everything signs too, one for encryption does not, and the same one counts once', () => {
  const any = metadataXml([key, key]).replaceAll(' use="signing"', '');
  assert.equal(readProviderMetadata(any).certificates.length, 1);
  refuses(metadataXml([key]).replace('use="signing"', 'use="encryption"'), 'certificate');
});

test('metadata of another kind is refused, with what to do', () => {
  refuses('{"issuer": "https://login.example.com"}', 'xml');
  refuses('<html><body>Sign in</body></html>', 'metadata');
  refuses(changed(/EntityDescriptor/g, 'EntitiesDescriptor'), 'metadata');
  refuses(changed(/IDPSSODescriptor/g, 'SPSSODescriptor'), 'role');
  refuses(changed('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:oasis:names:tc:SAML:1.1:protocol'), 'role');
  refuses(changed(`entityID="${idpEntityId}"`, ''), 'entity');
  refuses(changed('HTTP-Redirect', 'HTTP-Artifact'), 'binding');
  refuses(metadataXml([key], { signInUrl: 'http://login.example.com/' }), 'location');
  refuses(metadataXml([key], { signInUrl: 'javascript:alert(1)' }), 'location');
  refuses(metadataXml([key], { signInUrl: 'https://us:er@login.example.com/' }), 'location');
  refuses(metadataXml([]), 'certificate');
  refuses(metadataXml(Array.from({ length: 11 }, () => key)), 'certificates');
  refuses(changed(base64Of(key), 'AAAA'), 'key');
  refuses(changed('<!-- The', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><!-- The'), 'xml');
  refuses(metadataXml([key]).padEnd(257 * 1024), 'xml');
});

test('a provider on this machine may be without TLS', () => {
  const signInUrl = 'http://127.0.0.1:8080/saml';
  assert.equal(readProviderMetadata(metadataXml([key], { signInUrl })).signInUrl, signInUrl);
});

test('metadata and certificates that have ended are refused', () => {
  refuses(metadataXml([key], { more: ' validUntil="2020-01-01T00:00:00Z"' }), 'expired');
  refuses(metadataXml([key], { more: ' validUntil="never"' }), 'expired');
  refuses(metadataXml([key]), 'certificate_expired', Date.now() + 3 * 24 * 60 * minute);
});

test('keys that signatures are not verified by are refused: elliptic curves and short RSA', () => {
  refuses(metadataXml([newSamlKey(['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'])]), 'key');
  refuses(metadataXml([newSamlKey(['-newkey', 'rsa:1024'])]), 'key');
});

test('our metadata says who we are, where answers go, and that assertions are signed', async () => {
  const text = await serviceMetadata(service);
  assert.equal(await serviceMetadata(service), text, 'the same each time');
  const all = [...elementsOf(readXml(Buffer.from(text)))];
  const attributesOf = (name: string) => Object.fromEntries(all.find((each) => each.name === name)?.attributes ?? []);
  assert.equal(attributesOf('EntityDescriptor').entityID, service.entityId);
  assert.equal(attributesOf('SPSSODescriptor').WantAssertionsSigned, 'true');
  assert.deepEqual(attributesOf('AssertionConsumerService'), {
    ...{ index: '1', isDefault: 'true', Location: service.recipient },
    Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  });
});

test('a request leads to the provider with what its answer has to name', async () => {
  const requestId = requestIdOf('aB-_9');
  const address = await requestAddress(providerWith(key), service, { requestId, state: 'back', isFresh: false });
  assert.ok(address.href.startsWith(`${idpSignInUrl}&SAMLRequest=`), address.href);
  assert.equal(address.searchParams.get('RelayState'), 'back');
  const sent = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'));
  const [request, issuer] = [...elementsOf(readXml(sent))];
  const { IssueInstant: at = '', ...attributes } = Object.fromEntries(request?.attributes ?? []);
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < minute);
  assert.deepEqual(attributes, {
    ...{ ID: '_aB-_9', Version: '2.0', Destination: idpSignInUrl, AssertionConsumerServiceURL: service.recipient },
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  });
  assert.deepEqual([issuer?.name, issuer?.text], ['Issuer', service.entityId]);
});

test('a request may ask that somebody proves anew who they are', async () => {
  const address = await requestAddress(providerWith(key), service, { requestId: '_1', state: 'back', isFresh: true });
  const sent = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64'));
  assert.equal(readXml(sent).attributes.get('ForceAuthn'), 'true');
});
