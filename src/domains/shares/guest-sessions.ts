import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ShareRow } from './shares.ts';

export const sessionSeconds = 60 * 60;

/**
 * Sessions of guests who entered the password, valid for an hour. Nothing is stored, so every process with the key
 * accepts them.
 */
export interface GuestSessions {
  /** `now` in epoch milliseconds, here and below. */
  issue(share: ShareRow, now: number): string;
  /** Whether the text was issued for this share and its current password, and its hour is not over. */
  isValid(share: ShareRow, session: string, now: number): boolean;
}

/** Sessions signed with HMAC-SHA-256 under a key that is derived from the vault's. */
export function createGuestSessions(vaultKey: Buffer): GuestSessions {
  const key = Buffer.from(hkdfSync('sha256', vaultKey, '', 'report-service guest sessions', 32));
  const sign = ({ id, password_hash }: ShareRow, until: string) =>
    createHmac('sha256', key).update(`${id} ${until} ${password_hash}`).digest();
  return {
    issue(share, now) {
      const until = String(Math.floor(now / 1000) + sessionSeconds);
      return `${until}.${sign(share, until).toString('base64url')}`;
    },
    isValid(share, session, now) {
      const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(session) ?? [];
      if (Number(until) * 1000 <= now) return false;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(share, until));
    },
  };
}
