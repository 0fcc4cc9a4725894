import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import type { SendMail } from '../schedules/mail.ts';
import type { SignOnEnvironment } from '../single-sign-on/sign-on.ts';
import { findSession, longestMs, noteSession, type SignedIn } from '../users/sessions.ts';
import { type Door, doorOf, sessionCookie } from './door.ts';

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
}

/** What the routes share. */
export interface People extends ConsoleContext {
  /** How people reach the service at this request, which is never an unsafe way. */
  doorOf(request: FastifyRequest): Door;
  findSignedIn(request: FastifyRequest): Promise<SignedIn | undefined>;
  /** Gives the browser a session's token, or takes it away where it is empty. */
  setToken(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply;
}

export function peopleOf(context: ConsoleContext): People {
  const door = (request: FastifyRequest): Door => {
    const found = doorOf(request, context.publicUrl);
    if (!found) throw new ServiceError('not_found');
    return found;
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
    setToken: (request, reply, token) =>
      reply.header('set-cookie', sessionCookie(door(request), token, longestMs / 1000)),
  };
}
