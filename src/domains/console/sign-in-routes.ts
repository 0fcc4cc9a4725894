import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfter } from '../../platform/limits/headers.ts';
import { signIn } from '../users/sign-in.ts';
import { browserOf, formOf, messagesOf, send } from './answers.ts';
import { emailPage, signInPage } from './pages.ts';
import type { OfferPasskeys } from './passkey-routes.ts';
import type { People } from './people.ts';
import { onwardPath, pathBefore } from './return-path.ts';
import { leadOn } from './sign-on-answers.ts';

/**
 * The form by which people sign in: the address first, whose domain leads on to a provider or to the password, whoever has
 * it. What has both, as password managers fill it in, is taken at once. From it people go on to where they wanted to go.
 */
export function signInRoutes(app: FastifyInstance, people: People, offer: OfferPasskeys): void {
  const base = pathBefore(people.publicUrl);
  const onward = (request: FastifyRequest) => onwardPath(request, base);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (await people.findSignedIn(request)) return reply.redirect(onward(request), 303);
    const messages = messagesOf(request);
    if (isByPassword(request)) return send(reply, signInPage(messages, 200, null, { offer: offer(request) }));
    return send(reply, emailPage(messages, onward(request), offer(request)));
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const read = formOf(request);
    const [email, password] = [read('email'), read('password')];
    if (password === '') return goOn(request, reply, email);
    const messages = messagesOf(request);
    const entered = await signIn(people.db, { email, password }, browserOf(request));
    switch (entered.result) {
      case 'wrong':
        return send(reply, signInPage(messages, 403, messages.signIn.wrong, { email, offer: offer(request) }));
      case 'sso_required':
        return send(reply, signInPage(messages, 403, messages.signOn.required, { email, offersSignOn: true }));
      case 'refused':
        reply.header('retry-after', retryAfter(entered.waitMs));
        return send(reply, signInPage(messages, 429, messages.signIn.tooMany, { email, offer: offer(request) }));
      default:
        return people.sendOn(request, reply, entered, onward(request));
    }
  }

  /** What follows the address depends on its domain alone. */
  async function goOn(request: FastifyRequest, reply: FastifyReply, email: string): Promise<FastifyReply> {
    const purpose = { kind: 'sign_in', to: onward(request) } as const;
    const isLed = !isByPassword(request) && (await leadOn(people, request, reply, email, purpose));
    return isLed ? reply : send(reply, signInPage(messagesOf(request), 200, null, { email, offer: offer(request) }));
  }

  app.get('/sign-in', show);
  app.post('/sign-in', enter);
}

/** Whether somebody chose their password whatever their domain has. */
function isByPassword({ query }: FastifyRequest): boolean {
  return (query as { way?: unknown }).way === 'password';
}
