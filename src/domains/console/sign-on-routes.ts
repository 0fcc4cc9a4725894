import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../platform/http/cookies.ts';
import { takeTicket } from '../single-sign-on/attempts.ts';
import { beginAt } from '../single-sign-on/begin.ts';
import { completeSignOn } from '../single-sign-on/complete.ts';
import { SignOnFault } from '../single-sign-on/faults.ts';
import { browserOf } from './answers.ts';
import { attemptCookieName } from './door.ts';
import type { People } from './people.ts';
import { giveAttempt, sendCompleted, sendSignOnFault } from './sign-on-answers.ts';

/** Where sign-ins by a provider begin for whoever is signed in, and where every provider leads back to; below `/sso`. */
export function signOnRoutes(app: FastifyInstance, people: People): void {
  const { signOn } = people;

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

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cookie = readCookie(request.headers.cookie, attemptCookieName(people.doorOf(request)));
    giveAttempt(people, request, reply, { cookie: '', isPosted: false });
    try {
      const [, query = ''] = request.url.split('?', 2);
      const signedIn = await people.findSignedIn(request);
      const state = new URLSearchParams(query).get('state') ?? '';
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

  // Both change something, so that nothing may ask for their headers alone.
  app.get('/begin', { exposeHeadRoute: false }, begin);
  app.get('/callback', { exposeHeadRoute: false }, takeAnswer);
}
