import { createHmac, hkdfSync } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Makes what stands for a secret where requests under one key are compared. Without the vault's key nobody can find out
 * from it what the secret was, however easy that would be to guess.
 */
export function secretDigest(key: Buffer): (secret: unknown) => string {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'report-service secrets in requests', 32));
  return (secret) =>
    createHmac('sha256', own)
      .update(canonicalize(secret) ?? '')
      .digest('hex');
}
