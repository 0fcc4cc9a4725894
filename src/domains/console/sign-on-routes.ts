import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../platform/http/cookies.ts';
import { takeTicket } from '../single-sign-on/attempts.ts';
import { beginAt } from '../single-sign-on/begin.ts';
import { completeSignOn } from '../single-sign-on/complete.ts';
import { SignOnFault } from '../single-sign-on/faults.ts';
import { isSignedOut, leaveProvider } from '../single-sign-on/sign-out.ts';
import { browserOf, messagesOf, send } from './answers.ts';
import { attemptCookieName, hintCookieName } from './door.ts';
import type { People } from './people.ts';
import { pathBefore } from './return-path.ts';
import { giveAttempt, giveHint, sendCompleted, sendSignOnFault } from './sign-on-answers.ts';
import { signedOutPage } from './sign-on-pages.ts';

/** Where sign-ins by a provider begin for whoever is signed in, and where every provider leads back to; below `/sso`. */
export function signOnRoutes(app: FastifyInstance, people: People): void {
  const { signOn } = people;
  const base = pathBefore(people.publicUrl);

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const { ticket: text } = request.query as { ticket?: unknown };
      const ticket = await takeTicket(signOn.db, signOn.vault, typeof text === 'string' ? text : '');
      const signedIn = await people.findSignedIn(request);
      if (signedIn?.session.id !== ticket.purpose.sessionId) throw new SignOnFault('signed_out');
      const begun = await beginAt(signOn, ticket.accountId, ticket.purpose);
      return giveAttempt(people, request, reply, begun).redirect(begun.address, 303);
    } catch (error) {
      return sendSignOnFault(people, request, reply, error);
    }
  }

  /** The session here has ended by then, whatever becomes of that at the provider. */
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hint = readCookie(request.headers.cookie, hintCookieName(people.doorOf(request)));
    giveHint(people, request, reply, '');
    const { ticket } = request.query as { ticket?: unknown };
    try {
      const leave = await leaveProvider(signOn, typeof ticket === 'string' ? ticket : '', hint);
      if (leave) return giveAttempt(people, request, reply, { ...leave, isPosted: false }).redirect(leave.address, 303);
    } catch (error) {
      if (!(error instanceof SignOnFault)) throw error;
      request.log.warn({ reason: error.reason, err: error.cause }, 'a provider was told of no sign-out');
    }
    return send(reply, signedOutPage(messagesOf(request), 'here', people.publicUrl));
  }

  /** Providers lead back to the same address from signing out; what nobody has asked for says nothing. */
  function takeSignedOut(request: FastifyRequest, reply: FastifyReply, cookie: string, state: string): FastifyReply {
    if (!isSignedOut(signOn.vault, cookie, state)) return reply.redirect(`${base}/console/sign-in`, 303);
    return send(reply, signedOutPage(messagesOf(request), 'everywhere', people.publicUrl));
  }

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cookie = readCookie(request.headers.cookie, attemptCookieName(people.doorOf(request)));
    giveAttempt(people, request, reply, { cookie: '', isPosted: false });
    const [, query = ''] = request.url.split('?', 2);
    const parameters = new URLSearchParams(query);
    const state = parameters.get('state') ?? '';
    if (!parameters.has('code') && !parameters.has('error')) return takeSignedOut(request, reply, cookie, state);
    try {
      const signedIn = await people.findSignedIn(request);
      const answered = {
        cookie,
        state,
        answer: { protocol: 'oidc', query },
        browser: browserOf(request),
        signedIn,
      } as const;
      return sendCompleted(people, request, reply, await completeSignOn(signOn, answered));
    } catch (error) {
      return sendSignOnFault(people, request, reply, error);
    }
  }

  // All change something, so that nothing may ask for their headers alone.
  app.get('/begin', { exposeHeadRoute: false }, begin);
  app.get('/sign-out', { exposeHeadRoute: false }, signOut);
  app.get('/callback', { exposeHeadRoute: false }, takeAnswer);
}
