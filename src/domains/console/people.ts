import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import type { Vault } from '../connections/vault.ts';
import type { SendMail } from '../schedules/mail.ts';
import type { Challenges } from '../second-factors/challenges.ts';
import type { SignOnEnvironment } from '../single-sign-on/sign-on.ts';
import { pendingMs } from '../users/pending-sign-ins.ts';
import {
  findRenewable,
  findSession,
  longestMs,
  noteSession,
  type SessionRow,
  type SignedIn,
} from '../users/sessions.ts';
import type { Entered } from '../users/sign-in.ts';
import { type Door, doorOf, pendingCookie, pendingCookieName, sessionCookie } from './door.ts';
import { pathBefore } from './return-path.ts';

export interface ConsoleContext {
  /** What it takes to sign people in by providers. */
  readonly signOn: SignOnEnvironment;
  readonly db: Database;
  /** Undefined when no mail server is configured. */
  readonly sendMail: SendMail | undefined;
  /** What is known of where people reach the service: `PUBLIC_URL`, or empty. */
  readonly publicUrl: string;
  /** What links in e-mails begin with. */
  readonly baseUrl: string;
  readonly vault: Vault;
  readonly challenges: Challenges;
}

/** What the routes share. */
export interface People extends ConsoleContext {
  /** How people reach the service at this request, which is never an unsafe way. */
  doorOf(request: FastifyRequest): Door;
  findSignedIn(request: FastifyRequest): Promise<SignedIn | undefined>;
  /** The session that the browser had, which its provider may renew. */
  findEnded(request: FastifyRequest): Promise<SessionRow | undefined>;
  /** Gives the browser a session's token, or takes it away where it is empty. */
  setToken(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply;
  /** The token of the sign-in that waits for a factor in this browser; empty for none. */
  pendingOf(request: FastifyRequest): string;
  /**
   * Sends a browser on by what a sign-in has come to: signed in to `to`, a path of the console, or first to where a factor
   * is asked for.
   */
  sendOn(request: FastifyRequest, reply: FastifyReply, entered: Entered, to: string): FastifyReply;
}

export function peopleOf(context: ConsoleContext): People {
  const door = (request: FastifyRequest): Door => {
    const found = doorOf(request, context.publicUrl);
    if (!found) throw new ServiceError('not_found');
    return found;
  };
  const base = pathBefore(context.publicUrl);
  const setCookies = (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const used = readCookie(request.headers.cookie, pendingCookieName(door(request))) !== '';
    const session = sessionCookie(door(request), token, longestMs / 1000);
    // A sign-in that has come to its end is nothing to go on with.
    return reply.header('set-cookie', used ? [session, pendingCookie(door(request), '', 0)] : session);
  };
  return {
    ...context,
    doorOf: door,
    async findSignedIn(request) {
      const token = readCookie(request.headers.cookie, door(request).cookieName);
      const found = token === '' ? undefined : await findSession(context.db, token);
      if (found) await noteSession(context.db, found.session);
      return found;
    },
    async findEnded(request) {
      const token = readCookie(request.headers.cookie, door(request).cookieName);
      return token === '' ? undefined : findRenewable(context.db, token);
    },
    setToken: setCookies,
    pendingOf: (request) => readCookie(request.headers.cookie, pendingCookieName(door(request))),
    sendOn(request, reply, entered, to) {
      if (entered.result === 'right') return setCookies(request, reply, entered.token).redirect(to, 303);
      reply.header('set-cookie', pendingCookie(door(request), entered.token, pendingMs / 1000));
      return reply.redirect(`${base}/console/sign-in/code?to=${encodeURIComponent(to)}`, 303);
    },
  };
}
