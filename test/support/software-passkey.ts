import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const flags = { present: 0x01, verified: 0x04, canBeSynced: 0x08, isSynced: 0x10, hasKey: 0x40 } as const;

export interface Signing {
  readonly origin: string;
  /** The host that the browser says it is for. */
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly isSynced?: boolean;
  readonly counter?: number;
}

/** A passkey as a browser and its device make and use it (Web Authentication, ES256, no attestation), without either. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** What `navigator.credentials.create` gives for a challenge. */
  register(challenge: string, { origin, ...signing }: Signing) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const head = headOf({ origin, ...signing }, flags.hasKey);
    const authData = Buffer.concat([head, Buffer.alloc(16), length, id, this.#coseKey]);
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
      authData,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get` gives for a challenge. */
  signIn(challenge: string, { origin, ...signing }: Signing) {
    const authData = headOf({ origin, ...signing }, 0);
    const client = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }
}

function headOf({ origin, host, isVerified = true, isSynced = false, counter = 0 }: Signing, more: number): Buffer {
  const synced = isSynced ? flags.canBeSynced | flags.isSynced : 0;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash('sha256')
      .update(host ?? new URL(origin).hostname)
      .digest(),
    Buffer.from([flags.present | (isVerified ? flags.verified : 0) | synced | more]),
    count,
  ]);
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
