import type { SamlService } from './request.ts';

/** Our metadata for a provider, as XML (SAML 2.0 Metadata, section 2.4.4). */
export async function serviceMetadata({ entityId, recipient }: SamlService): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    ...{ issuer: entityId, callbackUrl: recipient, identifierFormat: null, wantAssertionsSigned: true },
    // The same each time.
    generateUniqueId: () => '_metadata',
  });
}
