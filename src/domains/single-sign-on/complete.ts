import type { Database, Queryable } from '../../platform/database/tables.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { findMember } from '../members/members.ts';
import { emailKey } from '../users/emails.ts';
import {
  type Browser,
  endSession,
  findSessionById,
  type SessionRow,
  type SignedIn,
  switchAccount,
} from '../users/sessions.ts';
import { personAt } from '../users/sign-in.ts';
import { lockUser } from '../users/users.ts';
import { type Attempt, type Purpose, takeAttempt } from './attempts.ts';
import { type ProviderClaims, shownClaims } from './claims.ts';
import { emailWithin, enter, recordLink } from './enter.ts';
import { SignOnFault } from './faults.ts';
import { linkIdentity } from './identities.ts';
import { findProvider, type ProviderRow, readRoleClaim, recordTest, settingsDigest, type Tested } from './providers.ts';
import { roleOf } from './role-by-claim.ts';
import { SamlRefusal } from './saml/refusal.ts';
import type { SignOnEnvironment } from './sign-on.ts';
import { sealHint } from './sign-out.ts';

/** What a provider's answer came to. */
export type Completed =
  | {
      readonly kind: 'signed_in';
      readonly token: string;
      readonly purpose: Purpose;
      /** What signing out takes later, for the browser to keep; empty for nothing. */
      readonly hint: string;
    }
  // The provider knows them no more, or somebody else: they sign in anew.
  | { readonly kind: 'not_renewed'; readonly to: string }
  | { readonly kind: 'linked' | 'tested' };

/** What the browser brings with a provider's answer. */
export interface Answered {
  /** The sealed attempt; empty for none. */
  readonly cookie: string;
  /** What the provider was given to bring back. */
  readonly state: string;
  readonly answer: ProviderAnswer;
  readonly browser: Browser;
  readonly signedIn: SignedIn | undefined;
}

/** A provider's answer as it came, and is not believed yet. */
type ProviderAnswer =
  // The parameters of the address.
  | { readonly protocol: 'oidc'; readonly query: string }
  // A response in base64.
  | { readonly protocol: 'saml'; readonly response: string };

/**
 * Takes a provider's answer, once, and does what it was for. No transaction is open while the provider is asked. Throws a
 * SignOnFault, which is in the audit log then, as is all that succeeds.
 */
export async function completeSignOn(environment: SignOnEnvironment, answered: Answered): Promise<Completed> {
  const { db, vault } = environment;
  const attempt = await takeAttempt(db, vault, answered.cookie, answered.state);
  try {
    return await complete(environment, attempt, answered);
  } catch (error) {
    if (!(error instanceof SignOnFault)) throw error;
    const { purpose } = attempt;
    // That the provider asks for something first (`login_required` and others) is nothing that went wrong.
    const isAnswer = purpose.kind === 'renew' && error.reason === 'refused';
    if (!isAnswer) await recordFault(db, attempt, answered, error);
    if (purpose.kind !== 'renew') throw error;
    await endSession(db, purpose.endedId);
    return { kind: 'not_renewed', to: purpose.to };
  }
}

async function complete(environment: SignOnEnvironment, attempt: Attempt, answered: Answered): Promise<Completed> {
  const { purpose } = attempt;
  const row = await findProvider(environment.db, attempt.accountId);
  const isOpen = row?.revision === attempt.revision && (purpose.kind === 'test' || row.mode !== 'off');
  if (!row || !isOpen) throw new SignOnFault('off');
  const signedIn = await findSignedIn(environment.db, purpose, answered);
  checkSession(purpose, signedIn);
  if (purpose.kind === 'test') return test(environment, row, attempt, purpose.userId, answered);
  const claims = await ask(environment, row, attempt, answered.answer);
  if (purpose.kind === 'link') return link(environment.db, row, claims, purpose.userId, answered.browser);
  return signIn(environment, row, claims, purpose, { ...answered, signedIn });
}

/**
 * Whoever is signed in in this browser. A form of another site comes without the cookie of their session; it has to have been
 * there when the attempt began, which this browser alone has, and has to be alive still.
 */
async function findSignedIn(db: Queryable, purpose: Purpose, { answer, signedIn }: Answered) {
  if (answer.protocol === 'oidc' || !('sessionId' in purpose)) return signedIn;
  return findSessionById(db, purpose.sessionId);
}

/** What somebody began who was signed in, they end in the same session. */
function checkSession(purpose: Purpose, signedIn: SignedIn | undefined): void {
  if (!('sessionId' in purpose)) return;
  if (signedIn?.session.id !== purpose.sessionId || signedIn.user.id !== purpose.userId) {
    throw new SignOnFault('signed_out');
  }
}

/** It brings a client of the protocol, which a process that signs nobody in so does not need. */
async function ask(environment: SignOnEnvironment, row: ProviderRow, attempt: Attempt, answer: ProviderAnswer) {
  const isSaml = row.saml !== null;
  if (isSaml && answer.protocol === 'saml') {
    const { readAnswer } = await import('./saml-client.ts');
    return readAnswer(environment, row, attempt, answer.response);
  }
  if (isSaml || answer.protocol === 'saml') throw new SignOnFault('invalid_answer');
  const { readAnswer } = await import('./provider-client.ts');
  return readAnswer(environment, row, attempt, answer.query);
}

async function signIn(
  { db, vault }: SignOnEnvironment,
  row: ProviderRow,
  claims: ProviderClaims,
  purpose: Exclude<Purpose, { kind: 'link' | 'test' }>,
  { browser, signedIn }: Answered,
): Promise<Completed> {
  return db.transaction().execute(async (transaction) => {
    const invitation = purpose.kind === 'invitation' ? purpose.token : null;
    const before =
      purpose.kind === 'renew' ? await takeEnded(transaction, purpose.endedId, signedIn) : signedIn?.session;
    const entered = await enter(transaction, row, claims, browser, invitation);
    const { id, user_id: userId } = entered.session;
    if (purpose.kind === 'confirm' && userId !== purpose.userId) throw new SignOnFault('taken');
    if (purpose.kind === 'renew' && entered.session.identity_id !== purpose.identityId) throw new SignOnFault('taken');
    const details = { session: id, purpose: purpose.kind };
    const event = { action: 'sso.sign_in', accountId: row.account_id, subject: userId, details };
    await recordAudit(transaction, personAt(userId, browser), event);
    const token = (before && (await replace(transaction, before, userId, id))) ?? entered.token;
    const { identity_id: identityId } = entered.session;
    const { idToken } = claims;
    const hint = identityId === null || idToken === null ? '' : sealHint(vault, { identityId, idToken });
    return { kind: 'signed_in', token, purpose, hint };
  });
}

/** The session that is renewed. Whoever has signed in or was signed out meanwhile stays so: throws `signed_out`. */
async function takeEnded(transaction: Queryable, id: string, signedIn: SignedIn | undefined): Promise<SessionRow> {
  const ended = signedIn ? undefined : await endSession(transaction, id);
  if (ended) return ended;
  throw new SignOnFault('signed_out');
}

/** Ends the session before; the new one goes on in its account, if that is one of theirs. */
async function replace(
  transaction: Queryable,
  session: SessionRow,
  userId: string,
  sessionId: string,
): Promise<string | undefined> {
  await endSession(transaction, session.id);
  const chosen = session.user_id === userId ? session.account_id : null;
  if (chosen === null || !(await findMember(transaction, chosen, userId))) return undefined;
  return switchAccount(transaction, sessionId, chosen);
}

/** Links the subject to whoever is signed in: a member of the account with the address that the provider vouches for. */
async function link(
  db: Database,
  row: ProviderRow,
  claims: ProviderClaims,
  userId: string,
  browser: Browser,
): Promise<Completed> {
  return db.transaction().execute(async (transaction) => {
    const email = await emailWithin(transaction, row, claims);
    const user = await lockUser(transaction, userId);
    if (!user || user.disabled_at !== null) throw new SignOnFault('disabled');
    if (user.operator === 1) throw new SignOnFault('operator');
    // Somebody else's sign-in, left open in the same browser, must not become theirs.
    if (emailKey(email) !== user.email_key) throw new SignOnFault('foreign_email');
    if (!(await findMember(transaction, row.account_id, userId))) throw new SignOnFault('not_member');
    const identity = await linkIdentity(transaction, row.account_id, userId, claims, email);
    await recordLink(transaction, identity, browser, 'profile');
    return { kind: 'linked' };
  });
}

/** Shows what a sign-in would come to, without one. */
async function test(
  environment: SignOnEnvironment,
  row: ProviderRow,
  attempt: Attempt,
  by: string,
  { answer: given, browser }: Answered,
): Promise<Completed> {
  const { db } = environment;
  const base = { by, at: new Date().toISOString(), settings: settingsDigest(row) };
  const record = async (tested: Tested) => {
    await recordTest(db, row.account_id, row.revision, tested);
    const details = { reason: tested.reason, role: tested.role };
    const event = { action: 'sso.test', accountId: row.account_id, subject: row.account_id, details };
    await recordAudit(db, personAt(by, browser), event);
  };
  let claims: Tested['claims'] = [];
  try {
    const answer = await ask(environment, row, attempt, given);
    claims = shownClaims(answer.all);
    await emailWithin(db, row, answer);
    const role = roleOf(answer.all, readRoleClaim(row), row.default_role);
    if (role === null) throw new SignOnFault('no_role');
    await record({ ...base, reason: null, role, claims });
    return { kind: 'tested' };
  } catch (error) {
    if (error instanceof SignOnFault) {
      const detail = error.cause instanceof SamlRefusal ? error.cause.reason : null;
      await record({ ...base, reason: error.reason, detail, role: null, claims });
    }
    throw error;
  }
}

async function recordFault(db: Queryable, attempt: Attempt, { browser }: Answered, fault: SignOnFault): Promise<void> {
  const { purpose, accountId } = attempt;
  const account = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  const by: Doer =
    'userId' in purpose
      ? personAt(purpose.userId, browser)
      : { actor: 'anybody', door: 'console', address: browser.address };
  const details = { reason: fault.reason, purpose: purpose.kind };
  await recordAudit(db, by, { action: 'sso.fail', accountId: account ? accountId : null, subject: accountId, details });
}
