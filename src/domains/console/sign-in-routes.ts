import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfter } from '../../platform/limits/headers.ts';
import { signIn } from '../users/sign-in.ts';
import { browserOf, formOf, messagesOf, send } from './answers.ts';
import { signInPage } from './pages.ts';
import type { OfferPasskeys } from './passkey-routes.ts';
import type { People } from './people.ts';
import { onwardPath, pathBefore } from './return-path.ts';

/** The form by which people sign in; from it they go on to where they wanted to go. */
export function signInRoutes(app: FastifyInstance, people: People, offer: OfferPasskeys): void {
  const base = pathBefore(people.publicUrl);
  const onward = (request: FastifyRequest) => onwardPath(request, base);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (await people.findSignedIn(request)) return reply.redirect(onward(request), 303);
    return send(reply, signInPage(messagesOf(request), 200, null, '', offer(request)));
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const read = formOf(request);
    const email = read('email');
    const messages = messagesOf(request);
    const entered = await signIn(people.db, { email, password: read('password') }, browserOf(request));
    if (entered.result === 'wrong')
      return send(reply, signInPage(messages, 403, messages.signIn.wrong, email, offer(request)));
    if (entered.result === 'refused') {
      const refused = reply.header('retry-after', retryAfter(entered.waitMs));
      return send(refused, signInPage(messages, 429, messages.signIn.tooMany, email, offer(request)));
    }
    return people.sendOn(request, reply, entered, onward(request));
  }

  app.get('/sign-in', show);
  app.post('/sign-in', enter);
}
