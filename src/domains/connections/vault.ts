import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { OperatorError } from '../../platform/errors.ts';

const version = 'v1';

/** Seals secrets with a key. A sealed secret opens only with that key and for the record it was sealed for. */
export interface Vault {
  /** The id of the sealing key. */
  readonly keyId: string;
  seal(recordId: string, secret: unknown): string;
  /** Throws an OperatorError when the secret was sealed with another key or was tampered with. */
  open(recordId: string, sealed: string): unknown;
}

/** The position of the key's id in a sealed secret; `start` counts from 1, as SQL does. */
export const sealedKeyAt = { start: version.length + 2, length: 16 } as const;

/** An id for a key that does not reveal it. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256')
    .update('report-service vault key id')
    .update(key)
    .digest('hex')
    .slice(0, sealedKeyAt.length);
}

/**
 * AES-256-GCM with a random nonce; the record's id is additional data, so a secret cannot be moved to another record.
 * Secrets sealed by `previous`, before a rotation, open too.
 */
export function createVault(key: Buffer, previous?: Buffer): Vault {
  const keyId = keyIdOf(key);
  const keys = new Map([key, ...(previous ? [previous] : [])].map((each) => [keyIdOf(each), each]));
  return {
    keyId,
    seal(recordId, secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(recordId));
      const sealed = Buffer.concat([
        cipher.update(JSON.stringify(secret), 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return [version, keyId, nonce.toString('base64'), sealed.toString('base64')].join('.');
    },
    open(recordId, text) {
      const [, sealedBy, nonce = '', sealed = ''] = text.split('.');
      const opening = keys.get(sealedBy ?? '');
      if (!opening) {
        throw new OperatorError('SECRET_KEY is not the key that the stored secrets were sealed with; set that key.');
      }
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', opening, Buffer.from(nonce, 'base64'), { authTagLength: 16 });
        decipher.setAAD(Buffer.from(recordId)).setAuthTag(bytes.subarray(-16));
        return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8'));
      } catch (cause) {
        throw new OperatorError(`The stored secret of ${recordId} is damaged; store it again.`, { cause });
      }
    },
  };
}

/** The id of the key that a stored secret was sealed with. */
export function sealedKeyId(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}
