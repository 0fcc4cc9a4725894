import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { SamlProvider } from '../../src/domains/single-sign-on/saml/identity-metadata.ts';
import { readProviderMetadata } from '../../src/domains/single-sign-on/saml/identity-metadata.ts';

/** What a provider signs with; texts of PEM. */
export interface SamlKey {
  readonly privateKey: string;
  readonly certificate: string;
}

interface Signer {
  privateKey: string;
  publicCert: string;
  signatureAlgorithm: string;
  canonicalizationAlgorithm: string;
  enableHMAC(): void;
  addReference(reference: object): void;
  computeSignature(xml: string, options: object): void;
  getSignedXml(): string;
}
const requireBeside = createRequire(import.meta.resolve('@node-saml/node-saml'));
const { SignedXml } = requireBeside('xml-crypto') as { SignedXml: new () => Signer };

export const idpEntityId = 'https://login.example.com/saml';
export const idpSignInUrl = 'https://login.example.com/saml/sign-in?tenant=a&b=c';

/** A key with a certificate of its own, for two days. */
export function newSamlKey(parameters: readonly string[] = ['-newkey', 'rsa:2048']): SamlKey {
  const more = ['-nodes', '-days', '2', '-subj', '/CN=Signing', '-keyout', '-', '-out', '-'];
  const made = execFileSync('openssl', ['req', '-x509', ...parameters, ...more], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [privateKey = ''] = /-----BEGIN PRIVATE KEY-----.*-----END PRIVATE KEY-----\n/s.exec(`${made}`) ?? [];
  const [certificate = ''] = /-----BEGIN CERTIFICATE-----.*-----END CERTIFICATE-----\n/s.exec(`${made}`) ?? [];
  return { privateKey, certificate };
}

export const base64Of = ({ certificate }: SamlKey) => certificate.replace(/-----.*-----|\s/g, '');

/** The metadata of a provider with these keys. */
export function metadataXml(
  keys: readonly SamlKey[],
  { entityId = idpEntityId, signInUrl = idpSignInUrl, more = '' } = {},
): string {
  const descriptors = keys.map(
    (key) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(key)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(entityId)}"${more}>
  <!-- The provider of the test. -->
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${descriptors.join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://login.example.com/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeXml(signInUrl)}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
}

export function providerWith(...keys: readonly SamlKey[]): SamlProvider {
  return readProviderMetadata(metadataXml(keys));
}

/** What a response says. */
export interface Told {
  readonly requestId: string;
  readonly recipient: string;
  readonly audience: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly assertionId: string;
  /** When they proved who they are, in milliseconds since 1970; now where it is not given. */
  readonly authenticatedAt?: number;
}

const minute = 60_000;
const at = (time: number) => new Date(time).toISOString();

/** A response with one assertion, not signed. */
export function responseXml(told: Told): string {
  const { requestId, recipient, now } = told;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${at(now)}" Destination="${escapeXml(recipient)}" InResponseTo="${requestId}"><saml:Issuer>${escapeXml(told.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertionXml(told)}</samlp:Response>`;
}

function assertionXml(told: Told): string {
  const { requestId, recipient, audience, issuer, nameId, nameIdFormat, now, assertionId } = told;
  const attributes = Object.entries(told.attributes).map(([name, values]) => {
    const texts = [values].flat().map((text) => `<saml:AttributeValue>${escapeXml(text)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escapeXml(name)}">${texts.join('')}</saml:Attribute>`;
  });
  const [begins, ends] = [at(now - minute), at(now + 5 * minute)];
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${at(now)}">`,
    `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${nameIdFormat}">${escapeXml(nameId)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${ends}" Recipient="${escapeXml(recipient)}" InResponseTo="${requestId}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${begins}" NotOnOrAfter="${ends}">`,
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(told.authenticatedAt ?? now)}" SessionIndex="session-1"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('');
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** How something is signed; what is not given is as it should be. */
export interface Signing {
  readonly algorithm?: string;
  readonly digest?: string;
  readonly transforms?: readonly string[];
  readonly form?: string;
}

/** Signs the element of this id, right after its issuer. */
export function signXml(xml: string, id: string, key: SamlKey, signing: Signing = {}): string {
  const signer = new SignedXml();
  const algorithm = signing.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  if (algorithm.includes('hmac')) signer.enableHMAC();
  Object.assign(signer, {
    ...{ privateKey: algorithm.includes('hmac') ? key.certificate : key.privateKey, publicCert: key.certificate },
    ...{ signatureAlgorithm: algorithm, canonicalizationAlgorithm: signing.form ?? exclusive },
  });
  signer.addReference({
    xpath: `//*[@ID='${id}']`,
    transforms: signing.transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: signing.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  const reference = `//*[@ID='${id}']/*[local-name()='Issuer']`;
  signer.computeSignature(xml, { location: { reference, action: 'after' }, prefix: 'ds' });
  return signer.getSignedXml();
}

/** As a form posts it. */
export const encodeResponse = (xml: string) => Buffer.from(xml).toString('base64');

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
