import type { Database, Queryable } from '../../platform/database/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import { checkSignature, credentialIdOf, type RelyingParty, type Signed } from '../second-factors/ceremonies.ts';
import { type Challenges, takeChallenge } from '../second-factors/challenges.ts';
import { findPasskey, notePasskey, type PasskeyRow } from '../second-factors/passkeys.ts';
import { tellRefusedSignIn } from './refused-sign-ins.ts';
import type { Browser } from './sessions.ts';
import { beginNotedSession, type Failed, personAt, type SignedInNow } from './sign-in.ts';
import { beginPasskeyTry, takeBackTry } from './sign-in-tries.ts';
import { lockUser } from './users.ts';

/** What browsers are told passkeys by, and what they sign. */
export interface PasskeyParts {
  readonly challenges: Challenges;
  readonly party: RelyingParty;
}

/**
 * Signs in whoever's passkey has signed a challenge of ours, which works once: they have shown the device and who they
 * are, so no password is asked for. Wrong ones count for their address alone.
 */
export async function signInByPasskey(
  db: Database,
  { challenges, party }: PasskeyParts,
  response: unknown,
  browser: Browser,
): Promise<Failed | SignedInNow> {
  const { id: tried, waitMs } = await beginPasskeyTry(db, browser.address);
  const refuse = (reason: 'wrong' | 'throttled') =>
    tellRefusedSignIn({ userId: null, email: '', address: browser.address, reason });
  if (tried === null) {
    refuse('throttled');
    return { result: 'refused', waitMs };
  }
  const passkey = await findPasskey(db, credentialIdOf(response));
  // Of one that is known the audit log tells.
  if (!passkey) refuse('wrong');
  const signed = passkey && (await checkSignature(challenges, party, passkey, response));
  const entered = await db.transaction().execute((transaction) => enterBy(transaction, passkey, signed, browser));
  if (entered.result === 'right') await takeBackTry(db, tried);
  return entered;
}

async function enterBy(
  transaction: Queryable,
  passkey: PasskeyRow | undefined,
  signed: Signed | undefined,
  browser: Browser,
): Promise<Failed | SignedInNow> {
  const user = passkey && (await lockUser(transaction, passkey.user_id));
  if (!user) return { result: 'wrong' };
  const isRight =
    signed !== undefined &&
    user.disabled_at === null &&
    (await takeChallenge(transaction, signed.challenge)) &&
    (await notePasskey(transaction, passkey, signed));
  if (isRight) return beginNotedSession(transaction, user.id, browser, { factor: 'passkey' });
  const event = {
    action: 'session.wrong_passkey',
    accountId: null,
    subject: user.id,
    details: { passkey: passkey.id },
  };
  await recordAudit(transaction, personAt(user.id, browser), event);
  return { result: 'wrong' };
}
