import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfter } from '../../platform/limits/headers.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { type Factors, findFactors } from '../second-factors/factors.ts';
import { findPendingUser } from '../users/pending-sign-ins.ts';
import { signInByCode } from '../users/sign-in-by-code.ts';
import { browserOf, formOf, messagesOf, send } from './answers.ts';
import { messagePage } from './page.ts';
import { codePage } from './pages.ts';
import type { OfferPasskeys } from './passkey-routes.ts';
import type { People } from './people.ts';
import { onwardPath, pathBefore } from './return-path.ts';

/** The page after a right password, for whoever has a factor: nobody is signed in before both were right. */
export function codeRoutes(app: FastifyInstance, people: People, offer: OfferPasskeys): void {
  const { db, vault } = people;
  const base = pathBefore(people.publicUrl);

  /** The factors of whoever is on their way in; undefined when that is over. */
  async function findPending(request: FastifyRequest): Promise<Factors | undefined> {
    const userId = await findPendingUser(db, people.pendingOf(request));
    return userId === undefined ? undefined : findFactors(db, userId);
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const factors = await findPending(request);
    if (factors) return send(reply, codePage(messagesOf(request), factors, 200, null, offer(request)));
    return reply.redirect(`${base}/console/sign-in?to=${encodeURIComponent(onwardPath(request, base))}`, 303);
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const messages = messagesOf(request);
    const given = { token: people.pendingOf(request), code: formOf(request)('code') };
    const entered = await signInByCode(db, vault, given, browserOf(request));
    if (entered.result === 'right') return people.sendOn(request, reply, entered, onwardPath(request, base));
    const factors = await findPending(request);
    if (!factors) return sendOver(request, reply);
    if (entered.result === 'wrong')
      return send(reply, codePage(messages, factors, 403, messages.code.wrong, offer(request)));
    if (entered.result === 'refused') reply.header('retry-after', retryAfter(entered.waitMs));
    return send(reply, codePage(messages, factors, 429, messages.signIn.tooMany, offer(request)));
  }

  function sendOver(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const messages = messagesOf(request);
    const to = encodeURIComponent(onwardPath(request, base));
    const again = html`<a href="../sign-in?to=${to}">${messages.code.back}</a>`;
    return send(reply, messagePage(messages, 403, messages.code.title, messages.code.over, again));
  }

  app.get('/sign-in/code', show);
  app.post('/sign-in/code', take);
}
