import { attributesOf, emailOf, fullNameOf, type SamlAttributes } from './attributes.ts';
import { currentCertificates } from './certificates.ts';
import { checkAssertion, type Expected } from './check-assertion.ts';
import { checkShape, type ShapedResponse } from './check-shape.ts';
import type { SamlProvider } from './identity-metadata.ts';
import { assertionNamespace } from './names.ts';
import { mostXmlBytes, onlyChildOf, plainXml, readXml, textOf, type XmlElement, XmlFault } from './read-xml.ts';
import { SamlRefusal } from './refusal.ts';

/** What a provider says of whoever signed in, once everything is checked that proves it. */
export interface SamlAnswer {
  readonly issuer: string;
  /** The NameID. */
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly attributes: SamlAttributes;
  /** In seconds since 1970. */
  readonly authenticatedAt: number | null;
  /** Counts once, which is for the caller to remember until `untilMs`. */
  readonly assertionId: string;
  readonly untilMs: number;
}

/** What the parts of an answer have to name. */
export type ExpectedAnswer = Omit<Expected, 'issuer'>;

/**
 * Reads a `SAMLResponse` of the HTTP-POST binding (SAML 2.0 Bindings, section 3.5): one assertion, signed by a current
 * certificate of the provider, in answer to this request, for us and now. All that is given back comes from the octets that
 * the signature covers. Throws a SamlRefusal.
 */
export async function readResponse(
  provider: SamlProvider,
  encoded: string,
  expected: ExpectedAnswer,
  now = Date.now(),
): Promise<SamlAnswer> {
  const [shaped, text] = readable(() => {
    const plain = plainXml(decode(encoded));
    return [checkShape(readXml(Buffer.from(plain))), plain] as const;
  });
  checkEnvelope(shaped.response, provider, expected);
  const assertion = await signedAssertion(provider, shaped, text, now);
  const { nameId, ...subject } = checkAssertion(assertion, { ...expected, issuer: provider.entityId }, now);
  const attributes = attributesOf(assertion);
  return {
    ...{ issuer: provider.entityId, subject: nameId, email: emailOf(attributes, nameId) },
    ...{ name: fullNameOf(attributes), attributes, assertionId: assertion.attributes.get('ID') ?? '' },
    ...subject,
  };
}

function decode(encoded: string): Uint8Array {
  const plain = encoded.replace(/\s/g, '');
  const isBounded = plain.length <= Math.ceil(mostXmlBytes / 3) * 4;
  if (!isBounded || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) {
    throw new SamlRefusal('unreadable', 'It is no base64, or too long');
  }
  return Buffer.from(plain, 'base64');
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof XmlFault ? new SamlRefusal('unreadable', error.message, error) : error;
  }
}

/** What the response says beside the assertion, which need not be signed and so only ever refuses. */
function checkEnvelope(
  { attributes, ...response }: XmlElement,
  provider: SamlProvider,
  expected: ExpectedAnswer,
): void {
  if (attributes.get('Destination') !== expected.recipient) {
    throw new SamlRefusal('wrong_destination', 'The response is for another address');
  }
  if (attributes.get('InResponseTo') !== expected.requestId) {
    throw new SamlRefusal('wrong_request', 'The response answers another request, or none');
  }
  const issuer = onlyChildOf({ attributes, ...response }, assertionNamespace, 'Issuer');
  if (issuer && textOf(issuer) !== provider.entityId) {
    throw new SamlRefusal('wrong_issuer', 'The response is of another issuer');
  }
}

/** The assertion as the signature covers it, read anew. Its library is loaded when somebody comes so. */
async function signedAssertion(
  { entityId, certificates }: SamlProvider,
  { assertion, isResponseSigned }: ShapedResponse,
  text: string,
  now: number,
): Promise<XmlElement> {
  const idpCert = currentCertificates(certificates, now).map(({ pem }) => pem);
  if (idpCert.length === 0) throw new SamlRefusal('certificate_expired', 'No certificate of the provider is valid now');
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  // It proves what is signed. What that says is checked here, once and with one clock.
  const library = new SAML({
    ...{ callbackUrl: 'urn:unused', issuer: 'urn:unused', idpCert, idpIssuer: entityId },
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: isResponseSigned },
    ...{ audience: false, acceptedClockSkewMs: -1, validateInResponseTo: ValidateInResponseTo.never },
  });
  const signed = await verify(library, text);
  const verified = readable(() => readXml(Buffer.from(signed)));
  const isSame =
    verified.namespace === assertionNamespace &&
    verified.name === 'Assertion' &&
    verified.attributes.get('ID') === assertion.attributes.get('ID');
  if (!isSame) throw new SamlRefusal('bad_signature', 'The signature covers something else');
  return verified;
}

async function verify(library: import('@node-saml/node-saml').SAML, text: string): Promise<string> {
  try {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') });
    const signed = profile?.getAssertionXml?.();
    if (signed) return signed;
  } catch (error) {
    throw new SamlRefusal('bad_signature', 'No key of the provider has signed it', error);
  }
  throw new SamlRefusal('bad_signature', 'No key of the provider has signed it');
}
