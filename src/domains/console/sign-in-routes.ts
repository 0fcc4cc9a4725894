import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfter } from '../../platform/limits/headers.ts';
import { signIn } from '../users/sign-in.ts';
import { browserOf, formOf, messagesOf, send } from './answers.ts';
import { signInPage } from './pages.ts';
import type { People } from './people.ts';
import { pathBefore, returnPath } from './return-path.ts';

/** The form by which people sign in; from it they go on to where they wanted to go. */
export function signInRoutes(app: FastifyInstance, people: People): void {
  const base = pathBefore(people.publicUrl);
  const onward = ({ query }: FastifyRequest) => {
    const { to } = query as { to?: unknown };
    return returnPath(typeof to === 'string' ? to : '', base);
  };

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (await people.findSignedIn(request)) return reply.redirect(onward(request), 303);
    return send(reply, signInPage(messagesOf(request)));
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const read = formOf(request);
    const email = read('email');
    const messages = messagesOf(request);
    const entered = await signIn(people.db, { email, password: read('password') }, browserOf(request));
    if (entered.result === 'wrong') return send(reply, signInPage(messages, 403, messages.signIn.wrong, email));
    if (entered.result === 'refused') {
      const refused = reply.header('retry-after', retryAfter(entered.waitMs));
      return send(refused, signInPage(messages, 429, messages.signIn.tooMany, email));
    }
    return people.setToken(request, reply, entered.token).redirect(onward(request), 303);
  }

  app.get('/sign-in', show);
  app.post('/sign-in', enter);
}
