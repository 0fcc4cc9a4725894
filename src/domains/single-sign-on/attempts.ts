import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Vault } from '../connections/vault.ts';
import { SignOnFault } from './faults.ts';
import { useOnce } from './once.ts';
import { open, seal } from './sealed.ts';

/** How long somebody may take at the provider, and how long an address that begins a sign-in works. */
export const attemptMs = 10 * 60_000;

/** How long ago somebody may have proved who they are who is asked to do so now, in seconds. */
export const confirmSeconds = 5 * 60;

/** What a sign-in by the provider is for. */
export type Purpose =
  | { readonly kind: 'sign_in'; readonly to: string }
  | { readonly kind: 'invitation'; readonly token: string }
  // In the place of a session that has ended by its age, of the same identity.
  | { readonly kind: 'renew'; readonly to: string; readonly endedId: string; readonly identityId: string }
  // Of somebody who is signed in: to prove it anew, to link, to test.
  | { readonly kind: 'confirm' | 'link' | 'test'; readonly userId: string; readonly sessionId: string };

/** What the browser brings back, sealed in its cookie. */
export interface Attempt {
  readonly purpose: Purpose;
  readonly accountId: string;
  /** Of the provider's settings; an answer to others counts for nothing. */
  readonly revision: number;
  readonly state: string;
  /** Names this sign-in in the provider's signed answer. */
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A new sign-in, with secrets of its own. */
export function newAttempt(accountId: string, revision: number, purpose: Purpose, now = Date.now()): Attempt {
  const random = () => randomBytes(32).toString('base64url');
  const secrets = { state: random(), nonce: random(), verifier: random() };
  return { purpose, accountId, revision, ...secrets, expiresAt: now + attemptMs };
}

/** A sealed text of letters, digits, `-` and `_`. */
export function sealAttempt(vault: Vault, attempt: Attempt): string {
  return seal(vault, 'attempt', attempt);
}

/**
 * The sign-in that a browser brings back, which counts once. Throws `elsewhere` for one of another browser or an answer to
 * another one, `expired` and `used`.
 */
export async function takeAttempt(
  db: Queryable,
  vault: Vault,
  cookie: string,
  state: string,
  now = Date.now(),
): Promise<Attempt> {
  const attempt = open<Attempt>(vault, 'attempt', cookie);
  if (!attempt || !isSame(attempt.state, state)) throw new SignOnFault('elsewhere');
  if (attempt.expiresAt <= now) throw new SignOnFault('expired');
  if (!(await useOnce(db, `state ${attempt.state}`, attempt.expiresAt))) throw new SignOnFault('used');
  return attempt;
}

/** What an address begins that somebody who is signed in was given. */
export interface Ticket {
  readonly purpose: Extract<Purpose, { readonly userId: string }>;
  readonly accountId: string;
  /** By which it counts once; the text may be written in several ways. */
  readonly id: string;
  readonly expiresAt: number;
}

export function sealTicket(vault: Vault, ticket: Omit<Ticket, 'id' | 'expiresAt'>, now = Date.now()): string {
  return seal(vault, 'ticket', { ...ticket, id: randomUUID(), expiresAt: now + attemptMs } satisfies Ticket);
}

/** Throws `elsewhere` for what is no ticket, `expired` and `used`. */
export async function takeTicket(db: Queryable, vault: Vault, text: string, now = Date.now()): Promise<Ticket> {
  const ticket = open<Ticket>(vault, 'ticket', text);
  if (!ticket) throw new SignOnFault('elsewhere');
  if (ticket.expiresAt <= now) throw new SignOnFault('expired');
  if (!(await useOnce(db, `ticket ${ticket.id}`, ticket.expiresAt))) throw new SignOnFault('used');
  return ticket;
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hash('sha256', one)), Buffer.from(hash('sha256', other)));
}
