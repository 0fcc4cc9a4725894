import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptFirstInvitation, isFirstInvitation } from '../members/first-operator.ts';
import { signInByLink } from '../users/sign-in-links.ts';
import { browserOf, faultText, formOf, messagesOf, send, sendDeadLink, sendForeign } from './answers.ts';
import { setupPage } from './pages.ts';
import type { People } from './people.ts';
import { pathBefore } from './return-path.ts';

/** Links by which people come in whom nobody has invited: the first operator, and whoever tries the demo. */
export function entranceRoutes(app: FastifyInstance, people: People): void {
  const { db } = people;
  const home = `${pathBefore(people.publicUrl)}/console`;

  async function showSetup(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!(await isFirstInvitation(db, tokenOf(request)))) return sendDeadLink(request, reply);
    return send(reply, setupPage(messagesOf(request), { account: '', name: '', email: '' }));
  }

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const messages = messagesOf(request);
    const read = formOf(request);
    const form = { account: read('account').trim(), name: read('name'), email: read('email') };
    try {
      const given = { ...form, account: form.account || messages.setup.accountName, password: read('password') };
      const begun = await acceptFirstInvitation(db, tokenOf(request), given, browserOf(request));
      return begun ? people.setToken(request, reply, begun.token).redirect(home, 303) : sendDeadLink(request, reply);
    } catch (error) {
      return send(reply, setupPage(messages, form, 400, faultText(error, messages)));
    }
  }

  /** Only where somebody goes there themselves: no page of others signs people in, and no browser that looks ahead. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { 'sec-fetch-site': site = 'none', 'sec-purpose': ahead } = request.headers;
    if (ahead !== undefined || !['none', 'same-origin'].includes(String(site))) return sendForeign(request, reply);
    const entered = await signInByLink(db, tokenOf(request), browserOf(request));
    return entered ? people.sendOn(request, reply, entered, home) : sendDeadLink(request, reply);
  }

  app.get('/setup/:token', showSetup);
  app.post('/setup/:token', begin);
  // A HEAD must not use it up.
  app.get('/enter/:token', { exposeHeadRoute: false }, enter);
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}
