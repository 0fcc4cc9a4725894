import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';
import { renewableMs, type SessionRow } from '../users/sessions.ts';
import { type Begun, beginAt } from './begin.ts';
import { useOnce } from './once.ts';
import { findProvider } from './providers.ts';
import type { SignOnEnvironment } from './sign-on.ts';

/** How long other pages of a browser wait for the one that asks the provider. */
const waitMs = 15_000;

/**
 * Asks the provider without a question to the person whether they are still signed in there, once for each session that has
 * ended; `waiting` while another page of theirs does so. Undefined where it is not to be asked. Throws a SignOnFault.
 */
export async function beginRenewal(
  environment: SignOnEnvironment,
  { id, identity_id: identityId }: SessionRow,
  to: string,
  now = Date.now(),
): Promise<Begun | 'waiting' | undefined> {
  if (identityId === null) return undefined;
  const { db } = environment;
  const identity = await db
    .selectFrom('sso_identities')
    .select(['account_id', 'email'])
    .where('id', '=', identityId)
    .executeTakeFirst();
  const row = identity && (await findProvider(db, identity.account_id));
  if (!row || row.mode === 'off' || row.saml !== null) return undefined;
  const what = `renewal ${id}`;
  if (!(await useOnce(db, what, now + renewableMs))) {
    return (await askedAt(db, what)) + waitMs > now ? 'waiting' : undefined;
  }
  return beginAt(environment, identity.account_id, { kind: 'renew', to, endedId: id, identityId }, identity.email);
}

/** When it was first used, in epoch milliseconds; 0 for what is no longer known. */
async function askedAt(db: Queryable, what: string): Promise<number> {
  const used = await db
    .selectFrom('sso_used')
    .select('expires_at')
    .where('key', '=', hash('sha256', what))
    .executeTakeFirst();
  return used ? Date.parse(used.expires_at) - renewableMs : 0;
}
