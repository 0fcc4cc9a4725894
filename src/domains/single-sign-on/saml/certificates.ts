import { X509Certificate } from 'node:crypto';

/** A certificate that a provider signs with. */
export interface SigningCertificate {
  readonly pem: string;
  /** SHA-256, as 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly validFrom: string;
  readonly validTo: string;
}

const smallestRsa = 2048;
/** How far the provider's clock may be from ours. */
export const skewMs = 60_000;

/**
 * A certificate of a provider's metadata, where it stands in base64 (RFC 4648) and DER. Only RSA keys of 2048 bits and more:
 * the library verifies no others. Undefined for what cannot be used.
 */
export function readCertificate(base64: string): SigningCertificate | undefined {
  const certificate = parse(Buffer.from(base64.replace(/\s/g, ''), 'base64'));
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate?.publicKey ?? {};
  if (!certificate || asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < smallestRsa) {
    return undefined;
  }
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: certificate.subject.replaceAll('\n', ', ').slice(0, 200),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
  };
}

function parse(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

/** Those that count at a moment; during a change there are several. */
export function currentCertificates(certificates: readonly SigningCertificate[], now: number): SigningCertificate[] {
  return certificates.filter(
    ({ validFrom, validTo }) => Date.parse(validFrom) - skewMs <= now && now < Date.parse(validTo) + skewMs,
  );
}
