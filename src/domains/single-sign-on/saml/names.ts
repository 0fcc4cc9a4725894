/** Namespaces of SAML 2.0 and of XML Signature. */
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

export const envelopedTransform = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Exclusive XML Canonicalization 1.0, without comments. */
export const exclusiveForm = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Those of the library that only whoever has the private key can make, by a digest that is not broken. */
export const signatureAlgorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
export const digestAlgorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

export const bearerMethod = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const successStatus = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
