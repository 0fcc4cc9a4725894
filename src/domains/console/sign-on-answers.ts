import type { FastifyReply, FastifyRequest } from 'fastify';
import { attemptMs, type Purpose } from '../single-sign-on/attempts.ts';
import { type Begun, beginFor } from '../single-sign-on/begin.ts';
import type { Completed } from '../single-sign-on/complete.ts';
import { SignOnFault, type SignOnReason } from '../single-sign-on/faults.ts';
import { longestOfSignOnMs } from '../users/sessions.ts';
import { messagesOf, send } from './answers.ts';
import { attemptCookie, hintCookie } from './door.ts';
import type { Messages } from './messages/messages.ts';
import type { People } from './people.ts';
import { pathBefore, returnPath } from './return-path.ts';
import { leadOnPage, signOnDonePage, signOnFaultPage } from './sign-on-pages.ts';

/**
 * Leads a form on to the provider of an address's domain, or says why it cannot; false where the domain has none. By a page, since a form's policy
 * (`form-action`) holds for where its answer redirects to as well.
 */
export async function leadOn(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  purpose: Purpose,
): Promise<boolean> {
  try {
    const begun = await beginFor(people.signOn, email, purpose);
    if (!begun) return false;
    giveAttempt(people, request, reply, begun);
    send(reply, leadOnPage(messagesOf(request), begun.address));
  } catch (error) {
    sendSignOnFault(people, request, reply, error);
  }
  return true;
}

/** Gives the browser what it has to bring back, or takes it away where it is empty. */
export function giveAttempt(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Pick<Begun, 'cookie' | 'isPosted'>,
): FastifyReply {
  return reply.header('set-cookie', attemptCookie(people.doorOf(request), attempt, attemptMs / 1000));
}

/** Gives the browser what signing out takes, or takes it away where it is empty. */
export function giveHint(people: People, request: FastifyRequest, reply: FastifyReply, hint: string): FastifyReply {
  const base = pathBefore(people.publicUrl);
  return reply.header('set-cookie', hintCookie(people.doorOf(request), hint, base, longestOfSignOnMs / 1000));
}

/** What follows a sign-in by a provider. */
export function sendCompleted(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  completed: Completed,
): FastifyReply {
  const messages = messagesOf(request);
  if (completed.kind !== 'signed_in') return send(reply, signOnDonePage(messages, completed.kind));
  people.setToken(request, reply, completed.token);
  giveHint(people, request, reply, completed.hint);
  const { purpose } = completed;
  if (purpose.kind === 'confirm') return send(reply, signOnDonePage(messages, 'confirmed'));
  const onward = returnPath(purpose.kind === 'sign_in' ? purpose.to : '', pathBefore(people.publicUrl));
  return reply.redirect(onward, 303);
}

/** Says why a sign-in by a provider came to nothing; rethrows every other error. What the provider said goes to the log. */
export function sendSignOnFault(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  if (!(error instanceof SignOnFault)) throw error;
  request.log.warn({ reason: error.reason, err: error.cause }, 'a sign-in by a provider came to nothing');
  const messages = messagesOf(request);
  return send(reply, signOnFaultPage(messages, error.reason, textOf(error.reason, messages), people.publicUrl));
}

function textOf(reason: SignOnReason, { signOn, invitation, faults }: Messages): string {
  switch (reason) {
    case 'misconfigured':
    case 'client_refused':
    case 'refused':
    case 'invalid_answer':
      return signOn.settings;
    case 'no_role':
    case 'not_invited':
    case 'not_member':
      return signOn.noAccess;
    case 'elsewhere':
    case 'expired':
    case 'used':
    case 'signed_out':
      return signOn.again;
    case 'full':
      return invitation.full;
    case 'invitation_gone':
      return faults.link;
    default:
      return signOn[reason];
  }
}
