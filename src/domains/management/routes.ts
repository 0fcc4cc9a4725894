import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { meta, success } from '../../platform/http/envelope.ts';
import { readOperation } from '../../platform/http/operations.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { getAccountSecurity } from '../account-security/account-security.ts';
import { getAccount } from '../accounts/accounts.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import type { Vault } from '../connections/vault.ts';
import { findMember } from '../members/members.ts';
import type { SignOnEnvironment } from '../single-sign-on/sign-on.ts';
import { signOutAddress } from '../single-sign-on/sign-out.ts';
import {
  type Browser,
  endOfSession,
  endSession,
  findSession,
  type SessionRow,
  switchAccount,
} from '../users/sessions.ts';
import type { SignedInNow } from '../users/sign-in.ts';
import { signInWithCode } from '../users/sign-in-by-code.ts';
import { checkFactor, checkStepUp } from './access.ts';
import { sessionCookieOf, signedOut } from './manage-gate.ts';
import { Session, SignedOut, SignIn, SwitchAccount } from './schema.ts';
import { readSession } from './session.ts';
import { callerOf, doorFor, personOf, setCookie } from './session-cookies.ts';

const tag = 'Session';
const path = '/session';
const codeNeeded = 'The password is right. Send a code too, or sign in with a passkey.';
const noBody = ['payload_too_large', 'unsupported_media_type'] as const;

/** Who is signed in, and for which account; signing in and out. */
export function sessionRoutes(app: FastifyInstance, context: ApiContext, signOn: SignOnEnvironment): void {
  const { db } = context;
  const { vault } = signOn;
  readOperation(
    app,
    context,
    {
      path,
      operationId: 'getSession',
      tag,
      summary: 'Read who is signed in',
      description: 'Who calls, for which account, what they may do there, and how much of its plan is used.',
      access: { role: null },
      data: Session,
    },
    ({ caller }) => readSession(db, caller),
  );

  route(
    app,
    context,
    'POST',
    {
      path,
      operationId: 'signIn',
      tag,
      summary: 'Sign in',
      description:
        'Begins a session and sets its cookie. It takes no idempotency key. Whoever is signed in already does this for what needs a sign-in within ten minutes: the session before ends. Whoever has a second factor sends a code beside the password, and gets 403 `second_factor_required` without it. Whatever is wrong, the answer is the same 401; after ten wrong tries in a minute from one address it is 429. Where the domain of the address has single sign-on and requires it, it is 403 `sso_required` in place of 401, whoever exists there; owners still sign in by their password.',
      access: { role: null, isOpen: true },
      errors: ['sso_required', ...noBody],
    },
    {
      body: SignIn,
      requireBody: true,
      success: { 201: { description: 'The session.', schema: success(Session), headers: ['Set-Cookie', 'Location'] } },
      async handler(request, reply) {
        const caller = await beginSession(context, vault, request, reply);
        reply.code(201).header('location', `${context.publicUrl}${context.base}${path}`);
        return { ok: true, data: await readSession(db, caller), meta: meta(request) };
      },
    },
  );

  route(
    app,
    context,
    'PATCH',
    {
      path,
      operationId: 'switchAccount',
      tag,
      summary: 'Switch to another account',
      description:
        'Makes the session one for another account of the person, under a new cookie; the old one is worth nothing any more. An operator of the installation who signed in within ten minutes, with a second factor, may look into any account: `is_looking_in` says so, they can read alone, and it is recorded there. An account with shorter sessions than this one has lived answers `step_up_required`. It takes no idempotency key.',
      access: { role: null, peopleOnly: true },
      errors: ['not_found', 'step_up_required', ...noBody],
    },
    {
      body: SwitchAccount,
      requireBody: true,
      success: { 200: { description: 'The session.', schema: success(Session), headers: ['Set-Cookie'] } },
      async handler(request, reply) {
        const { account_id } = request.body as Static<typeof SwitchAccount>;
        const caller = await changeAccount(context, request, reply, account_id);
        return { ok: true, data: await readSession(db, caller), meta: meta(request) };
      },
    },
  );

  route(
    app,
    context,
    'DELETE',
    {
      path,
      operationId: 'signOut',
      tag,
      summary: 'Sign out',
      description:
        'Ends the session at once, in every process, and takes its cookie away. Whoever came by single sign-on may go on to sign out at the provider.',
      access: { role: null, peopleOnly: true },
    },
    {
      success: { 200: { description: 'It has ended.', schema: success(SignedOut), headers: ['Set-Cookie'] } },
      async handler(request, reply) {
        const { sessionId } = personOf(request);
        const ended = await end(db, request.caller, sessionId);
        setCookie(context, request, reply, '');
        const provider_url = ended ? await signOutAddress(db, signOn, ended) : null;
        return { ok: true, data: { id: sessionId, provider_url }, meta: meta(request) };
      },
    },
  );
}

async function beginSession(
  context: ApiContext,
  vault: Vault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { db } = context;
  doorFor(context, request);
  const browser: Browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' };
  const entered = await signInWithCode(db, vault, request.body as Static<typeof SignIn>, browser);
  if (entered.result === 'wrong') throw signedOut('The e-mail address, the password or the code is wrong.');
  if (entered.result === 'sso_required') throw new ServiceError('sso_required');
  if (entered.result === 'factor_needed') throw new ServiceError('second_factor_required', { message: codeNeeded });
  if (entered.result === 'refused') {
    throw new ServiceError('rate_limit_exceeded', { headers: { 'retry-after': retryAfter(entered.waitMs) } });
  }
  return takeSession(context, request, reply, entered);
}

/** Gives the browser a session that has just begun, in place of the one it had, and for the account of that one. */
export async function takeSession(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session }: SignedInNow,
): Promise<Caller> {
  const { db } = context;
  const before = await findSession(db, sessionCookieOf(context, request));
  if (!before) return callerOf(context, request, reply, token);
  const by: Doer = { actor: `user:${before.user.id}`, door: 'console', address: request.ip };
  await end(db, by, before.session.id);
  const { account_id } = before.session;
  const userId = session.user_id;
  // A look into somebody's account ends with the session, since each is recorded.
  const goesOn = before.user.id === userId && account_id !== null && (await findMember(db, account_id, userId));
  return callerOf(context, request, reply, goesOn ? await switchAccount(db, session.id, account_id) : token);
}

async function changeAccount(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<Caller> {
  const { id, sessionId } = personOf(request);
  const token = await context.db.transaction().execute(async (transaction) => {
    const isMember = (await findMember(transaction, accountId, id)) !== undefined;
    if (!isMember) await checkLook(transaction, request.caller, accountId);
    await checkAge(transaction, request, accountId);
    const changed = { action: isMember ? 'session.switch' : 'account.look', accountId, subject: sessionId };
    await recordAudit(transaction, request.caller, changed);
    return switchAccount(transaction, sessionId, accountId);
  });
  return callerOf(context, request, reply, token);
}

/** Throws unless an operator who has just given their password may look into an account that is there. */
async function checkLook(db: Queryable, { person }: Caller, accountId: string): Promise<void> {
  if (!person?.isOperator) throw new ServiceError('not_found');
  checkFactor(person);
  checkStepUp(person);
  await getAccount(db, accountId);
}

/** Throws `step_up_required` where the account lets no session live as long as this one has. */
async function checkAge(db: Queryable, request: FastifyRequest, accountId: string): Promise<void> {
  const { sessionLongestMinutes } = await getAccountSecurity(db, accountId);
  if (Date.parse(endOfSession(personOf(request).signedInAt, sessionLongestMinutes)) > Date.now()) return;
  const message = 'Sessions of that account are shorter than this one has lived. Sign in again, then switch.';
  throw new ServiceError('step_up_required', { message });
}

async function end(db: Database, by: Doer, sessionId: string): Promise<SessionRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const ended = await endSession(transaction, sessionId);
    const details = { ended: ended ? 1 : 0 };
    await recordAudit(transaction, by, { action: 'session.end', accountId: null, subject: sessionId, details });
    return ended;
  });
}
