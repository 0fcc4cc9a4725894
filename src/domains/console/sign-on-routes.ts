import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../platform/http/cookies.ts';
import { takeTicket } from '../single-sign-on/attempts.ts';
import { beginAt } from '../single-sign-on/begin.ts';
import { type Completed, completeSignOn } from '../single-sign-on/complete.ts';
import { SignOnFault } from '../single-sign-on/faults.ts';
import { browserOf, messagesOf, send } from './answers.ts';
import { attemptCookieName } from './door.ts';
import type { People } from './people.ts';
import { pathBefore, returnPath } from './return-path.ts';
import { giveAttempt, sendSignOnFault } from './sign-on-answers.ts';
import { signOnDonePage } from './sign-on-pages.ts';

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
      const { address, cookie } = await beginAt(signOn, ticket.accountId, ticket.purpose);
      return giveAttempt(people, request, reply, cookie).redirect(address, 303);
    } catch (error) {
      return sendSignOnFault(people, request, reply, error);
    }
  }

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cookie = readCookie(request.headers.cookie, attemptCookieName(people.doorOf(request)));
    giveAttempt(people, request, reply, '');
    try {
      const [, query = ''] = request.url.split('?', 2);
      const signedIn = await people.findSignedIn(request);
      const answered = { cookie, query, browser: browserOf(request), signedIn };
      return answer(request, reply, await completeSignOn(signOn, answered));
    } catch (error) {
      return sendSignOnFault(people, request, reply, error);
    }
  }

  function answer(request: FastifyRequest, reply: FastifyReply, completed: Completed): FastifyReply {
    const messages = messagesOf(request);
    if (completed.kind !== 'signed_in') return send(reply, signOnDonePage(messages, completed.kind));
    people.setToken(request, reply, completed.token);
    const { purpose } = completed;
    if (purpose.kind === 'confirm') return send(reply, signOnDonePage(messages, 'confirmed'));
    return reply.redirect(returnPath(purpose.kind === 'sign_in' ? purpose.to : '', base), 303);
  }

  // Both change something, so that nothing may ask for their headers alone.
  app.get('/begin', { exposeHeadRoute: false }, begin);
  app.get('/callback', { exposeHeadRoute: false }, takeAnswer);
}
