import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller, Gate } from '../../platform/http/caller.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { type AddressThrottle, networkOf } from '../../platform/limits/address-throttle.ts';
import { limitHeaders } from '../../platform/limits/headers.ts';
import { type Decision, dayMs, type Limiter, minuteMs } from '../../platform/limits/limiter.ts';
import { readToken, realm, refuse } from '../accounts/bearer-gate.ts';
import { findCaller, noteUse } from '../accounts/tokens.ts';
import { doorOf, isOwnRequest } from '../console/door.ts';
import { findSession, noteSession } from '../users/sessions.ts';
import { checkAccess } from './access.ts';
import { findPersonCaller } from './callers.ts';

/** The parts that the gate of the management API uses. */
export interface ManageParts {
  readonly db: Database;
  readonly limiter: Limiter;
  readonly failedAuthentication: AddressThrottle;
  /** `PUBLIC_URL`, or empty. */
  readonly publicUrl: string;
}

/** Of a user or a token. No day can be used up before its minutes are. */
const perMinute = 600;
/** Of an address from which nobody is signed in yet. */
const perMinuteOfAddress = 120;

/**
 * The gate of the management API: a session of the console, or a token of kind `manage`. Before the body is read it
 * checks that the request comes from a page of the service where it has a session, who calls, their limit, and whether
 * they may use the operation.
 */
export function manageGate(parts: ManageParts): Gate {
  return ({ access }) =>
    async (request, reply) => {
      const cookie = sessionCookieOf(parts, request);
      if ((cookie !== '' || access.isOpen) && !isOwn(parts, request, cookie !== '')) {
        throw new ServiceError('cross_site_request');
      }
      if (access.isOpen) return admit(parts, `address:${networkOf(request.ip)}`, perMinuteOfAddress, request, reply);
      const caller = await findManager(parts, request, cookie);
      request.caller = caller;
      await admit(parts, caller.actor, perMinute, request, reply);
      checkAccess(caller, access);
    };
}

/** The token of the session that a request carries; empty for none, and where cookies are not safe. */
export function sessionCookieOf({ publicUrl }: Pick<ManageParts, 'publicUrl'>, request: FastifyRequest): string {
  const door = doorOf(request, publicUrl);
  return door ? readCookie(request.headers.cookie, door.cookieName) : '';
}

/** Whether a page of ours sent a request. With a session the browser has to say so; to sign in it must not say otherwise. */
function isOwn({ publicUrl }: ManageParts, request: FastifyRequest, hasSession: boolean): boolean {
  const door = doorOf(request, publicUrl);
  if (!door) return !hasSession;
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (!hasSession && site === undefined && origin === undefined) return true;
  return isOwnRequest(request, door);
}

async function findManager(parts: ManageParts, request: FastifyRequest, cookie: string): Promise<Caller> {
  if (request.headers.authorization !== undefined) {
    const caller = await findToken(parts, request);
    if (!caller) throw refuse(parts.failedAuthentication, request);
    return caller;
  }
  const caller = await findPerson(parts, request, cookie);
  if (!caller) throw signedOut('Sign in, or send a token of kind manage as "Authorization: Bearer <TOKEN>".');
  return caller;
}

/** 401 for whoever has no session, or an old one. */
export function signedOut(message: string): ServiceError {
  return new ServiceError('unauthorized', { message, headers: { 'www-authenticate': realm } });
}

async function findPerson({ db }: ManageParts, request: FastifyRequest, cookie: string): Promise<Caller | undefined> {
  const signedIn = cookie === '' ? undefined : await findSession(db, cookie);
  if (!signedIn) return undefined;
  await noteSession(db, signedIn.session);
  return findPersonCaller(db, signedIn, request.ip);
}

async function findToken({ db }: ManageParts, request: FastifyRequest): Promise<Caller | undefined> {
  const token = readToken(request);
  const now = Date.now();
  const found = token && (await findCaller(db, token, now));
  // A token of the public API is none here.
  if (!found || found.caller.role === null) return undefined;
  noteUse(db, found.caller.token, now)?.catch((error) => request.log.warn({ err: error }, 'last use was not noted'));
  return { ...found.caller, address: request.ip };
}

async function admit(
  { limiter }: ManageParts,
  who: string,
  perMinute: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  let decision: Decision;
  try {
    decision = await limiter.admit(who, { perMinute, perDay: (perMinute * dayMs) / minuteMs });
  } catch (cause) {
    throw new ServiceError('api_controls_unavailable', { cause });
  }
  request.decision = decision;
  reply.headers(limitHeaders(decision));
  if (!decision.admitted) throw new ServiceError('rate_limit_exceeded');
}
