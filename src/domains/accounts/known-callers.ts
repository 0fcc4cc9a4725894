import { timingSafeEqual } from 'node:crypto';
import type { ParsedToken } from './secrets.ts';
import { type FoundCaller, isExpired, isUseNoted } from './tokens.ts';

const maxKnown = 10_000;

interface Known extends FoundCaller {
  readonly secretHash: Buffer;
}

/**
 * Callers as they were at a version of `auth_version`: only whoever finds that this is still the version may take them
 * for what they are now. They are kept by the hash of their secret, never with the secret itself, the latest 10,000.
 */
export class KnownCallers {
  readonly #byHash = new Map<string, Known>();

  /**
   * The caller of a token; undefined when they are not known, when the token has expired, or when its use in the
   * present minute is not on record yet: so the time of its last use stays right, too.
   */
  find({ publicId, secretHash }: ParsedToken, now: number): FoundCaller | undefined {
    const known = this.#byHash.get(secretHash);
    if (!known || !timingSafeEqual(known.secretHash, Buffer.from(secretHash, 'hex'))) return undefined;
    const { token } = known.caller;
    return token.publicId === publicId && !isExpired(token, now) && isUseNoted(token, now) ? known : undefined;
  }

  remember({ secretHash }: ParsedToken, found: FoundCaller): void {
    // A change makes all of them worthless, and the oldest ones are as likely to be asked for as any.
    if (this.#byHash.size >= maxKnown) this.#byHash.clear();
    this.#byHash.set(secretHash, { ...found, secretHash: Buffer.from(secretHash, 'hex') });
  }
}
