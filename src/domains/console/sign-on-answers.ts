import type { FastifyReply, FastifyRequest } from 'fastify';
import { attemptMs, type Purpose } from '../single-sign-on/attempts.ts';
import { type Begun, beginFor } from '../single-sign-on/begin.ts';
import type { Completed } from '../single-sign-on/complete.ts';
import { SignOnFault, type SignOnReason } from '../single-sign-on/faults.ts';
import { beginRenewal } from '../single-sign-on/renewal.ts';
import { longestOfSignOnMs } from '../users/sessions.ts';
import { messagesOf, send } from './answers.ts';
import { attemptCookie, hintCookie } from './door.ts';
import type { Messages } from './messages/messages.ts';
import type { People } from './people.ts';
import { pathBefore, returnPath } from './return-path.ts';
import { leadOnPage, signOnDonePage, signOnFaultPage } from './sign-on-pages.ts';

/** After which a page asks again that waits for another one of its browser. */
const waitSeconds = 2;

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

/** Leads whoever is not signed in to the form, and from there to where they wanted to go. */
export function sendToForm(people: People, request: FastifyRequest, reply: FastifyReply, to: string): FastifyReply {
  const form = `${pathBefore(people.publicUrl)}/console/sign-in?to=${encodeURIComponent(to)}`;
  return people.setToken(request, reply, '').redirect(form, 303);
}

/**
 * Leads whoever came by a provider, and whose session has ended by its age, on to it and back: who is still signed in there
 * notices nothing. False where the form is to follow.
 */
export async function renew(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  to: string,
): Promise<boolean> {
  const { 'sec-purpose': ahead, 'sec-fetch-dest': place = 'document' } = request.headers;
  // Not for a browser that looks ahead, nor for anything but a page of its own.
  if (request.method !== 'GET' || ahead !== undefined || place !== 'document') return false;
  const ended = await people.findEnded(request);
  if (!ended) return false;
  try {
    const begun = await beginRenewal(people.signOn, ended, to);
    if (begun === 'waiting') send(reply, leadOnPage(messagesOf(request), to, waitSeconds));
    else if (begun) giveAttempt(people, request, reply, begun).redirect(begun.address, 303);
    return begun !== undefined;
  } catch (error) {
    if (!(error instanceof SignOnFault)) throw error;
    request.log.warn({ reason: error.reason, err: error.cause }, 'a provider could not be asked about a session');
    return false;
  }
}

/** What follows a sign-in by a provider. */
export function sendCompleted(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  completed: Completed,
): FastifyReply {
  const messages = messagesOf(request);
  if (completed.kind === 'not_renewed') return sendToForm(people, request, reply, completed.to);
  if (completed.kind !== 'signed_in') return send(reply, signOnDonePage(messages, completed.kind));
  people.setToken(request, reply, completed.token);
  giveHint(people, request, reply, completed.hint);
  const { purpose } = completed;
  if (purpose.kind === 'confirm') return send(reply, signOnDonePage(messages, 'confirmed'));
  const onward = returnPath('to' in purpose ? purpose.to : '', pathBefore(people.publicUrl));
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
