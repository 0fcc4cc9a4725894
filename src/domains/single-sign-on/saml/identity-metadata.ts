import { fieldFault } from '../../../platform/faults.ts';
import { currentCertificates, readCertificate, type SigningCertificate } from './certificates.ts';
import { metadataNamespace, protocolNamespace, redirectBinding, signatureNamespace } from './names.ts';
import { childrenOf, elementsOf, onlyChildOf, readXml, textOf, type XmlElement, XmlFault } from './read-xml.ts';

/** A provider as its metadata describes it (SAML 2.0 Metadata, section 2.4.3). */
export interface SamlProvider {
  readonly entityId: string;
  /** Where browsers go to sign in, by the HTTP-Redirect binding. */
  readonly signInUrl: string;
  /** One, or several while the provider changes its key. */
  readonly certificates: readonly SigningCertificate[];
}

const mostCertificates = 10;
/** Identities are stored with the account beside it. */
const longestId = 400;
const longestUrl = 2_000;

/** Reads a provider's metadata; throws a fault of `metadata` that says what to do. */
export function readProviderMetadata(text: string, now = Date.now()): SamlProvider {
  const entity = readEntity(text);
  const entityId = entity.attributes.get('entityID')?.trim() ?? '';
  if (entityId === '' || entityId.length > longestId) throw fault('entity', 'It names no entity id.');
  const role = childrenOf(entity, metadataNamespace, 'IDPSSODescriptor').find(speaksSaml2);
  if (!role) throw fault('role', 'It describes no identity provider of SAML 2.0, but something else.');
  for (const { attributes } of [entity, role]) {
    const until = attributes.get('validUntil');
    if (until !== undefined && !(Date.parse(until) > now))
      throw fault('expired', 'It is not valid any more. Get it anew.');
  }
  return { entityId, signInUrl: signInUrlOf(role), certificates: certificatesOf(role, now) };
}

function readEntity(text: string): XmlElement {
  const root = readRoot(text);
  if (root.namespace === metadataNamespace && root.name === 'EntityDescriptor') return root;
  const isSeveral = root.namespace === metadataNamespace && root.name === 'EntitiesDescriptor';
  const message = isSeveral
    ? 'It describes several systems. Give the metadata of your provider alone.'
    : 'It is no metadata.';
  throw fault('metadata', message);
}

function readRoot(text: string): XmlElement {
  try {
    return readXml(Buffer.from(text), { allowsComments: true });
  } catch (error) {
    if (error instanceof XmlFault) throw fault('xml', `It cannot be read as XML. ${error.message}.`, error);
    throw error;
  }
}

function speaksSaml2({ attributes }: XmlElement): boolean {
  return (attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocolNamespace);
}

function signInUrlOf(role: XmlElement): string {
  const services = childrenOf(role, metadataNamespace, 'SingleSignOnService');
  const service = services.find(({ attributes }) => attributes.get('Binding') === redirectBinding);
  const location = service?.attributes.get('Location')?.trim() ?? '';
  if (!service) throw fault('binding', 'It has no address to sign in by HTTP-Redirect.');
  if (location.length <= longestUrl && isSafe(location)) return location;
  throw fault('location', 'Its address to sign in does not begin with https://.');
}

/** Without TLS only within this machine, where providers are tried out. */
function isSafe(location: string): boolean {
  const url = URL.canParse(location) ? new URL(location) : undefined;
  if (url?.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+)$/.test(url.hostname))
  );
}

function certificatesOf(role: XmlElement, now: number): readonly SigningCertificate[] {
  const keys = childrenOf(role, metadataNamespace, 'KeyDescriptor');
  const signing = keys.filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing');
  const texts = signing.flatMap(certificateTexts);
  if (texts.length === 0) throw fault('certificate', 'It has no certificate that the provider signs with.');
  if (texts.length > mostCertificates)
    throw fault('certificates', `It has more than ${mostCertificates} certificates.`);
  const read = texts.map(readCertificate).filter((each) => each !== undefined);
  const certificates = [...new Map(read.map((each) => [each.fingerprint, each])).values()];
  if (certificates.length === 0) {
    throw fault('key', 'Its certificates cannot be used: they need RSA keys of at least 2048 bits.');
  }
  if (currentCertificates(certificates, now).length > 0) return certificates;
  throw fault('certificate_expired', 'None of its certificates is valid today. Get the metadata anew.');
}

function certificateTexts(key: XmlElement): string[] {
  const info = onlyChildOf(key, signatureNamespace, 'KeyInfo');
  const all = info ? [...elementsOf(info)] : [];
  return all
    .filter(({ namespace, name }) => namespace === signatureNamespace && name === 'X509Certificate')
    .map(textOf);
}

function fault(rule: string, message: string, cause?: unknown) {
  return fieldFault('metadata', rule, message, cause);
}
