import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Vault } from '../connections/vault.ts';
import type { SessionRow } from '../users/sessions.ts';
import { attemptMs } from './attempts.ts';
import { SignOnFault } from './faults.ts';
import { useOnce } from './once.ts';
import { findProvider } from './providers.ts';
import { open, seal } from './sealed.ts';
import type { SignOnEnvironment } from './sign-on.ts';

/** Cookies have 4096 octets at most; what would be longer is left out. */
const longestHint = 3_800;

/** Whoever has signed out here and goes on to do so at their provider. */
interface Leaving {
  readonly accountId: string;
  readonly identityId: string;
  /** By which it counts once. */
  readonly id: string;
  readonly expiresAt: number;
}

/** What a browser keeps of the sign-in that its session began by. */
interface Hint {
  readonly identityId: string;
  readonly idToken: string;
}

/** The ID token for the browser that it was made for, sealed; empty where it would be too long. */
export function sealHint(vault: Vault, hint: Hint): string {
  const sealed = seal(vault, 'hint', hint);
  return sealed.length > longestHint ? '' : sealed;
}

/**
 * Where somebody goes on to whose session has just ended, so that it ends at the provider as well, once within ten minutes;
 * null for a session that began otherwise.
 */
export async function signOutAddress(
  db: Queryable,
  { vault, baseUrl }: Pick<SignOnEnvironment, 'vault' | 'baseUrl'>,
  { identity_id: identityId }: Pick<SessionRow, 'identity_id'>,
  now = Date.now(),
): Promise<string | null> {
  if (identityId === null) return null;
  const identity = await db
    .selectFrom('sso_identities')
    .select('account_id')
    .where('id', '=', identityId)
    .executeTakeFirst();
  if (!identity) return null;
  const leaving: Leaving = {
    ...{ accountId: identity.account_id, identityId, id: randomUUID() },
    expiresAt: now + attemptMs,
  };
  return `${baseUrl}/sso/sign-out?ticket=${seal(vault, 'signOut', leaving)}`;
}

/** The way to the provider's page for signing out. */
interface Leave {
  readonly address: string;
  /** What the browser brings back in its cookie. */
  readonly cookie: string;
}

/**
 * The provider's page that ends its own session (OpenID Connect RP-Initiated Logout 1.0); undefined where it has none. `hint`
 * is what the browser kept, which counts for its own identity alone. Throws a SignOnFault.
 */
export async function leaveProvider(
  environment: SignOnEnvironment,
  ticket: string,
  hint: string,
  now = Date.now(),
): Promise<Leave | undefined> {
  const { db, vault } = environment;
  const leaving = open<Leaving>(vault, 'signOut', ticket);
  if (!leaving) throw new SignOnFault('elsewhere');
  if (leaving.expiresAt <= now) throw new SignOnFault('expired');
  if (!(await useOnce(db, `sign-out ${leaving.id}`, leaving.expiresAt))) throw new SignOnFault('used');
  const row = await findProvider(db, leaving.accountId);
  if (!row || row.saml !== null) return undefined;
  const state = randomBytes(32).toString('base64url');
  const kept = hint === '' ? undefined : open<Hint>(vault, 'hint', hint);
  const idToken = kept?.identityId === leaving.identityId ? kept.idToken : undefined;
  // It brings a library, which a process that nobody leaves so does not need.
  const { endSessionAddress } = await import('./provider-client.ts');
  const address = await endSessionAddress(environment, row, { state, idToken });
  return address && { address: address.href, cookie: seal(vault, 'signedOut', state) };
}

/** Whether an answer is to the sign-out that this browser was led to. */
export function isSignedOut(vault: Vault, cookie: string, state: string): boolean {
  return cookie !== '' && open<string>(vault, 'signedOut', cookie) === state;
}
