import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ShareRow } from './shares.ts';

export const sessionSeconds = 60 * 60;
export const readerSeconds = 90 * 24 * 60 * 60;

/**
 * Sessions of guests who entered the password, valid for an hour, and marks of the browsers that were in before, which
 * open nothing. Nothing is stored, so every process with the key accepts them.
 */
export interface GuestSessions {
  /** `now` in epoch milliseconds, here and below. */
  issue(share: ShareRow, now: number): string;
  /** Whether the text was issued for this share and its current password, and its hour is not over. */
  isValid(share: ShareRow, session: string, now: number): boolean;
  /** A new mark of a browser for this share and its current password. */
  issueReader(share: ShareRow): string;
  /** The id in a mark that was issued for this share and its current password; undefined for any other text. */
  findReader(share: ShareRow, mark: string): string | undefined;
}

/** Sessions signed with HMAC-SHA-256 under a key that is derived from the vault's. */
export function createGuestSessions(vaultKey: Buffer): GuestSessions {
  const key = Buffer.from(hkdfSync('sha256', vaultKey, '', 'report-service guest sessions', 32));
  const sign = ({ id, password_hash }: ShareRow, what: string) =>
    createHmac('sha256', key).update(`${id} ${what} ${password_hash}`).digest();
  const isSigned = (share: ShareRow, what: string, signature: string) =>
    timingSafeEqual(Buffer.from(signature, 'base64url'), sign(share, what));
  return {
    issue(share, now) {
      const until = String(Math.floor(now / 1000) + sessionSeconds);
      return `${until}.${sign(share, until).toString('base64url')}`;
    },
    isValid(share, session, now) {
      const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(session) ?? [];
      return Number(until) * 1000 > now && isSigned(share, until, signature);
    },
    issueReader(share) {
      const reader = randomBytes(16).toString('base64url');
      return `${reader}.${sign(share, `reader ${reader}`).toString('base64url')}`;
    },
    findReader(share, mark) {
      const [, reader = '', signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(mark) ?? [];
      return signature !== undefined && isSigned(share, `reader ${reader}`, signature) ? reader : undefined;
    },
  };
}
