import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller, CallerPerson } from '../../platform/http/caller.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { type Door, doorOf, sessionCookie } from '../console/door.ts';
import { findSession, longestMs } from '../users/sessions.ts';
import { findPersonCaller } from './callers.ts';
import { signedOut } from './manage-gate.ts';

/** Gives the browser a new token, and the caller who has it. */
export async function callerOf(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<Caller> {
  setCookie(context, request, reply, token);
  const signedIn = await findSession(context.db, token);
  // Ended meanwhile by somebody else.
  if (!signedIn) throw signedOut('The session has ended. Sign in again.');
  return findPersonCaller(context.db, signedIn, request.ip);
}

/** Gives the browser a session's token, or takes it away where it is empty. */
export function setCookie(context: ApiContext, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', sessionCookie(doorFor(context, request), token, longestMs / 1000));
}

/** How the person reaches the service; throws `invalid_request` where a password must not be sent. */
export function doorFor({ publicUrl }: ApiContext, request: FastifyRequest): Door {
  const door = doorOf(request, publicUrl);
  if (door) return door;
  const message = 'A password must not be sent over http. Use the https address of this service.';
  throw new ServiceError('invalid_request', { message, details: [{ field: '', rule: 'https', message }] });
}

/** The person who calls. */
export function personOf({ caller: { person } }: FastifyRequest): CallerPerson {
  if (!person) throw new TypeError('Only people have sessions');
  return person;
}
