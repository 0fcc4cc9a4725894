import type { SamlProvider } from './identity-metadata.ts';

/** The service as a provider of an account knows it. */
export interface SamlService {
  /** Its entity id, which is the address of its metadata. */
  readonly entityId: string;
  /** Where it takes answers. */
  readonly recipient: string;
}

export interface SamlRequest {
  readonly requestId: string;
  /** The provider gives it back as `RelayState`; at most 80 bytes. */
  readonly state: string;
  /** Whether the person has to prove to the provider anew who they are. */
  readonly isFresh: boolean;
}

/**
 * Where a browser goes to sign in: an AuthnRequest by HTTP-Redirect, not signed (SAML 2.0 Bindings, section 3.4).
 */
export async function requestAddress(
  { signInUrl, certificates }: SamlProvider,
  { entityId, recipient }: SamlService,
  { requestId, state, isFresh }: SamlRequest,
): Promise<URL> {
  const { SAML } = await import('@node-saml/node-saml');
  const library = new SAML({
    ...{ callbackUrl: recipient, issuer: entityId, entryPoint: signInUrl, idpCert: certificates.map(({ pem }) => pem) },
    ...{ generateUniqueId: () => requestId, forceAuthn: isFresh },
    // How people sign in and what they are named by is for the provider to say.
    ...{ disableRequestedAuthnContext: true, identifierFormat: null },
  });
  return new URL(await library.getAuthorizeUrlAsync(state, undefined, {}));
}

/** The id of a request, of letters that XML allows (`xs:ID`), from a random text of base64url. */
export function requestIdOf(random: string): string {
  return `_${random}`;
}
